import { ProductName } from '../../products/product-name.tsx'
import { useProductsById } from '../../products/use-products.ts'
import { usePeriod, useReport } from '../../api/use-report.ts'
import { useFormat } from '../../format/use-format.ts'
import { Link, path } from '../../router.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card } from '../../ui/page.tsx'
import { useReportFilter } from '../../ui/report-filters.tsx'
import { useWords } from '../../messages/messages.tsx'

const SHOWN = 6

export function TopProducts({ className }: { className?: string }) {
  const { t } = useWords()
  const format = useFormat()
  const { now } = usePeriod()
  const report = useReport('products', { ...now, ...useReportFilter(), limit: SHOWN })
  const products = useProductsById((report.data?.rows ?? []).map(({ product_id }) => product_id))
  return (
    <Card className={className} flush title={t('today.products')}>
      <Loaded query={report}>
        {({ rows }) => (
          <DataTable
            empty={<EmptyState title={t('today.noProducts')}>{t('today.noProductsAbout')}</EmptyState>}
            caption={t('today.products')}
            rows={rows}
            rowKey={(row) => row.product_id}
            columns={[
              {
                title: t('table.product'),
                cell: ({ product_id: id }) => (
                  <Link to={path('catalog', id)}>
                    <ProductName id={id} product={products.get(id)} />
                  </Link>
                ),
              },
              { title: t('table.views'), number: true, lessImportant: true, cell: (row) => format.number(row.views) },
              { title: t('table.orders'), number: true, cell: (row) => format.number(row.orders) },
              { title: t('table.revenue'), number: true, cell: (row) => format.money(row.revenue) },
            ]}
          />
        )}
      </Loaded>
    </Card>
  )
}
