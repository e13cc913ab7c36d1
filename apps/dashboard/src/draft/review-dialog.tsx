import { useState } from 'react'
import { useApi } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DateField, Field } from '../ui/field.tsx'
import { Fault } from '../ui/loaded.tsx'
import { CodeSnippet } from '../ui/code-snippet.tsx'
import { useWords } from '../messages/messages.tsx'
import { ChangeList } from './change-list.tsx'
import { useDraft } from './draft.tsx'
import { asCommand, asCurl } from './export.ts'
import { Replayed } from './replayed.tsx'
import { conflictsOf, faultsOf, type usePublish } from './use-publish.ts'
import { toYaml } from './yaml.ts'

const VIEWS = ['changes', 'yaml', 'curl', 'cli'] as const

interface ReviewDialogProps {
  publish: ReturnType<typeof usePublish>
  onClose: () => void
}

export function ReviewDialog({ publish, onClose }: ReviewDialogProps) {
  const { t } = useWords()
  const { patch, changes, discard } = useDraft()
  const { shop } = useApi()
  const [view, setView] = useState<(typeof VIEWS)[number]>('changes')
  const [note, setNote] = useState('')
  const [at, setAt] = useState<string | null>(null)
  const target = { origin: location.origin, shop, patch }
  const conflicts = conflictsOf(publish.error)
  const go = () =>
    publish.mutate({ note, at, ...(conflicts.length > 0 ? { on_conflict: 'draft_wins' } : {}) }, { onSuccess: onClose })
  return (
    <Dialog title={t('draft.title')} wide onClose={onClose}>
      {publish.isError && conflicts.length === 0 && <Fault text={<FaultList faults={faultsOf(publish.error)} />} />}
      {conflicts.length > 0 && (
        <div className="stack-s">
          <p className="notice">{t('draft.conflict')}</p>
          <ChangeList
            titles={[t('draft.theirs'), t('draft.mine')]}
            changes={conflicts.map(({ path, mine, theirs }) => ({
              path: path.map(String),
              before: theirs,
              after: mine,
            }))}
          />
        </div>
      )}
      <div className="segmented">
        {VIEWS.map((one) => (
          <button key={one} type="button" aria-pressed={one === view} onClick={() => setView(one)}>
            {t(`draft.view.${one}`)}
          </button>
        ))}
      </div>
      {view === 'changes' && <ChangeList changes={changes} />}
      {changes.length > 0 && <Replayed patch={patch} />}
      {view === 'yaml' && <CodeSnippet text={toYaml(patch)} label={t('draft.view.yaml')} />}
      {view === 'curl' && <CodeSnippet text={asCurl(target)} label={t('draft.view.curl')} />}
      {view === 'cli' && <CodeSnippet text={asCommand(target)} label={t('draft.view.cli')} />}
      <div className="fields">
        <Field label={t('draft.note')}>
          <input className="input" value={note} maxLength={200} onChange={(event) => setNote(event.target.value)} />
        </Field>
        <DateField label={t('draft.at')} value={at} onChange={setAt} />
      </div>
      <div className="dialog-foot">
        <Button
          onClick={() => {
            discard()
            onClose()
          }}
        >
          {t('draft.discard')}
        </Button>
        <Button kind="primary" disabled={publish.isPending || changes.length === 0} onClick={go}>
          {t(conflicts.length > 0 ? 'draft.publishMine' : at ? 'draft.schedule' : 'draft.publish')}
        </Button>
      </div>
    </Dialog>
  )
}

function FaultList({ faults }: { faults: readonly string[] }) {
  if (faults.length === 1) return <>{faults[0]}</>
  return (
    <ul>
      {faults.map((fault) => (
        <li key={fault}>{fault}</li>
      ))}
    </ul>
  )
}
