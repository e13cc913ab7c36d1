/** Who else has something that is not published yet. */
import { useQuery } from '@tanstack/react-query'
import { useIsLive } from '../api/live.tsx'
import { useApi, useSigned } from '../session/session.tsx'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toasts.tsx'
import { useWords } from '../words/words.tsx'
import { useDraft } from './draft.tsx'
import type { Patch } from './patch.ts'

const EVERY_MS = 30_000

export function OthersDrafts() {
  const { t } = useWords()
  const api = useApi()
  const isLive = useIsLive()
  const { id: own, edit } = useDraft()
  const me = useSigned().session.user?.email
  const drafts = useQuery({
    queryKey: [api.shop, 'drafts-of-all'],
    queryFn: () => api.drafts(),
    refetchInterval: isLive ? false : EVERY_MS,
  })
  const others = (drafts.data ?? []).filter(({ id, author }) => id !== own && author !== me)
  if (others.length === 0) return null
  const take = async (id: string) => {
    const found = (await api.drafts()).find((one) => one.id === id)
    if (!found) return toast(t('draft.gone'), { bad: true })
    edit(found.patch as Patch)
  }
  return (
    <ul className="plain-list small">
      {others.slice(0, 3).map(({ id, author, title }) => (
        <li key={id} className="row">
          <span>{t('draft.ofOther', { who: author, title })}</span>
          <Button small kind="plain" onClick={() => void take(id)}>
            {t('draft.take')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
