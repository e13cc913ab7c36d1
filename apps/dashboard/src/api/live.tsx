/** Updates cached data from the server's event stream while the dashboard is open. Screens poll if the stream is closed. */
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { ConfigVersionView, EventOutcome, LatestEvents } from '@vitrine/client/admin'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useDraft } from '../draft/draft.tsx'
import { useApi, useSigned } from '../session/session.tsx'
import { toast } from '../ui/toasts.tsx'
import { useWords } from '../messages/messages.tsx'
import { joinStream } from './shared-stream.ts'

const Context = createContext(false)
const MAX_EVENTS = 100
const NAMES = ['config', 'imports', 'alerts', 'drafts', 'embedding', 'set_aside', 'event']

/** True while the stream is open. Screens poll only while it is false. */
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
    const published = (latest: ConfigVersionView | null) => {
      if (!latest || known.current === undefined || latest.version <= known.current) return
      void client.invalidateQueries({ queryKey: [api.shop] })
      if (latest.author !== me) toast(t('live.published', { who: latest.author ?? t('history.nobody') }))
    }
    return joinStream(api.streamUrl, NAMES, (message) => {
      if (message.kind === 'status') setLive(message.isOpen)
      else if (message.name === 'config') published(message.data as ConfigVersionView | null)
      else keep(client, api.shop, message.name, message.data)
    })
  }, [api, client, me, t])
  return <Context value={isLive}>{children}</Context>
}

function keep(client: QueryClient, shop: string, name: string, data: unknown): void {
  const told = data as Record<string, unknown[]>
  if (name === 'imports') {
    client.setQueryData([shop, 'imports'], (before: { id: string }[] | undefined) => merged(before, told.imports ?? []))
    // An import changes the product counts in the list of shops too.
    void client.invalidateQueries({ queryKey: ['shops'] })
  }
  if (name === 'alerts') client.setQueryData([shop, 'alerts'], told.alerts)
  else if (name === 'drafts') void client.invalidateQueries({ queryKey: [shop, 'drafts-of-all'] })
  else if (name === 'embedding') void client.invalidateQueries({ queryKey: [shop, 'embedding'] })
  else if (name === 'set_aside') void readAgain(client, [shop, 'latest-events'])
  else if (name === 'event')
    client.setQueryData(
      [shop, 'latest-events'],
      (before: LatestEvents | undefined) =>
        before && { ...before, events: [data as EventOutcome, ...before.events].slice(0, MAX_EVENTS) },
    )
}

/** Gives up an answer that is on its way, because it may be older than the message. */
async function readAgain(client: QueryClient, queryKey: string[]): Promise<void> {
  await client.cancelQueries({ queryKey })
  await client.invalidateQueries({ queryKey })
}

/** Keeps known imports that are missing from the message: the stream sends only the newest ones. */
function merged(before: { id: string }[] | undefined, told: unknown[]): unknown[] {
  const fresh = new Set((told as { id: string }[]).map(({ id }) => id))
  return [...told, ...(before ?? []).filter(({ id }) => !fresh.has(id))]
}
