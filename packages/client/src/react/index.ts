/** React bindings. Safe on a server: nothing is fetched while rendering, and data fetched there can be handed in. */
import type * as Wire from '@vitrine/contract'
import { createContext, createElement, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import type { Camel } from '../camel-type.ts'
import type { Client } from '../client.ts'
import type { CallOptions } from '../http/transport.ts'

const ClientContext = createContext<Client | null>(null)

export function VitrineProvider({ client, children }: { client: Client; children?: ReactNode }): ReactNode {
  return createElement(ClientContext.Provider, { value: client }, children)
}

export function useClient(): Client {
  const client = useContext(ClientContext)
  if (client === null) throw new Error('useClient needs a <VitrineProvider client={…}> above it')
  return client
}

export interface Loaded<T> {
  /** The newest answer; the former one stays while the next is on its way, so that pages do not jump. */
  data: T | null
  error: Error | null
  loading: boolean
}

export interface HookOptions<T> {
  /** What a server already fetched for this very request: shown at once, not fetched again. */
  initialData?: T
  /** false: do not fetch (yet). */
  enabled?: boolean
  /** Wait this long for typing to pause. */
  debounceMs?: number
}

export function useSearch(request: Camel<Wire.SearchRequest>, options?: HookOptions<Camel<Wire.SearchResponse>>) {
  return useCall((client) => client.search, request, options)
}

export function useFacets(
  request: Camel<Wire.FilterAggregationsRequest>,
  options?: HookOptions<Camel<Wire.FilterAggregationsResponse>>,
) {
  return useCall((client) => client.filterAggregations, request, options)
}

export function useInstantSearch(
  request: Camel<Wire.InstantSearchRequest>,
  options?: HookOptions<Camel<Wire.InstantSearchResponse>>,
) {
  return useCall((client) => client.instantSearch, request, options)
}

export function useSections(request: Camel<Wire.SectionsRequest>, options?: HookOptions<Camel<Wire.SectionsResponse>>) {
  return useCall((client) => client.sections, request, options)
}

export function useRecommendations(
  request: Camel<Wire.RecommendationsRequest>,
  options?: HookOptions<Camel<Wire.RecommendationsResponse>>,
) {
  return useCall((client) => client.recommendations, request, options)
}

type Operation<Request, Answer> = (request: Request, options?: CallOptions) => Promise<Answer>

function useCall<Request, Answer>(
  pick: (client: Client) => Operation<Request, Answer>,
  request: Request,
  { initialData, enabled = true, debounceMs = 0 }: HookOptions<Answer> = {},
): Loaded<Answer> {
  const client = useClient()
  // Callers write the request inline: its content, not its identity, says whether it changed.
  const key = JSON.stringify(request)
  const handedIn = useRef(initialData === undefined ? null : key)
  const [state, setState] = useState<Loaded<Answer>>({
    data: initialData ?? null,
    error: null,
    loading: enabled && initialData === undefined,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for `request`, and `pick` never changes
  useEffect(() => {
    if (!enabled || handedIn.current === key) return
    handedIn.current = null
    const controller = new AbortController()
    setState((former) => ({ ...former, loading: true }))
    const timer = setTimeout(() => {
      pick(client)(request, { signal: controller.signal }).then(
        (data) => setState({ data, error: null, loading: false }),
        (error: Error) => controller.signal.aborted || setState((former) => ({ ...former, error, loading: false })),
      )
    }, debounceMs)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [client, key, enabled, debounceMs])

  return state
}
