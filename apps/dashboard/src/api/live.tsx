/** Updates cached data from the server's event stream while the dashboard is open. */
import { useQueryClient } from '@tanstack/react-query'
import type { ConfigVersionView } from '@vitrine/client/admin'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useDraft } from '../draft/draft.tsx'
import { useApi, useSigned } from '../session/session.tsx'
import { toast } from '../ui/toasts.tsx'
import { useWords } from '../messages/messages.tsx'
import { keepMessage } from './keep-message.ts'
import { joinStream } from './shared-stream.ts'

const Context = createContext(false)
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
      else keepMessage(client, api.shop, message.name, message.data)
    })
  }, [api, client, me, t])
  return <Context value={isLive}>{children}</Context>
}
