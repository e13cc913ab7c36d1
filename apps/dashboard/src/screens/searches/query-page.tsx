import { useQuery } from '@tanstack/react-query'
import type { QueryDetail, Reports } from '@vitrine/client/admin'
import { everyDay } from '../../api/period.ts'
import { usePeriod, useReport } from '../../api/use-report.ts'
import { useFormat } from '../../format/use-format.ts'
import { small } from '../../products/product-name.tsx'
import { Link, path } from '../../router.ts'
import { useApi, useMayEdit } from '../../session/session.tsx'
import { Bar, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LineChart } from '../../ui/line-chart.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { ReportActions } from '../../ui/report-actions.tsx'
import { ALL_FILTERS, useReportFilter } from '../../ui/report-filters.tsx'
import { Stat } from '../../ui/stat.tsx'
import { CLICK_SNIPPET } from '../../messages/snippets.ts'
import { useWords } from '../../messages/messages.tsx'

export function QueryPage({ query }: { query: string }) {
  const { t } = useWords()
  const mayEdit = useMayEdit()
  const q = new URLSearchParams({ q: query })
  return (
    <Page
      title={`“${query}”`}
      up={{ to: '/searches', label: t('nav.searches') }}
      actions={<ReportActions report="query-detail" of={query} filters={ALL_FILTERS} />}
    >
      <div className="stack">
        <Card title={t(mayEdit ? 'searches.fix' : 'searches.look')}>
          <div className="row">
            <Link className="button primary" to={`/workbench?${q}`}>
              {t('searches.openWorkbench')}
            </Link>
            {mayEdit && (
              <Link className="button" to={`/synonyms?${q}`}>
                {t('synonyms.new')}
              </Link>
            )}
          </div>
        </Card>
        <Detail query={query} />
        <Results query={query} />
      </div>
    </Page>
  )
}

function Detail({ query }: { query: string }) {
  const { now } = usePeriod()
  const report = useReport('query-detail', { ...now, ...useReportFilter(), key: query })
  return (
    <Loaded query={report}>
      {(detail) => (
        <div className="stack">
          <Figures detail={detail} />
          <div className="grid">
            <Days className="span-8" detail={detail} />
            <Positions className="span-4" detail={detail} />
            <Reformulations className="span-6" which="from" rows={detail.reformulated_from} />
            <Reformulations className="span-6" which="to" rows={detail.reformulated_to} />
          </div>
        </div>
      )}
    </Loaded>
  )
}

function Figures({ detail }: { detail: QueryDetail }) {
  const { t } = useWords()
  const format = useFormat()
  return (
    <dl className="stats">
      <Stat label={t('table.searches')} value={format.number(detail.searches)} />
      <Stat label={t('table.clicked')} value={format.percent(detail.ctr)} />
      <Stat label={t('table.withoutResult')} value={format.number(detail.zero_results)} />
      <Stat label={t('searches.position')} value={format.number(detail.average_click_position)} />
      <Stat label={t('table.cartAdds')} value={format.number(detail.carts)} />
      <Stat label={t('table.orders')} value={format.number(detail.orders)} />
      <Stat label={t('table.revenue')} value={format.money(detail.revenue)} />
    </dl>
  )
}

interface PartProps {
  detail: Reports['query-detail']
  className: string
}

function Days({ detail, className }: PartProps) {
  const { t } = useWords()
  const format = useFormat()
  const days = everyDay(detail, detail.days)
  return (
    <Card className={className} title={t('searches.perDay')}>
      <LineChart
        caption={t('searches.perDay')}
        labels={days.map(({ date }) => format.day(date))}
        series={[
          { name: t('table.searches'), values: days.map(({ day }) => day?.searches ?? 0) },
          { name: t('table.clicks'), kind: 'second', values: days.map(({ day }) => day?.clicks ?? 0) },
        ]}
        format={(value) => format.number(value)}
      />
    </Card>
  )
}

function Positions({ detail, className }: PartProps) {
  const { t } = useWords()
  const format = useFormat()
  return (
    <Card className={className} flush title={t('searches.clickedAt')}>
      <DataTable
        empty={<EmptyState title={t('searches.clickedAtNone')} snippet={CLICK_SNIPPET} />}
        caption={t('searches.clickedAt')}
        rows={detail.positions.slice(0, 10)}
        rowKey={(row) => row.position ?? 0}
        columns={[
          { title: t('searches.position'), cell: (row) => format.number(row.position) },
          { title: t('table.clicks'), number: true, cell: (row) => format.number(row.clicks) },
          { title: t('table.share'), untitled: true, cell: (row) => <Bar share={row.share} /> },
        ]}
      />
    </Card>
  )
}

interface ReformulationsProps {
  which: 'from' | 'to'
  rows: QueryDetail['reformulated_to']
  className: string
}

function Reformulations({ which, rows, className }: ReformulationsProps) {
  const { t, count } = useWords()
  return (
    <Card className={className} flush title={t(`searches.${which}`)}>
      {rows.length === 0 ? (
        <p className="soft padded-text">{t('searches.noOther')}</p>
      ) : (
        <ul className="list">
          {rows.map((row) => (
            <li key={row.query} className="spread">
              <Link to={path('searches', row.query)}>{row.query}</Link>
              <span className="soft small">{count('searches.times', row.count)}</span>
            </li>
          ))}
        </ul>
      )}
    </Card>
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
