/** What happens in the shop, told by the server while the dashboard is open. Where the stream does not come, screens ask by themselves. */
import { useQueryClient } from '@tanstack/react-query'
import type { ConfigVersionView, EventOutcome } from '@vitrine/client/admin'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useDraft } from '../draft/draft.tsx'
import { useApi, useSigned } from '../session/session.tsx'
import { toast } from '../ui/toasts.tsx'
import { useWords } from '../words/words.tsx'

const Context = createContext(false)
/** Events that the list keeps. */
const MOST_EVENTS = 100

/** Whether the stream is open: who polls need not. */
export function useIsLive(): boolean {
  return useContext(Context)
}

export function LiveProvider({ children }: { children: ReactNode }) {
  const { t } = useWords()
  const api = useApi()
  const client = useQueryClient()
  const { session } = useSigned()
  const [isLive, setLive] = useState(false)
  const me = session.user?.email
  const known = useRef<number | undefined>(undefined)
  known.current = useDraft().liveVersion
  useEffect(() => {
    if (typeof EventSource === 'undefined') return
    const source = new EventSource(api.streamUrl)
    const on = <T,>(name: string, take: (data: T) => void) =>
      source.addEventListener(name, ({ data }) => take(JSON.parse(data) as T))
    source.onopen = () => setLive(true)
    // The browser tries again by itself.
    source.onerror = () => setLive(false)
    on<ConfigVersionView | null>('config', (latest) => {
      if (!latest || known.current === undefined || latest.version <= known.current) return
      void client.invalidateQueries({ queryKey: [api.shop] })
      if (latest.author !== me) toast(t('live.published', { who: latest.author ?? t('history.nobody') }))
    })
    on<{ imports: unknown[] }>('imports', ({ imports }) => {
      client.setQueryData([api.shop, 'imports'], (before: { id: string }[] | undefined) => merged(before, imports))
    })
    on<{ alerts: unknown }>('alerts', ({ alerts }) => client.setQueryData([api.shop, 'alerts'], alerts))
    on<{ drafts: unknown }>('drafts', ({ drafts }) => client.setQueryData([api.shop, 'drafts-of-all'], drafts))
    on<EventOutcome>('event', (event) => {
      client.setQueryData(
        [api.shop, 'latest-events'],
        (before: EventOutcome[] | undefined) => before && [event, ...before].slice(0, MOST_EVENTS),
      )
    })
    return () => source.close()
  }, [api, client, me, t])
  return <Context value={isLive}>{children}</Context>
}

/** The newest few are told; what is older stays as it was read. */
function merged(before: { id: string }[] | undefined, told: unknown[]): unknown[] {
  const fresh = new Set((told as { id: string }[]).map(({ id }) => id))
  return [...told, ...(before ?? []).filter(({ id }) => !fresh.has(id))]
}
