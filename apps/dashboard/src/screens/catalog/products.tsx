import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { AdminProduct } from '@vitrine/client/admin'
import { useFormat } from '../../format/use-format.ts'
import { ProductName } from '../../products/product-name.tsx'
import { Link, path, setQuery, usePlace } from '../../router.ts'
import { useApi } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'

const PAGE = 50
const STATUS_COLOR = { active: 'good', draft: 'accent', archived: '' }

export function Products() {
  const { t, count } = useWords()
  const api = useApi()
  const { query: address } = usePlace()
  const query = address.get('q') ?? ''
  const status = address.get('status') ?? ''
  const page = Number(address.get('page') ?? 1)
  const request = { ...(query ? { query } : {}), ...(status ? { status } : {}), sort: 'title_asc', page, limit: PAGE }
  const products = useQuery({
    queryKey: [api.shop, 'products', request],
    queryFn: () => api.products(request),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns()
  return (
    <Card flush>
      <div className="row filters">
        <input
          className="input grow"
          type="search"
          aria-label={t('catalog.find')}
          placeholder={t('catalog.find')}
          defaultValue={query}
          onChange={(event) => setQuery({ q: event.target.value, page: '' })}
        />
        <select
          className="input auto"
          aria-label={t('catalog.status')}
          value={status}
          onChange={(event) => setQuery({ status: event.target.value, page: '' })}
        >
          <option value="">{t('catalog.anyStatus')}</option>
          {(['active', 'draft', 'archived'] as const).map((one) => (
            <option key={one} value={one}>
              {t(`catalog.status.${one}`)}
            </option>
          ))}
        </select>
      </div>
      <Loaded query={products}>
        {({ products: rows, total }) =>
          rows.length === 0 ? (
            <EmptyState title={t('catalog.none')}>{t('catalog.noneFound')}</EmptyState>
          ) : (
            <>
              <DataTable caption={t('nav.catalog')} rows={rows} rowKey={(row) => row.id} columns={columns} />
              <div className="spread more">
                <span className="soft small">{count('workbench.found', total ?? rows.length)}</span>
                <span className="row">
                  <Button
                    small
                    disabled={page <= 1}
                    onClick={() => setQuery({ page: page > 2 ? String(page - 1) : '' })}
                  >
                    {t('common.previous')}
                  </Button>
                  <Button
                    small
                    disabled={page * PAGE >= (total ?? 0)}
                    onClick={() => setQuery({ page: String(page + 1) })}
                  >
                    {t('common.next')}
                  </Button>
                </span>
              </div>
            </>
          )
        }
      </Loaded>
    </Card>
  )
}

function useColumns(): Column<AdminProduct>[] {
  const { t } = useWords()
  const format = useFormat()
  const stockOf = ({ variants }: AdminProduct) =>
    variants.reduce((sum, one) => sum + Math.max(0, one.inventory_quantity), 0)
  return [
    {
      title: t('catalog.product'),
      cell: (product) => (
        <Link to={path('catalog', product.id)}>
          <ProductName id={product.id} product={product} />
        </Link>
      ),
    },
    { title: t('rules.attribute.product_type'), lessImportant: true, cell: (product) => product.product_type },
    { title: t('rules.attribute.vendor'), lessImportant: true, cell: (product) => product.vendor },
    {
      title: t('catalog.price'),
      number: true,
      cell: (product) => format.money(Math.min(...product.variants.map(({ price }) => Number(price)))),
    },
    {
      title: t('catalog.stock'),
      number: true,
      lessImportant: true,
      cell: (product) => format.number(stockOf(product)),
    },
    {
      title: t('catalog.status'),
      cell: (product) => (
        <span className={`badge ${STATUS_COLOR[product.status]}`}>{t(`catalog.status.${product.status}`)}</span>
      ),
    },
  ]
}
