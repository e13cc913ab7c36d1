/** No variant is called best before the experiment has its planned number of visitors. */
import type { ExperimentReport } from '@vitrine/client/admin'
import { useState } from 'react'
import { usePeriod, useReport } from '../../api/use-report.ts'
import { newDraftId, useDraft } from '../../draft/draft.tsx'
import type { Json } from '../../draft/patch.ts'
import { usePublish } from '../../draft/use-publish.ts'
import { setQuery, usePlace } from '../../router.ts'
import { useMayEdit } from '../../session/session.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { ReportActions } from '../../ui/report-actions.tsx'
import { useWords } from '../../messages/messages.tsx'
import { type Experience, givenToAll, winnerPatch, withExperience } from './experience.ts'
import { ExperimentCard } from './experiment-card.tsx'
import { NewExperimentDialog, PlanDialog } from './experiment-dialog.tsx'

export function Experiments() {
  const { t } = useWords()
  const { config, edit } = useDraft()
  const mayEdit = useMayEdit()
  const report = useReport('experiments', usePeriod().now)
  const isNew = usePlace().query.has('new')
  const [planned, setPlanned] = useState<Experience | null>(null)
  const experiences = config.experiences ?? []
  return (
    <Page
      title={t('nav.experiments')}
      about={t('experiments.about')}
      actions={
        <>
          <ReportActions report="experiments" />
          {mayEdit && (
            <Button icon="plus" kind="primary" onClick={() => setQuery({ new: '1' })}>
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
              <Reported
                key={one.id}
                report={one}
                experience={experiences.find(({ id }) => id === one.id)}
                onPlan={setPlanned}
              />
            ))}
          </div>
        )}
      </Loaded>
      {mayEdit && isNew && <NewExperimentDialog onClose={() => setQuery({ new: '' })} />}
      {planned && (
        <PlanDialog
          experience={planned}
          onSave={(experience) => {
            edit({ experiences: withExperience(experiences, experience) as unknown as Json })
            setPlanned(null)
          }}
          onClose={() => setPlanned(null)}
        />
      )}
    </Page>
  )
}

interface ReportedProps {
  report: ExperimentReport
  experience: Experience | undefined
  onPlan: (experience: Experience) => void
}

function Reported({ report, experience, onPlan }: ReportedProps) {
  const { t } = useWords()
  const { live, changes, edit, resume } = useDraft()
  const mayEdit = useMayEdit()
  const publish = usePublish()
  if (!mayEdit || !experience) return <ExperimentCard report={report} />
  const change = (next: Experience, note: string, then?: () => void) =>
    publish.mutate(
      { alone: { experiences: withExperience(live.experiences ?? [], next) as unknown as Json }, note },
      { onSuccess: then },
    )
  const stopped: Experience = { ...experience, status: 'paused' }
  const { name } = experience
  const winner = experience.variants.find(({ key }) => key === report.verdict.best)
  const hasWon = report.verdict.kind === 'difference' && winner !== undefined && winner !== experience.variants[0]
  const apply = () => {
    const patch = winner && winnerPatch(winner)
    if (winner === undefined) return
    if (patch === undefined) {
      const next = withExperience(live.experiences ?? [], givenToAll(experience, winner))
      return edit({ experiences: next as unknown as Json })
    }
    change(stopped, t('experiments.stoppedNote', { name }), () => {
      const base = winner.patch?.base_version
      // With the version that the patch was based on, the server can merge what others have published since.
      if (changes.length === 0 && base !== undefined) resume({ id: newDraftId(), patch, baseVersion: base })
      else edit(patch)
    })
  }
  return (
    <ExperimentCard
      report={report}
      onCutAt={(at) =>
        experience.plan &&
        change({ ...experience, plan: { ...experience.plan, started_at: at } }, t('experiments.cutNote', { name }))
      }
      actions={
        <>
          {report.status === 'active' && (
            <Button
              small
              aria-label={t('experiments.stopOf', { name })}
              disabled={publish.isPending}
              onClick={() => change(stopped, t('experiments.stoppedNote', { name }))}
            >
              {t('experiments.stop')}
            </Button>
          )}
          <Button small aria-label={t('experiments.planOf', { name })} onClick={() => onPlan(experience)}>
            {t('experiments.plan')}
          </Button>
          {hasWon && (
            <Button
              small
              kind="primary"
              aria-label={t('experiments.applyOf', { name })}
              disabled={publish.isPending}
              onClick={apply}
            >
              {t('experiments.apply')}
            </Button>
          )}
        </>
      }
    />
  )
}
