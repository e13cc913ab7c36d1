import { useCallback, useEffect, useRef, useState } from 'react'
import type { Client } from '../client.ts'
import type { CallOptions } from '../http/transport.ts'
import { useClient } from './client-context.ts'

export interface Loaded<T> {
  /** The newest answer; the former one stays while the next is on its way, so that pages do not jump. */
  data: T | null
  error: Error | null
  loading: boolean
  /** Asks again, with the same request. */
  refetch: () => void
}

export interface HookOptions<T> {
  /** What a server already fetched for this very request: shown at once, not fetched again. */
  initialData?: T
  /** false: do not fetch (yet). */
  enabled?: boolean
  /** Wait this long for typing to pause. */
  debounceMs?: number
  /** false: no data while another request is under way. Default true. */
  keepPreviousData?: boolean
}

export type Operation<Request, Answer> = (request: Request, options?: CallOptions) => Promise<Answer>

type State<T> = Omit<Loaded<T>, 'refetch'>

export function useCall<Request, Answer>(
  pick: (client: Client) => Operation<Request, Answer>,
  request: Request,
  { initialData, enabled = true, debounceMs = 0, keepPreviousData = true }: HookOptions<Answer> = {},
): Loaded<Answer> {
  const client = useClient()
  // Callers write the request inline: its content, not its identity, says whether it changed.
  const key = JSON.stringify(request)
  const handedIn = useRef(initialData === undefined ? null : key)
  const [round, setRound] = useState(0)
  const [state, setState] = useState<State<Answer>>({
    data: initialData ?? null,
    error: null,
    loading: enabled && initialData === undefined,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `request`, `round` asks again, and `pick` never changes
  useEffect(() => {
    if (!enabled || handedIn.current === key) return
    handedIn.current = null
    const controller = new AbortController()
    setState((former) => ({ ...former, data: keepPreviousData ? former.data : null, loading: true }))
    const timer = setTimeout(() => {
      pick(client)(request, { signal: controller.signal }).then(
        (data) => controller.signal.aborted || setState({ data, error: null, loading: false }),
        (error: Error) => controller.signal.aborted || setState((former) => ({ ...former, error, loading: false })),
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [client, key, enabled, debounceMs, round])

  const refetch = useCallback(() => {
    handedIn.current = null
    setRound((former) => former + 1)
  }, [])
  return { ...state, refetch }
}
