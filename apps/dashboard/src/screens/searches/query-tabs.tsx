import type { QueryRow } from '@vitrine/client/admin'
import { usePeriod, useReport } from '../../api/use-report.ts'
import { useFormat } from '../../format/use-format.ts'
import { Link, path } from '../../router.ts'
import { CsvButton } from '../../ui/csv-button.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card } from '../../ui/page.tsx'
import { useReportFilter } from '../../ui/report-filters.tsx'
import { Tabs, useTab } from '../../ui/tabs.tsx'
import { SearchHealth } from '../search-health/search-health.tsx'
import { useWords } from '../../messages/messages.tsx'
import { NoSearches } from './no-searches.tsx'

const TABS = {
  all: 'top-queries',
  lost: 'queries-without-results',
  unclicked: 'queries-without-clicks',
  rising: 'trending-queries',
} as const
type Tab = keyof typeof TABS

export function QueryTabs() {
  const { t } = useWords()
  const names = [...(Object.keys(TABS) as Tab[]), 'health' as const]
  const tab = useTab(names)
  return (
    <>
      <Tabs
        label={t('nav.searches')}
        current={tab}
        tabs={names.map((key) => ({ key, label: t(`searches.tab.${key}`) }))}
      />
      {tab === 'health' ? <SearchHealth /> : <Queries tab={tab} />}
    </>
  )
}

function Queries({ tab }: { tab: Tab }) {
  const { t } = useWords()
  const { now } = usePeriod()
  const cut = useReportFilter()
  const report = useReport(TABS[tab], { ...now, ...cut, limit: 200 })
  const columns = useColumns(tab)
  return (
    <Card flush actions={<CsvButton report={TABS[tab]} query={{ ...now, ...cut }} />}>
      <Loaded query={report}>
        {({ rows }) => (
          <DataTable
            empty={<NoSearches title={t(`searches.none.${tab}`)} />}
            caption={t(`searches.tab.${tab}`)}
            rows={rows as Row[]}
            rowKey={(row) => row.query}
            columns={columns}
          />
        )}
      </Loaded>
    </Card>
  )
}

type Row = QueryRow & { searches_before?: number }

function useColumns(tab: Tab): Column<Row>[] {
  const { t } = useWords()
  const format = useFormat()
  return [
    { title: t('table.query'), cell: (row) => <Link to={path('searches', row.query)}>{row.query}</Link> },
    { title: t('table.searches'), number: true, cell: (row) => format.number(row.searches) },
    ...(tab === 'rising'
      ? [{ title: t('searches.before'), number: true, cell: (row: Row) => format.number(row.searches_before) }]
      : []),
    { title: t('table.clicks'), number: true, lessImportant: true, cell: (row) => format.number(row.clicks) },
    { title: t('table.clicked'), number: true, cell: (row) => format.percent(row.ctr) },
    { title: t('table.cartAdds'), number: true, lessImportant: true, cell: (row) => format.number(row.carts) },
    {
      title: t('table.withoutResult'),
      number: true,
      lessImportant: tab === 'rising',
      cell: (row) =>
        row.zero_results > 0 ? (
          <span className="badge bad">{format.percent(row.zero_result_rate)}</span>
        ) : (
          <span className="soft">–</span>
        ),
    },
  ]
}
