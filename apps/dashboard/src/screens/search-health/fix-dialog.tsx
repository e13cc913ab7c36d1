import { useDraft } from '../../draft/draft.tsx'
import type { Json, Patch } from '../../draft/patch.ts'
import { Replayed } from '../../draft/replayed.tsx'
import { usePublish } from '../../draft/use-publish.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useWords } from '../../messages/messages.tsx'
import type { Failing } from './search-health.tsx'
import { useFailureWords } from './use-failure-words.ts'

export function FixDialog({ failing, onClose }: { failing: Failing; onClose: () => void }) {
  const { t } = useWords()
  const draft = useDraft()
  const failure = useFailureWords()(failing)
  const patch = patchOf(failing, draft.live.search ?? {})
  const publish = usePublish()
  const keep = () => {
    draft.edit(patchOf(failing, draft.config.search ?? {}))
    onClose()
  }
  return (
    <Dialog title={t('inbox.fixOf', { query: failing.query })} wide onClose={onClose}>
      <p>{failure}</p>
      <Replayed patch={patch} />
      <div className="spread">
        <Button onClick={keep}>{t('health.keep')}</Button>
        <Button
          kind="primary"
          disabled={publish.isPending}
          onClick={() => publish.mutate({ alone: patch, note: failure }, { onSuccess: onClose })}
        >
          {t('draft.publish')}
        </Button>
      </div>
    </Dialog>
  )
}

function patchOf({ fix, query }: Failing, search: { synonyms?: unknown[]; rules?: unknown[] }): Patch {
  if (fix.synonym) return { search: { synonyms: [...(search.synonyms ?? []), fix.synonym] as Json } }
  const pin = [{ product_id: fix.pin?.product_id ?? 0, position: 1 }]
  const rule = { id: `pin-${query}`, when: { query, match: 'exact' }, pin }
  return { search: { rules: [...(search.rules ?? []), rule] as Json } }
}
