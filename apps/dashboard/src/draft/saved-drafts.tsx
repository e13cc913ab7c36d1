import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { DraftView } from '@vitrine/client/admin'
import { useIsLive } from '../api/live.tsx'
import { useFormat } from '../format/use-format.ts'
import { useApi, useMayEdit, useSigned } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { useWords } from '../messages/messages.tsx'
import { useDraft } from './draft.tsx'
import type { Patch } from './patch.ts'

const EVERY_MS = 30_000
const SHOWN = 3

/** Returns drafts with changes that are neither open in this browser nor scheduled, newest first. */
export function useSavedDrafts(whose: 'mine' | 'others'): readonly DraftView[] {
  const api = useApi()
  const me = useSigned().session.user?.email
  const isLive = useIsLive()
  const mayEdit = useMayEdit()
  const { id } = useDraft()
  const drafts = useQuery({
    queryKey: [api.shop, 'drafts-of-all'],
    queryFn: () => api.drafts(),
    refetchInterval: isLive ? false : EVERY_MS,
    enabled: mayEdit,
  })
  return (drafts.data ?? [])
    .filter(
      (one) =>
        one.id !== id && one.publish_at === null && one.diff.length > 0 && (one.author === me) === (whose === 'mine'),
    )
    .sort((a, b) => (a.updated_at < b.updated_at ? 1 : -1))
}

export function SavedDrafts({ whose }: { readonly whose: 'mine' | 'others' }) {
  const { t } = useWords()
  const format = useFormat()
  const api = useApi()
  const client = useQueryClient()
  const { edit, resume, changes } = useDraft()
  const drafts = useSavedDrafts(whose)
  if (drafts.length === 0) return null
  const remove = (id: string) =>
    api.deleteDraft(id).finally(() => client.invalidateQueries({ queryKey: [api.shop, 'drafts-of-all'] }))
  const goOn = (draft: DraftView) => {
    if (changes.length === 0)
      return resume({ id: draft.id, patch: draft.patch as Patch, baseVersion: draft.base_version })
    edit(draft.patch as Patch)
    void remove(draft.id)
  }
  return (
    <ul className="plain-list small saved-drafts">
      {drafts.slice(0, SHOWN).map((draft) => (
        <li key={draft.id} className="row">
          <span className="grow">
            {t(whose === 'mine' ? 'draft.ofMine' : 'draft.ofOther', {
              who: draft.author,
              title: draft.title,
              ago: format.ago(draft.updated_at),
            })}
          </span>
          {whose === 'mine' ? (
            <>
              <Button small onClick={() => goOn(draft)}>
                {t('draft.goOn')}
              </Button>
              <Button small kind="plain" onClick={() => void remove(draft.id)}>
                {t('draft.discard')}
              </Button>
            </>
          ) : (
            <Button small kind="plain" onClick={() => edit(draft.patch as Patch)}>
              {t('draft.take')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
