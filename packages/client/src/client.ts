/** Every endpoint as a typed call: camelCase in and out, snake_case on the wire. */
import { answerFromWire, toWire } from './case-mapping.ts'
import { type FaultItem, inCallersCase, NetworkError, UnsupportedVersionError, VitrineError } from './errors.ts'
import { createHosts } from './http/hosts.ts'
import { type CallOptions, createTransport, type Exchange } from './http/transport.ts'
import type * as Types from './types.ts'
import type { ImageSource, ShopTypes, View } from './types.ts'

export interface ClientOptions {
  /** The shop's domain on the platform. */
  shop: string
  /** A storefront key, `vsk_…`, or on a server a server key. Version v2 needs none. */
  apiKey?: string
  /** v3 (default) has all operations; v2 only similar products and events. */
  version?: 'v3' | 'v2'
  baseUrl: string
  /** Default: baseUrl. */
  searchUrl?: string
  /** Regional host for search, tried before `searchUrl`. */
  edgeUrl?: string
  /** For runtimes without a global fetch, or to instrument it. */
  fetch?: typeof fetch
  timeoutMs?: number
  retries?: number
  onExchange?: (exchange: Exchange) => void
  /** Proves the shopper's customer id; see `setCustomerSignature`. */
  customerSignature?: string
}

/** @typeParam Shop names of this shop's facets and metafields; optional */
export interface Client<Shop extends ShopTypes = ShopTypes> {
  readonly version: 'v3' | 'v2'
  readonly shop: string
  init(request?: Types.InitRequest, options?: CallOptions): Promise<Types.InitResponse>
  sections(request: Types.SectionsRequest, options?: CallOptions): Promise<Types.SectionsResponse<Shop>>
  recommendations<const Query extends Types.RecommendationQuery>(
    request: Types.RecommendationsRequest<Query>,
    options?: CallOptions,
  ): Promise<Types.RecommendationsResponse<Shop, Query>>
  legacyRecommendations(
    request: Types.LegacyRecommendationsRequest,
    options?: CallOptions,
  ): Promise<Types.LegacyRecommendationsResponse>
  automatic<V extends View = 'product_details'>(
    request: Types.AutomaticRequest<V>,
    options?: CallOptions,
  ): Promise<Types.AutomaticResponse<Shop, V>>
  top<V extends View = 'product_details'>(
    request: Types.TopRequest<V>,
    options?: CallOptions,
  ): Promise<Types.TopResponse<Shop, V>>
  searchInit(request?: Types.SearchInitRequest, options?: CallOptions): Promise<Types.SearchInitResponse>
  searchConfig(request?: Types.SearchConfigRequest, options?: CallOptions): Promise<Types.SearchConfigResponse>
  filters(request?: Types.SearchConfigRequest, options?: CallOptions): Promise<Types.FiltersResponse>
  filterAggregations(
    request: Types.FilterAggregationsRequest<Shop>,
    options?: CallOptions,
  ): Promise<Types.FilterAggregationsResponse<Shop>>
  search<V extends View = 'product_details'>(
    request: Types.SearchRequest<Shop, V>,
    options?: CallOptions,
  ): Promise<Types.SearchResponse<Shop, V>>
  /** In the requested order. Omits products that are unknown or not available to this shopper. */
  products<V extends View = 'product_details'>(
    request: Types.ProductsRequest<V>,
    options?: CallOptions,
  ): Promise<Types.ProductsResponse<Shop, V>>
  instantSearch(request: Types.InstantSearchRequest, options?: CallOptions): Promise<Types.InstantSearchResponse<Shop>>
  imageSearch<V extends View = 'product_details'>(
    request: Types.ImageSearchRequest<V>,
    options?: CallOptions,
  ): Promise<Types.ImageSearchResponse<Shop, V>>
  /** Sends an envelope in wire names, as the tracker builds it. */
  sendEvent(envelope: object, options?: EventCallOptions & { host?: EventHost }): Promise<{ ok: boolean }>
  /** Sends up to 50 envelopes in one request. Results are in the order of the envelopes. */
  sendEvents(envelopes: readonly object[], options?: EventCallOptions): Promise<EventVerdict[]>
  setSessionToken(token: string | null): void
  /** The logged-in customer's signature, made by the shop's server, for shops that verify customers. */
  setCustomerSignature(signature: string | null): void
}

export type EventHost = 'base' | 'search' | 'legacy'

export interface EventCallOptions extends CallOptions {
  /** Sends shop and key in the URL, for callers that cannot set headers. */
  withoutHeaders?: boolean
}

export interface EventVerdict {
  ok: boolean
  /** A sentence, or an item for each fault. */
  error?: string | FaultItem[]
  /** Seconds after which the event may be sent again, if the service could not accept it yet. */
  retryAfter?: number
}

const V1 = '/api/storefront/v1/headless'
const V2 = '/api/storefront/v2/headless'
const V3 = '/api/storefront/v3/headless'

