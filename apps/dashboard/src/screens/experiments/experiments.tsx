/** Tests that do not overclaim: a plan before the start, a verdict in a sentence, nothing called best before the planned size. */
import type { ExperimentReport } from '@vitrine/client/admin'
import { useState } from 'react'
import { usePeriod, useReport } from '../../api/use-report.ts'
import { useDraft } from '../../draft/draft.tsx'
import type { Json } from '../../draft/patch.ts'
import { useFormat } from '../../format/use-format.ts'
import { useMayEdit } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Card, Page } from '../../ui/page.tsx'
import { ReportActions } from '../../ui/report-actions.tsx'
import { useWords } from '../../words/words.tsx'
import type { Experience } from './experience.ts'
import { ExperimentDialog } from './experiment-dialog.tsx'

const KIND_COLOR = { no_plan: '', not_yet: 'accent', sample_ratio: 'bad', difference: 'good', no_difference: 'warn' }

export function Experiments() {
  const { t } = useWords()
  const { config, edit } = useDraft()
  const mayEdit = useMayEdit()
  const { now } = usePeriod()
  const report = useReport('experiments', now)
  const [editing, setEditing] = useState<Experience | null | 'new'>(null)
  const experiences = config.experiences ?? []
  const save = (experience: Experience) => {
    const known = experiences.some(({ id }) => id === experience.id)
    const next = known
      ? experiences.map((one) => (one.id === experience.id ? experience : one))
      : [...experiences, experience]
    edit({ experiences: next as Json })
    setEditing(null)
  }
  return (
    <Page
      title={t('nav.experiments')}
      about={t('experiments.about')}
      actions={
        <>
          <ReportActions report="experiments" />
          {mayEdit && (
            <Button icon="plus" kind="primary" onClick={() => setEditing('new')}>
              {t('experiments.new')}
            </Button>
          )}
        </>
      }
    >
      <Loaded query={report}>
        {({ experiences: reported }) => (
          <div className="stack">
            {reported.length === 0 && (
              <EmptyState title={t('experiments.none')}>{t('experiments.noneAbout')}</EmptyState>
            )}
            {reported.map((one) => (
              <ExperimentCard
                key={one.id}
                report={one}
                onPlan={mayEdit ? () => setEditing(experiences.find(({ id }) => id === one.id) ?? null) : undefined}
              />
            ))}
          </div>
        )}
      </Loaded>
      {editing && (
        <ExperimentDialog
          experience={editing === 'new' ? undefined : editing}
          experiences={experiences}
          onSave={save}
          onClose={() => setEditing(null)}
        />
      )}
    </Page>
  )
}

function ExperimentCard({ report, onPlan }: { report: ExperimentReport; onPlan?: () => void }) {
  const { t } = useWords()
  const format = useFormat()
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
          {onPlan && (
            <Button small aria-label={t('experiments.planOf', { name: report.name })} onClick={onPlan}>
              {t('experiments.plan')}
            </Button>
          )}
        </>
      }
    >
      <div className="verdict">
        <span className={`badge ${KIND_COLOR[report.verdict.kind]}`}>
          {t(`experiments.kind.${report.verdict.kind}`)}
        </span>
        <Verdict report={report} />
      </div>
      <DataTable
        caption={report.name}
        rows={report.variants}
        rowKey={(row) => row.variant}
        columns={[
          { title: t('experiments.variant'), cell: (row) => row.variant },
          { title: t('experiments.visitors'), number: true, cell: (row) => format.number(row.visitors) },
          {
            title: t('experiments.buyers'),
            number: true,
            lessImportant: true,
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
            lessImportant: true,
            cell: (row) => format.money(row.visitors > 0 ? row.revenue_per_visitor : null),
          },
        ]}
      />
      {report.config_changed_during.length > 0 && (
        <p className="notice">
          {t('experiments.changed', {
            versions: report.config_changed_during.map(({ version, note }) => note ?? version).join(', '),
          })}
        </p>
      )}
    </Card>
  )
}

/** In the reader's language; the server says the same in English. */
function Verdict({ report }: { report: ExperimentReport }) {
  const { t } = useWords()
  const format = useFormat()
  const { kind, best } = report.verdict
  const difference = report.differences.find(({ variant }) => variant === best) ?? report.differences[0]
  const smallest = Math.min(...report.variants.map(({ visitors }) => visitors))
  const values = {
    n: format.number(smallest),
    planned: format.number(report.planned_visitors_per_variant),
    days: format.number(report.days_left),
    best: best ?? '',
    relative: format.percent(difference?.relative),
    p: format.number(report.sample_ratio_p, 4),
    detectable: format.percent(difference?.smallest_detectable),
  }
  if (kind === 'not_yet' && report.days_left === null) return <p>{t('experiments.sentence.not_yet', values)}</p>
  return <p>{t(kind === 'not_yet' ? 'experiments.sentence.not_yet_days' : `experiments.sentence.${kind}`, values)}</p>
}
