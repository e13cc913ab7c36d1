import { useCallback, useEffect, useState } from 'react'
import type { Client } from '../client.ts'
import type { CallOptions } from '../http/transport.ts'
import { useClient } from './client-context.ts'

export interface Loaded<T> {
  /** The newest answer. It stays until the next arrives, so that pages do not jump. */
  data: T | null
  error: Error | null
  loading: boolean
  /** Sends the same request again. */
  refetch: () => void
}

export interface HookOptions<T> {
  /** Data from a server for this request. Data for a changed request must be a new object. */
  initialData?: T
  /** false: do not fetch (yet). */
  enabled?: boolean
  /** Milliseconds to wait for a pause in typing. */
  debounceMs?: number
  /** false: no data while another request is under way. Default: true. */
  keepPreviousData?: boolean
}

export type Operation<Request, Answer> = (request: Request, options?: CallOptions) => Promise<Answer>

interface State<T> {
  /** The request and round of `data` or `error`; null before the first answer. */
  answered: string | null
  given: T | undefined
  data: T | null
  error: Error | null
}

export function useCall<Request, Answer>(
  pick: (client: Client) => Operation<Request, Answer>,
  request: Request,
  { initialData, enabled = true, debounceMs = 0, keepPreviousData = true }: HookOptions<Answer> = {},
): Loaded<Answer> {
  const client = useClient()
  const [round, setRound] = useState(0)
  // Callers write requests inline, so contents decide whether a request changed, not identity.
  const key = `${round} ${JSON.stringify(request)}`
  const [stored, setState] = useState<State<Answer>>({ answered: null, given: undefined, data: null, error: null })
  let state = stored
  if (initialData !== undefined && state.answered !== key && state.given !== initialData) {
    state = { answered: key, given: initialData, data: initialData, error: null }
    setState(state)
  }
  const isAnswered = state.answered === key

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `request` and the round, and `pick` never changes
  useEffect(() => {
    if (!enabled || isAnswered) return
    const controller = new AbortController()
    const { signal } = controller
    const settle = (outcome: { data: Answer } | { error: Error }) =>
      signal.aborted || setState((former) => ({ ...former, error: null, answered: key, ...outcome }))
    const timer = setTimeout(() => {
      pick(client)(request, { signal }).then(
        (data) => settle({ data }),
        (error: Error) => settle({ error }),
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [client, key, isAnswered, enabled, debounceMs])

  const refetch = useCallback(() => setRound((former) => former + 1), [])
  return {
    data: isAnswered || keepPreviousData ? state.data : null,
    error: state.error,
    loading: enabled && !isAnswered,
    refetch,
  }
}