export function createClient<Shop extends ShopTypes = ShopTypes>(options: ClientOptions): Client<Shop> {
  checkOptions(options)
  const version = options.version ?? 'v3'
  const hosts = createHosts(options)
  const transport = createTransport({
    fetch: options.fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeoutMs: options.timeoutMs ?? 10_000,
    retries: options.retries ?? 2,
    ...(options.onExchange ? { onExchange: options.onExchange } : {}),
  })
  let token: string | null = null
  let signature: string | null = options.customerSignature ?? null

  const headers = (): Record<string, string> => ({
    'x-shop': options.shop,
    ...(version === 'v3' && options.apiKey ? { authorization: `Bearer ${options.apiKey}` } : {}),
    ...(token === null ? {} : { 'x-session-token': token }),
    ...(signature === null ? {} : { 'x-customer-signature': signature }),
  })

  const operation =
    (name: string, side: 'base' | 'search', path: string) =>
    async (request: unknown = {}, callOptions: CallOptions = {}): Promise<never> => {
      if (version === 'v2') throw new UnsupportedVersionError(name)
      const body = isForm(request) ? request : toWire(request)
      const post = (origin: string) => transport.post(origin + path, body, headers(), callOptions)
      return answerFromWire(await hosts[side](post).catch(rethrowInCallersCase)) as never
    }

  const postEvents = async (host: EventHost, path: string, body: object, callOptions: EventCallOptions) => {
    if (version === 'v2' && host !== 'legacy') throw new UnsupportedVersionError(`sendEvent to the ${host} host`)
    const { withoutHeaders = false, ...rest } = callOptions
    const address = `?shop=${encodeURIComponent(options.shop)}&key=${encodeURIComponent(options.apiKey ?? '')}`
    const send = (origin: string) => {
      if (rest.keepalive && isSentAsBeacon(origin + path + address, body))
        throw new NetworkError('a beacon has no answer')
      return withoutHeaders
        ? transport.post(origin + path + address, body, { 'content-type': 'text/plain' }, rest)
        : transport.post(origin + path, body, headers(), rest)
    }
    return hosts[host === 'search' ? 'search' : 'base'](send)
  }

  const imageSearch = operation('imageSearch', 'search', `${V1}/image-search`)
  const legacy = async (request: unknown, callOptions: CallOptions = {}): Promise<never> =>
    answerFromWire(
      await hosts
        .base((origin) => transport.post(`${origin}${V2}/recommendations`, toWire(request), headers(), callOptions))
        .catch(rethrowInCallersCase),
    ) as never

  return {
    version,
    shop: options.shop,
    init: operation('init', 'base', `${V3}/init`),
    sections: operation('sections', 'base', `${V3}/sections`),
    recommendations: operation('recommendations', 'base', `${V3}/recommendations`),
    legacyRecommendations: legacy,
    automatic: operation('automatic', 'base', `${V3}/recommendations/automatic`),
    top: operation('top', 'base', `${V3}/recommendations/top`),
    searchInit: operation('searchInit', 'search', `${V1}/init`),
    searchConfig: operation('searchConfig', 'search', `${V1}/config`),
    filters: operation('filters', 'search', `${V1}/filters`),
    filterAggregations: operation('filterAggregations', 'search', `${V1}/filter-aggregations`),
    search: operation('search', 'search', `${V1}/search`),
    products: operation('products', 'search', `${V1}/products`),
    instantSearch: operation('instantSearch', 'search', `${V1}/instant-search`),
    imageSearch: (request, callOptions) => imageSearch(imageBody(request), callOptions),
    sendEvent(envelope, { host = version === 'v2' ? 'legacy' : 'base', ...callOptions } = {}) {
      const path = host === 'legacy' ? '/api/storefront/event' : `${host === 'search' ? V1 : V3}/events`
      return postEvents(host, path, envelope, callOptions) as Promise<{ ok: boolean }>
    },
    async sendEvents(events, callOptions = {}) {
      const answer = await postEvents('base', `${V3}/events/batch`, { events }, callOptions)
      const verdicts = (answer as { results?: WireVerdict[] }).results ?? []
      return verdicts.map(({ retry_after: retryAfter, ...verdict }) => ({
        ...verdict,
        ...(retryAfter === undefined ? {} : { retryAfter }),
      }))
    },
    setSessionToken(next) {
      token = next
    },
    setCustomerSignature(next) {
      signature = next
    },
  }
}

type WireVerdict = Omit<EventVerdict, 'retryAfter'> & { retry_after?: number }

function checkOptions({ baseUrl, shop }: Partial<ClientOptions> = {}): void {
  if (!baseUrl || !/^https?:\/\//.test(baseUrl)) {
    const given = baseUrl ? `, not "${baseUrl}"` : ''
    throw new VitrineError(
      `createClient needs baseUrl, the address of your server, like https://vitrine.example.com${given}`,
    )
  }
  if (!shop) throw new VitrineError('createClient needs shop, the domain of the shop, like my-shop.myshopify.com')
}

function rethrowInCallersCase(error: unknown): never {
  throw inCallersCase(error)
}

/** Uses a beacon if requests cannot outlive the page. Its result is unknown, so its events are sent again. */
function isSentAsBeacon(url: string, body: object): boolean {
  if (typeof Request !== 'function' || 'keepalive' in Request.prototype) return false
  const text = new Blob([JSON.stringify(body)], { type: 'text/plain' })
  return typeof navigator === 'object' && !!navigator.sendBeacon?.(url, text)
}

/** Sends a Blob as a multipart file, which is a quarter smaller than base64 and is read only once. */
function imageBody(request: ImageSource): unknown {
  if (typeof Blob === 'undefined' || !(request.image instanceof Blob)) return request
  const form = new FormData()
  const { image, ...fields } = request
  for (const [name, value] of Object.entries(toWire(fields) as object)) {
    if (value !== undefined && value !== null)
      form.append(name, typeof value === 'string' ? value : JSON.stringify(value))
  }
  form.append('image', image as Blob, 'image')
  return form
}

function isForm(body: unknown): boolean {
  return typeof FormData !== 'undefined' && body instanceof FormData
}
