import { usePeriod, useReport } from '../../api/use-report.ts'
import { useFormat } from '../../format/use-format.ts'
import { Link, path, usePlace } from '../../router.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { ReportActions } from '../../ui/report-actions.tsx'
import { ALL_FILTERS, useReportFilter } from '../../ui/report-filters.tsx'
import { CLICK_SNIPPET, ORDER_SNIPPET } from '../../messages/snippets.ts'
import { useWords } from '../../messages/messages.tsx'
import { surfaceName } from '../today/surfaces.tsx'
import { OrderPage } from './order-page.tsx'

const MODELS = ['last', 'first', 'linear'] as const

interface Earned {
  /** Empty for revenue that is not attributed to any surface. */
  key: string
  models: Record<(typeof MODELS)[number], { revenue: number; orders?: number }>
}

export function Attribution() {
  const { t } = useWords()
  const order = usePlace().parts[1]
  if (order !== undefined) return <OrderPage id={order} />
  return (
    <Page
      title={t('nav.attribution')}
      about={t('attribution.about')}
      actions={<ReportActions report="surfaces" filters={ALL_FILTERS} />}
    >
      <div className="stack">
        <Models />
        <Orders />
      </div>
    </Page>
  )
}

function Models() {
  const { t } = useWords()
  const format = useFormat()
  const { now } = usePeriod()
  const report = useReport('surfaces', { ...now, ...useReportFilter() })
  return (
    <Card flush title={t('attribution.models')} about={t('attribution.modelsAbout')}>
      <Loaded query={report}>
        {({ rows, not_attributed: rest }) => (
          <DataTable
            empty={
              <EmptyState title={t('today.noSurfaces')} snippet={CLICK_SNIPPET}>
                {t('today.noSurfacesAbout')}
              </EmptyState>
            }
            caption={t('attribution.models')}
            stacks
            rows={rows.length === 0 ? [] : [...rows, { key: '', models: rest.models }]}
            rowKey={(row) => row.key}
            columns={[
              {
                title: t('table.surface'),
                cell: ({ key }) => (key === '' ? t('attribution.notAttributed') : surfaceName(t, key)),
              },
              ...MODELS.map((model) => ({
                title: t(`attribution.model.${model}`),
                number: true,
                cell: ({ models }: Earned) => (
                  <>
                    {format.money(models[model].revenue)}{' '}
                    {models[model].orders !== undefined && (
                      <span className="soft small">{format.number(models[model].orders)}</span>
                    )}
                  </>
                ),
              })),
            ]}
          />
        )}
      </Loaded>
    </Card>
  )
}

function Orders() {
  const { t, count } = useWords()
  const format = useFormat()
  const { now } = usePeriod()
  const report = useReport('orders', { ...now, limit: 50 })
  return (
    <Card flush title={t('attribution.orders')}>
      <Loaded query={report}>
        {({ orders }) => (
          <DataTable
            empty={
              <EmptyState title={t('attribution.noOrders')} snippet={ORDER_SNIPPET}>
                {t('attribution.noOrdersAbout')}
              </EmptyState>
            }
            caption={t('attribution.orders')}
            rows={orders}
            rowKey={(order) => order.order_id}
            columns={[
              {
                title: t('attribution.order'),
                cell: (order) => <Link to={path('attribution', order.order_id)}>{order.order_id}</Link>,
              },
              { title: t('audit.when'), lessImportant: true, cell: (order) => format.dateTime(order.at) },
              {
                title: t('attribution.lines'),
                lessImportant: true,
                cell: (order) => count('attribution.lineCount', order.lines.length),
              },
              {
                title: t('table.revenue'),
                number: true,
                cell: (order) =>
                  format.money(
                    order.lines.reduce((sum, line) => sum + line.amount, 0),
                    order.currency,
                  ),
              },
              {
                title: t('attribution.earnedBy'),
                cell: (order) => <EarnedBy surfaces={order.lines.map((line) => line.attributed_to?.surface)} />,
              },
            ]}
          />
        )}
      </Loaded>
    </Card>
  )
}

function EarnedBy({ surfaces }: { surfaces: (string | undefined)[] }) {
  const { t } = useWords()
  const known = [...new Set(surfaces.filter((one) => one !== undefined))]
  if (known.length === 0) return <span className="soft">{t('attribution.nobody')}</span>
  return (
    <span className="row">
      {known.map((surface) => (
        <span key={surface} className="badge accent">
          {surfaceName(t, surface)}
        </span>
      ))}
    </span>
  )
}
