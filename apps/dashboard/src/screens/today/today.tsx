import { usePeriod, useReport } from '../../api/use-report.ts'
import { useFormat } from '../../format/use-format.ts'
import { useShop, useApi } from '../../session/session.tsx'
import { FirstSteps } from '../../setup/first-steps.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LineChart } from '../../ui/line-chart.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { ReportActions } from '../../ui/report-actions.tsx'
import { ALL_FILTERS, useReportFilter } from '../../ui/report-filters.tsx'
import { Stat } from '../../ui/stat.tsx'
import { useWords } from '../../messages/messages.tsx'
import { Alerts } from './alerts.tsx'
import { Inbox } from './inbox.tsx'
import { Surfaces } from './surfaces.tsx'
import { TopProducts } from './top-products.tsx'
import type { FunnelSteps } from '@vitrine/client/admin'
import { Bar, DataTable } from '../../ui/data-table.tsx'
import { useQuery } from '@tanstack/react-query'
import { SavedDrafts } from '../../draft/saved-drafts.tsx'
import { titleOfVersion } from '../../draft/version-title.ts'
import { Link } from '../../router.ts'

export function Today() {
  const { t } = useWords()
  const shop = useShop()
  return (
    <Page
      title={t('nav.today')}
      actions={shop.product_count > 0 && <ReportActions report="overview-days" filters={ALL_FILTERS} />}
    >
      <div className="stack">
        <FirstSteps />
        <Alerts />
        {shop.product_count > 0 && <Visited />}
      </div>
    </Page>
  )
}

/** Without visits, every figure would be zero, so a hint replaces the report. */
function Visited() {
  const { t } = useWords()
  const overview = useReport('overview', { ...usePeriod().now, ...useReportFilter() })
  return (
    <Loaded query={overview}>
      {({ totals }) =>
        totals.visits === 0 ? (
          <Card>
            <EmptyState title={t('funnel.none')} link={{ to: '/events?tab=install', label: t('first.events.do') }}>
              {t('funnel.noneAbout')}
            </EmptyState>
          </Card>
        ) : (
          <Overview />
        )
      }
    </Loaded>
  )
}

function Overview() {
  const { t } = useWords()
  return (
    <>
      <Figures />
      <div className="grid">
        <Card className="span-7" title={t('today.revenue')}>
          <Revenue />
        </Card>
        <Card className="span-5" flush title={t('today.inbox')} about={t('today.inboxAbout')}>
          <Inbox />
        </Card>
        <Surfaces className="span-8" />
        <RecentChanges className="span-4" />
        <Funnel className="span-5" />
        <TopProducts className="span-7" />
      </div>
    </>
  )
}

function Figures() {
  const { t } = useWords()
  const format = useFormat()
  const { now, before } = usePeriod()
  const cut = useReportFilter()
  const current = useReport('overview', { ...now, ...cut })
  const earlier = useReport('overview', { ...before, ...cut })
  const past = earlier.data?.totals
  return (
    <Loaded query={current}>
      {({ totals }) => (
        <dl className="stats">
          <Stat
            label={t('today.revenue')}
            value={format.money(totals.revenue)}
            change={[totals.revenue, past?.revenue]}
          />
          <Stat
            label={t('today.attributed')}
            value={format.money(totals.attributed_revenue)}
            note={t('today.attributedShare', { share: format.percent(totals.attributed_share) })}
          />
          <Stat label={t('today.orders')} value={format.number(totals.orders)} change={[totals.orders, past?.orders]} />
          <Stat
            label={t('today.conversion')}
            value={format.percent(totals.conversion_rate)}
            change={[totals.conversion_rate, past?.conversion_rate]}
          />
          <Stat
            label={t('today.searches')}
            value={format.number(totals.searches)}
            change={[totals.searches, past?.searches]}
          />
        </dl>
      )}
    </Loaded>
  )
}

function Revenue() {
  const { t } = useWords()
  const format = useFormat()
  const { now, before } = usePeriod()
  const cut = useReportFilter()
  const current = useReport('overview-days', { ...now, ...cut })
  const earlier = useReport('overview-days', { ...before, ...cut })
  return (
    <Loaded query={current}>
      {({ days }) => (
        <LineChart
          caption={t('today.revenueByDay')}
          labels={days.map(({ date }) => format.day(date))}
          format={(value) => format.money(value)}
          series={[
            { name: t('today.all'), values: days.map(({ revenue }) => revenue) },
            { name: t('today.attributed'), kind: 'second', values: days.map((day) => day.attributed_revenue) },
            ...(earlier.data
              ? [
                  {
                    name: t('today.before'),
                    kind: 'before' as const,
                    values: days.map((_, index) => earlier.data.days[index]?.revenue ?? null),
                  },
                ]
              : []),
          ]}
        />
      )}
    </Loaded>
  )
}

/** Searches and clicks are left out, because a visit can reach every step without them. */
const STEPS = ['visits', 'product_views', 'cart_adds', 'checkouts', 'orders'] as const satisfies (keyof FunnelSteps)[]

function Funnel({ className }: { className?: string }) {
  const { t } = useWords()
  const format = useFormat()
  const { now } = usePeriod()
  const report = useReport('funnel', { ...now, ...useReportFilter(), limit: 1 })
  return (
    <Card className={className} flush title={t('funnel.title')} about={t('funnel.about')}>
      <Loaded query={report}>
        {({ total }) => (
          <DataTable
            caption={t('funnel.title')}
            rows={STEPS}
            rowKey={(step) => step}
            columns={[
              { title: t('funnel.step'), cell: (step) => t(`funnel.${step}`) },
              { title: t('funnel.count'), number: true, cell: (step) => format.number(total[step]) },
              {
                title: t('table.share'),
                number: true,
                cell: (step) => format.percent(total[step] / total.visits),
              },
              {
                title: t('funnel.bar'),
                untitled: true,
                lessImportant: true,
                cell: (step) => <Bar share={total[step] / total.visits} />,
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  )
}

function RecentChanges({ className }: { className?: string }) {
  const words = useWords()
  const { t } = words
  const format = useFormat()
  const api = useApi()
  const versions = useQuery({
    queryKey: [api.shop, 'versions', 'latest'],
    queryFn: () => api.versions({ limit: 5 }),
  })
  return (
    <Card
      className={className}
      flush
      title={t('today.changes')}
      actions={<Link to="/settings?tab=history">{t('settings.tab.history')}</Link>}
    >
      <div className="card-note">
        <SavedDrafts whose="others" />
      </div>
      <Loaded query={versions}>
        {(rows) => (
          <ul className="list">
            {rows.map((row) => (
              <li key={row.version}>
                <div>{titleOfVersion(words, row)}</div>
                <div className="small soft">
                  {row.author ?? t('history.nobody')} · {format.ago(row.at)}
                </div>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}
