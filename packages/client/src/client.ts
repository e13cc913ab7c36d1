/** Every endpoint of the service as a typed call: camelCase in and out, snake_case on the wire. */
import type * as Wire from '@vitrine/contract'
import type { Camel } from './camel-type.ts'
import { fromWire, toWire } from './case-mapping.ts'
import { UnsupportedVersionError } from './errors.ts'
import { createHosts } from './http/hosts.ts'
import { type CallOptions, createTransport, type Exchange } from './http/transport.ts'

export interface ClientOptions {
  /** The shop's platform domain. */
  shop: string
  /** A storefront key, `vsk_…`, or on a server a server key; not needed (and not sent) on version v2. */
  apiKey?: string
  /** v3 (default) is the whole suite; v2 has similar products and events only. */
  version?: 'v3' | 'v2'
  baseUrl: string
  /** Default: baseUrl. */
  searchUrl?: string
  /** Regional host for the search side, tried before searchUrl. */
  edgeUrl?: string
  /** For runtimes without a global fetch, and for instrumented ones. */
  fetch?: typeof fetch
  timeoutMs?: number
  retries?: number
  onExchange?: (exchange: Exchange) => void
  /** See `setCustomerSignature`. */
  customerSignature?: string
}

type In<T> = Camel<T>
type Out<T> = Promise<Camel<T>>

export interface ImageSource {
  /** The picture itself, or base64 / a data: URL. */
  image?: Blob | string
  imageUrl?: string | null
}

export interface Client {
  readonly version: 'v3' | 'v2'
  readonly shop: string
  init(request?: In<Wire.InitRequest>, options?: CallOptions): Out<Wire.InitResponse>
  sections(request: In<Wire.SectionsRequest>, options?: CallOptions): Out<Wire.SectionsResponse>
  recommendations(request: In<Wire.RecommendationsRequest>, options?: CallOptions): Out<Wire.RecommendationsResponse>
  /** Similar products on version v2. */
  legacyRecommendations(
    request: In<Wire.LegacyRecommendationsRequest>,
    options?: CallOptions,
  ): Out<Wire.LegacyRecommendationsResponse>
  automatic(request: In<Wire.AutomaticRequest>, options?: CallOptions): Out<Wire.AutomaticResponse>
  top(request: In<Wire.TopRequest>, options?: CallOptions): Out<Wire.TopResponse>
  searchInit(request?: In<Wire.SearchInitRequest>, options?: CallOptions): Out<Wire.SearchInitResponse>
  searchConfig(request?: In<Wire.SearchConfigRequest>, options?: CallOptions): Out<Wire.SearchConfigResponse>
  filters(request?: In<Wire.SearchConfigRequest>, options?: CallOptions): Out<Wire.FiltersResponse>
  filterAggregations(
    request: In<Wire.FilterAggregationsRequest>,
    options?: CallOptions,
  ): Out<Wire.FilterAggregationsResponse>
  search(request: In<Wire.SearchRequest>, options?: CallOptions): Out<Wire.SearchResponse>
  instantSearch(request: In<Wire.InstantSearchRequest>, options?: CallOptions): Out<Wire.InstantSearchResponse>
  imageSearch(
    request: Omit<In<Wire.ImageSearchRequest>, 'image'> & ImageSource,
    options?: CallOptions,
  ): Out<Wire.ImageSearchResponse>
  /** A whole envelope in wire names; the tracker builds it. */
  sendEvent(envelope: object, options?: CallOptions & { host?: 'base' | 'search' | 'legacy' }): Promise<{ ok: boolean }>
  /** The token of init, sent along with later requests. */
  setSessionToken(token: string | null): void
  /** Of the logged-in customer, as the shop's server signed it; null after a logout. Needed where the shop verifies customers. */
  setCustomerSignature(signature: string | null): void
}

const V1 = '/api/storefront/v1/headless'
const V2 = '/api/storefront/v2/headless'
const V3 = '/api/storefront/v3/headless'

export function createClient(options: ClientOptions): Client {
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
      return fromWire(await hosts[side]((origin) => transport.post(origin + path, body, headers(), callOptions)))
    }

  const imageSearch = operation('imageSearch', 'search', `${V1}/image-search`)
  const legacy = async (request: unknown, callOptions: CallOptions = {}): Promise<never> =>
    fromWire(
      await hosts.base((origin) =>
        transport.post(`${origin}${V2}/recommendations`, toWire(request), headers(), callOptions),
      ),
    )

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
    instantSearch: operation('instantSearch', 'search', `${V1}/instant-search`),
    imageSearch: (request, callOptions) => imageSearch(imageBody(request), callOptions),
    async sendEvent(envelope, { host = version === 'v2' ? 'legacy' : 'base', ...callOptions } = {}) {
      if (version === 'v2' && host !== 'legacy') throw new UnsupportedVersionError(`sendEvent to the ${host} host`)
      const path = host === 'legacy' ? '/api/storefront/event' : `${host === 'search' ? V1 : V3}/events`
      const send = (origin: string) => transport.post(origin + path, envelope, headers(), callOptions)
      return (await hosts[host === 'search' ? 'search' : 'base'](send)) as { ok: boolean }
    },
    setSessionToken(next) {
      token = next
    },
    setCustomerSignature(next) {
      signature = next
    },
  }
}

/** A Blob goes as a multipart file: a third smaller than base64, and read only once. */
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
