import type { ExperimentReport } from '@vitrine/client/admin'
import type { ReactNode } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Bar, DataTable } from '../../ui/data-table.tsx'
import { Card } from '../../ui/page.tsx'
import { useWords } from '../../messages/messages.tsx'

const KIND_COLOR = { no_plan: '', not_yet: 'accent', sample_ratio: 'bad', difference: 'good', no_difference: '' }

interface ExperimentCardProps {
  report: ExperimentReport
  actions?: ReactNode
  /** Restarts the experiment's count with visitors after this time. */
  onCutAt?: (at: string) => void
}

export function ExperimentCard({ report, actions, onCutAt }: ExperimentCardProps) {
  const { t } = useWords()
  const { planned_visitors_per_variant: planned, visitors_so_far: soFar, verdict } = report
  return (
    <Card
      flush
      title={report.name}
      about={report.hypothesis}
      actions={
        <>
          <span className={`badge ${report.status === 'active' ? 'good' : ''}`}>
            {t(report.status === 'active' ? 'experiments.running' : 'experiments.paused')}
          </span>
          {actions}
        </>
      }
    >
      <div className="verdict">
        <span className={`badge ${KIND_COLOR[verdict.kind]}`}>{t(`experiments.kind.${verdict.kind}`)}</span>
        <div className="grow stack-s">
          <Verdict report={report} />
          {planned !== null && soFar < planned && <Bar share={soFar / planned} />}
        </div>
      </div>
      <Variants report={report} />
      <Meanwhile report={report} onCutAt={onCutAt} />
    </Card>
  )
}

function Variants({ report }: { report: ExperimentReport }) {
  const { t } = useWords()
  const format = useFormat()
  return (
    <DataTable
      caption={report.name}
      rows={report.variants}
      stacks
      rowKey={(row) => row.variant}
      columns={[
        { title: t('experiments.variant'), cell: (row) => row.variant },
        { title: t('experiments.visitors'), number: true, cell: (row) => format.number(row.visitors) },
        {
          title: t('experiments.buyers'),
          number: true,
          cell: (row) => format.number(row.buyers),
        },
        {
          title: t('experiments.conversion'),
          number: true,
          cell: (row) => (
            <>
              {format.percent(row.conversion_rate)}{' '}
              {row.visitors > 0 && (
                <span className="soft small">
                  {format.percent(row.conversion_interval[0])} – {format.percent(row.conversion_interval[1])}
                </span>
              )}
            </>
          ),
        },
        {
          title: t('experiments.perVisitor'),
          number: true,
          cell: (row) => format.money(row.visitors > 0 ? row.revenue_per_visitor : null),
        },
      ]}
    />
  )
}

/** Translates the verdict, because the server's sentence is in English. */
function Verdict({ report }: { report: ExperimentReport }) {
  const { t } = useWords()
  const format = useFormat()
  const { kind, best } = report.verdict
  const difference = report.differences.find(({ variant }) => variant === best) ?? report.differences[0]
  const values = {
    n: format.number(report.visitors_so_far),
    planned: format.number(report.planned_visitors_per_variant),
    days: format.number(report.days_left),
    best: best ?? '',
    relative: format.percent(Math.abs(difference?.relative ?? 0)),
    p: format.number(report.sample_ratio_p, 4),
    detectable: format.percent(difference?.smallest_detectable),
  }
  return (
    <p>
      {t(sentenceOf(report, difference), values)}{' '}
      {kind !== 'sample_ratio' && <Interval report={report} difference={difference} />}
    </p>
  )
}

function sentenceOf({ verdict: { kind }, days_left: days }: ExperimentReport, difference: Difference | undefined) {
  if (kind === 'not_yet' && days !== null) return 'experiments.sentence.not_yet_days'
  // Without orders, the smallest detectable change is unknown.
  if (kind === 'no_difference' && difference?.smallest_detectable == null) return 'experiments.sentence.nobody_bought'
  return `experiments.sentence.${kind}` as const
}

function Interval({ report, difference }: { report: ExperimentReport; difference: Difference | undefined }) {
  const { t } = useWords()
  const format = useFormat()
  const { absolute, relative, interval, variant, baseline } = difference ?? {}
  if (!absolute || !relative || !interval) return null
  const signed = (value: number) => `${value < 0 ? '−' : '+'}${format.percent(Math.abs(value))}`
  const [low, high] = interval.map((bound) => signed((bound / absolute) * relative))
  const key = report.verdict.kind === 'not_yet' ? 'experiments.soFar' : 'experiments.between'
  return (
    <span className="soft small">{t(key, { variant: variant!, baseline: baseline!, low: low!, high: high! })}</span>
  )
}

type Difference = ExperimentReport['differences'][number]

/** Publications during the experiment, any of which may have caused the measured difference. */
function Meanwhile({ report, onCutAt }: Pick<ExperimentCardProps, 'report' | 'onCutAt'>) {
  const { t } = useWords()
  const format = useFormat()
  const [last] = report.config_changed_during
  if (!last) return null
  return (
    <div className="notice spread">
      <span>
        {t('experiments.changed', {
          versions: report.config_changed_during.map(({ version, note }) => note ?? version).join(', '),
        })}
      </span>
      {onCutAt && (
        <Button small onClick={() => onCutAt(last.at)}>
          {t('experiments.cut', { at: format.dateTime(last.at) })}
        </Button>
      )}
    </div>
  )
}
