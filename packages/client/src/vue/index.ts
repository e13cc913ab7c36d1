/** Vue composables: they keep the previous answer until the next arrives, and drop late answers. */
import {
  type App,
  getCurrentScope,
  inject,
  type MaybeRefOrGetter,
  onScopeDispose,
  type Ref,
  type ShallowRef,
  ref,
  shallowRef,
  toValue,
  watch,
} from 'vue'
import type { Client } from '../client.ts'
import type { Tracker } from '../events/tracker.ts'
import type { CallOptions } from '../http/transport.ts'
import type * as Types from '../types.ts'

const KEY = Symbol('vitrine')
const TRACKER = Symbol('vitrine tracker')

/** `app.use(vitrine(client, tracker))`; the tracker is for `useTracker`. */
export function vitrine(client: Client, tracker: Tracker | null = null): { install: (app: App) => void } {
  return { install: (app) => void app.provide(KEY, client).provide(TRACKER, tracker) }
}

export function useTracker(): Tracker {
  const tracker = inject<Tracker | null>(TRACKER, null)
  if (tracker === null) throw new Error('no tracker: call app.use(vitrine(client, tracker)) first')
  return tracker
}

export function useClient(): Client {
  return injectedClient()
}

function injectedClient(): Client {
  const client = inject<Client | null>(KEY, null)
  if (client === null) throw new Error('no client: call app.use(vitrine(client)) first, or pass one in the options')
  return client
}

export interface Loaded<T> {
  data: ShallowRef<T | null>
  error: ShallowRef<Error | null>
  loading: Ref<boolean>
  /** Sends the same request again. */
  refetch: () => void
}

export interface CallSettings<T> {
  /** For use outside components, where nothing is injected. */
  client?: Client
  /** Data from a server for this request, which is then not fetched. */
  initialData?: T
  /** false: do not fetch (yet). */
  enabled?: MaybeRefOrGetter<boolean>
  /** Milliseconds to wait for a pause in typing. */
  debounceMs?: number
}

type Operation<Request, Answer> = (request: Request, options?: CallOptions) => Promise<Answer>

function useCall<Request, Answer>(
  pick: (client: Client) => Operation<Request, Answer>,
  request: MaybeRefOrGetter<Request>,
  { client: given, initialData, enabled = true, debounceMs = 0 }: CallSettings<Answer> = {},
): Loaded<Answer> {
  const client = given ?? injectedClient()
  const data = shallowRef<Answer | null>(initialData ?? null)
  const error = shallowRef<Error | null>(null)
  const loading = ref(false)
  const round = ref(0)
  let handedIn = initialData !== undefined
  let underWay: AbortController | undefined
  const ask = () => {
    const controller = new AbortController()
    underWay = controller
    const isLate = () => controller.signal.aborted
    const timer = setTimeout(() => {
      pick(client)(toValue(request), { signal: controller.signal }).then(
        (answer) => {
          if (isLate()) return
          data.value = answer
          error.value = null
          loading.value = false
        },
        (failure: Error) => {
          if (isLate()) return
          error.value = failure
          loading.value = false
        },
      )
    }, debounceMs)
    controller.signal.addEventListener('abort', () => clearTimeout(timer))
  }
  // Contents decide whether a request changed, not identity.
  const stop = watch(
    () => (toValue(enabled) ? `${round.value} ${JSON.stringify(toValue(request))}` : null),
    (key) => {
      underWay?.abort()
      loading.value = key !== null && !handedIn
      if (loading.value) ask()
      handedIn = false
    },
    { immediate: true, flush: 'sync' },
  )
  if (getCurrentScope())
    onScopeDispose(() => {
      stop()
      underWay?.abort()
    })
  return { data, error, loading, refetch: () => void round.value++ }
}

export function useSearch<V extends Types.View = 'product_details'>(
  request: MaybeRefOrGetter<Types.SearchRequest<Types.ShopTypes, V>>,
  settings?: CallSettings<Types.SearchResponse<Types.ShopTypes, V>>,
): Loaded<Types.SearchResponse<Types.ShopTypes, V>> {
  return useCall((client) => client.search<V>, request, settings)
}

export function useFacets(
  request: MaybeRefOrGetter<Types.FilterAggregationsRequest>,
  settings?: CallSettings<Types.FilterAggregationsResponse>,
): Loaded<Types.FilterAggregationsResponse> {
  return useCall((client) => client.filterAggregations, request, settings)
}

export function useInstantSearch(
  request: MaybeRefOrGetter<Types.InstantSearchRequest>,
  settings?: CallSettings<Types.InstantSearchResponse>,
): Loaded<Types.InstantSearchResponse> {
  return useCall((client) => client.instantSearch, request, settings)
}

export function useProducts<V extends Types.View = 'product_details'>(
  request: MaybeRefOrGetter<Types.ProductsRequest<V>>,
  settings?: CallSettings<Types.ProductsResponse<Types.ShopTypes, V>>,
): Loaded<Types.ProductsResponse<Types.ShopTypes, V>> {
  return useCall((client) => client.products<V>, request, settings)
}

export function useSections(
  request: MaybeRefOrGetter<Types.SectionsRequest>,
  settings?: CallSettings<Types.SectionsResponse>,
): Loaded<Types.SectionsResponse> {
  return useCall((client) => client.sections, request, settings)
}

export function useRecommendations<const Query extends Types.RecommendationQuery>(
  request: MaybeRefOrGetter<Types.RecommendationsRequest<Query>>,
  settings?: CallSettings<Types.RecommendationsResponse<Types.ShopTypes, Query>>,
): Loaded<Types.RecommendationsResponse<Types.ShopTypes, Query>> {
  return useCall((client) => client.recommendations<Query>, request, settings)
}
