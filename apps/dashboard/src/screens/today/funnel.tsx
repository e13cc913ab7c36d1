import type { FunnelSteps } from '@vitrine/client/admin'
import { usePeriod, useReport } from '../../api/use-report.ts'
import { useFormat } from '../../format/use-format.ts'
import { Bar, DataTable } from '../../ui/data-table.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card } from '../../ui/page.tsx'
import { useReportFilter } from '../../ui/report-filters.tsx'
import { useWords } from '../../messages/messages.tsx'

/** Searches and clicks are left out: they are ways to reach a step, not steps themselves. */
const STEPS = ['visits', 'product_views', 'cart_adds', 'checkouts', 'orders'] as const satisfies (keyof FunnelSteps)[]

export function Funnel({ className }: { className?: string }) {
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
