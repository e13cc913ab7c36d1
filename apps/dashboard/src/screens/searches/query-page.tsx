/** One search: how often, what it finds now, what shoppers did with it, and the ways to better it. */
import { useQuery } from '@tanstack/react-query'
import { usePeriod, useReport } from '../../api/use-report.ts'
import { useFormat } from '../../format/use-format.ts'
import { small } from '../../products/product-name.tsx'
import { Link } from '../../router.tsx'
import { useApi } from '../../session/session.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { PeriodSelect } from '../../ui/period-select.tsx'
import { Stat } from '../../ui/stat.tsx'
import { useWords } from '../../words/words.tsx'

export function QueryPage({ query }: { query: string }) {
  const { t } = useWords()
  const q = new URLSearchParams({ q: query })
  return (
    <Page title={`“${query}”`} up={{ to: '/searches', label: t('nav.searches') }} actions={<PeriodSelect />}>
      <div className="stack">
        <Figures query={query} />
        <Card title={t('searches.fix')}>
          <div className="row">
            <Link className="button primary" to={`/workbench?${q}`}>
              {t('searches.openWorkbench')}
            </Link>
            <Link className="button" to={`/synonyms?${q}`}>
              {t('synonyms.new')}
            </Link>
          </div>
        </Card>
        <Results query={query} />
      </div>
    </Page>
  )
}

function Figures({ query }: { query: string }) {
  const { t } = useWords()
  const format = useFormat()
  const { now } = usePeriod()
  const shown = useReport('queries', { ...now, key: query, limit: 50 })
  const searched = useReport('top-queries', { ...now, key: query, limit: 50 })
  return (
    <Loaded query={searched}>
      {({ rows }) => {
        const row = rows.find((one) => one.query === query)
        const earned = shown.data?.rows.find((one) => one.key === query)
        return (
          <dl className="stats">
            <Stat label={t('table.searches')} value={format.number(row?.searches ?? 0)} />
            <Stat label={t('table.ctr')} value={format.percent(row?.ctr)} />
            <Stat label={t('table.withoutResult')} value={format.number(row?.zero_results ?? 0)} />
            <Stat label={t('searches.position')} value={format.number(earned?.average_click_position)} />
            <Stat label={t('table.orders')} value={format.number(earned?.orders ?? 0)} />
            <Stat label={t('table.revenue')} value={format.money(earned?.revenue ?? 0)} />
          </dl>
        )
      }}
    </Loaded>
  )
}

const SHOWN = 10

function Results({ query }: { query: string }) {
  const { t, count } = useWords()
  const format = useFormat()
  const api = useApi()
  const preview = useQuery({
    queryKey: [api.shop, 'preview', 'query-page', query],
    queryFn: ({ signal }) => api.previewSearch({ query, pagination: { limit: SHOWN } }, signal),
  })
  return (
    <Loaded query={preview}>
      {({ live }) => (
        <Card flush title={t('searches.now')} about={count('workbench.found', live.pagination.total)}>
          {live.products.length === 0 ? (
            <EmptyState title={t('workbench.nothing')}>{t('workbench.nothingAbout')}</EmptyState>
          ) : (
            <ol className="order padded">
              {live.products.map((product) => (
                <li key={product.product_id}>
                  <span className="product-cell grow">
                    {product.image.url && (
                      <img className="thumb" src={small(product.image.url)} alt="" loading="lazy" />
                    )}
                    <span>{product.title}</span>
                  </span>
                  {!product.is_in_stock && <span className="badge warn">{t('workbench.soldOut')}</span>}
                  <span className="soft">{format.money(product.price)}</span>
                </li>
              ))}
            </ol>
          )}
        </Card>
      )}
    </Loaded>
  )
}
