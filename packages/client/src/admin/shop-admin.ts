import type {
  Alert,
  AdminProductInput,
  AdminProductSchema,
  AuditView,
  BulkAnswer,
  ConfigVersionView,
  DraftView,
  ImageSearchResponse,
  ImportCheck,
  KeyView,
  PlatformId,
  ShopConfigInput,
  ShopView,
  Explained,
  Move,
  RuleTouch,
  ServedContent,
} from '@vitrine/contract'
import type { Period, ReplayedChange, ReportFilter, Reports, SearchHealthAnswer } from './reports.ts'
import type { PreviewSearch, SearchPreview, SectionsPreview } from './previews.ts'
import { ApiError } from '../errors.ts'
import type { Answer, Call, Send } from './send.ts'

export type {
  ImageSearchResponse,
  ImportCheck,
  AdminProductInput,
  Alert,
  AuditView,
  BulkAnswer,
  ConfigVersionView,
  DraftView,
  Explained,
  KeyView,
  Move,
  RuleTouch,
  ServedContent,
  ShopConfigInput,
}
export type AdminProduct = AdminProductSchema
/** A number, its digits, a GID that ends in them, or the platform's own text id. */
export type ProductId = PlatformId

export type ShopSettings = NonNullable<ShopConfigInput['shop']>

export interface ReportQuery extends Period, ReportFilter {
  key?: string
  ids?: string
  limit?: number
}

export interface ProductQuery {
  query?: string
  status?: string
  /** `vendor:Acme;stock:out;price:10:50` */
  filter?: string
  sort?: string
  page?: number
  ids?: string
  after_id?: number
  limit?: number
}

export interface NewDraft {
  title?: string
  patch: object
  /** Default: the base version of the stored draft, or the newest version for a new draft. */
  base_version?: number
}

export interface PublishOptions {
  /** When to publish the draft; now if absent. */
  at?: string | null
  note?: string
  /** Published instead of the saved content. */
  patch?: object
  base_version?: number | undefined
  on_conflict?: 'refuse' | 'draft_wins'
}

export interface Published {
  /** null if the draft goes live later. */
  version: number | null
  scheduled: DraftView | null
  /** Why a scheduled change looks harmful; null if it does not. */
  warning: string | null
}

export interface ExperimentEstimate {
  visitors_per_variant: number
  /** null if there are no visitors. */
  days: number | null
  baseline: number
  visitors_per_day: number
}

/** Computed in the background: `looked_at` is null before the first result, `is_current` false during the next run. */
export type Findings<Found> = Found & { looked_at: string | null; is_current: boolean }

export interface Suggestion {
  id: string
  kind: 'synonym' | 'redirect' | 'rule' | 'data' | 'choose'
  query: string
  proposal: string
  /** A merge patch for a draft with only this change. */
  patch: { [key: string]: unknown }
  evidence: { kind: string; text: string; count: number | null }[]
  /** Lower bound of the share of shoppers who meant the suggested query; null if nothing was counted. */
  confidence: number | null
  candidates: number[]
  lost_searches: number
  results_now: number
  results_expected: number
}

export interface QualityCheck {
  check: string
  severity: string
  count: number
  sample_ids: number[]
  details: { text: string; count: number }[]
  searches_affected: number | null
  fix: string
}

export interface ImportJob {
  id: string
  file: string
  actor: string
  state: 'waiting' | 'running' | 'done' | 'failed'
  /** 0 to 1. */
  progress: number
  created: number
  updated: number
  unchanged: number
  rejected: number
  faults: { line: number; error: string }[]
  error: string | null
  created_at: string
}

export interface EventOutcome {
  at: string
  event_id: string | null
  outcome:
    | 'accepted'
    | 'duplicate'
    | 'unreadable'
    | 'unknown_product'
    | 'refused'
    | 'busy'
    | 'over_quota'
    | 'not_counted'
    | 'set_aside'
  endpoint: string
  name: string | null
  error?: string | { message: string; path: (string | number)[] }[]
  body?: unknown
}

/** An item that is kept until the server can process it. */
export interface SetAsideItem {
  kind: 'event' | 'product' | 'webhook' | 'line'
  key: string
  at: string
  name: string
  cause: string
}

export interface LatestEvents {
  events: EventOutcome[]
  set_aside: SetAsideItem[]
}

export interface EmbeddingState {
  spaces: { kind: 'text' | 'image'; space: string; done: number; total: number; complete: boolean }[]
  failures: {
    product_id: number
    external_id?: string
    src: string
    reason: string
    attempts: number
    /** Time of the next attempt; null if a change of the product is awaited. */
    retry_at: string | null
  }[]
}

export interface ShopAdmin {
  readonly shop: string
  view(): Promise<ShopView>
  /** Creates the shop, or changes the given settings. */
  save(settings: ShopSettings): Promise<ShopView>
  config(): Promise<Answer<ShopConfigInput>>
  /** Includes filters and sections derived from the catalog. */
  effectiveConfig(): Promise<ShopConfigInput>
  /** Applies a JSON Merge Patch. Fails with 412 if `etag` is not the newest version. */
  patchConfig(patch: object, etag?: string | null): Promise<Answer<ShopConfigInput>>
  /** Newest first. */
  versions(page?: { before?: number; limit?: number }): Promise<ConfigVersionView[]>
  restoreVersion(version: number, note?: string): Promise<Answer<ShopConfigInput>>
  drafts(): Promise<DraftView[]>
  putDraft(id: string, draft: NewDraft): Promise<DraftView>
  deleteDraft(id: string): Promise<void>
  publishDraft(id: string, options?: PublishOptions): Promise<Published>
  /** Live and draft results side by side. Nothing is recorded. */
  previewSearch(request: PreviewSearch, signal?: AbortSignal): Promise<SearchPreview>
  previewSections(request: object, signal?: AbortSignal): Promise<SectionsPreview>
  /** Products that look like a picture. Nothing is recorded. */
  previewImageSearch(request: { image: string; pagination?: { limit?: number } }): Promise<ImageSearchResponse>
  embedding(): Promise<EmbeddingState>
  explain(request: PreviewSearch & { product_id: ProductId }): Promise<Explained>
  products(query?: ProductQuery): Promise<{ products: AdminProduct[]; next_after_id: number | null; total?: number }>
  product(id: ProductId): Promise<AdminProduct>
  /** Values with the most products come first. */
  productValues(attribute: 'tag' | 'vendor' | 'product_type'): Promise<{ value: string; products: number }[]>
  /** Creates or replaces products, as NDJSON. With `wait`, resolves when search can find them. */
  putProducts(products: readonly AdminProductInput[], options?: WriteOptions): Promise<BulkAnswer>
  /** Succeeds even if there is no such product. */
  deleteProduct(id: ProductId, options?: WriteOptions): Promise<void>
  report<R extends keyof Reports>(name: R, query?: ReportQuery, signal?: AbortSignal): Promise<Reports[R]>
  estimateExperiment(request: { effect: number; variants?: number; share?: number }): Promise<ExperimentEstimate>
  suggestions(): Promise<Findings<{ suggestions: Suggestion[] }>>
  dismissSuggestion(id: string): Promise<void>
  quality(): Promise<Findings<{ checks: QualityCheck[] }>>
  searchHealth(): Promise<SearchHealthAnswer>
  /** Replays the searches of the last 30 days with a draft or a patch. */
  replay(change: { draft?: string; patch?: object }, signal?: AbortSignal): Promise<ReplayedChange>
  /** Uploads a file. The server imports it in a job that reports its progress. */
  importFile(file: Blob, name: string): Promise<ImportJob>
  /** Returns what an import of the file would do. */
  checkImport(file: Blob): Promise<ImportCheck>
  imports(): Promise<ImportJob[]>
  alerts(): Promise<Alert[]>
  acknowledgeAlert(id: string): Promise<Alert>
  /** The secret that signs webhooks of alerts. */
  alertSecret(): Promise<string>
  readonly streamUrl: string
  reportCsv(name: keyof Reports, query?: ReportQuery): Promise<string>
  latestEvents(limit?: number): Promise<LatestEvents>
  /** Returns the items that still cannot be processed. */
  replaySetAside(): Promise<SetAsideItem[]>
  keys(): Promise<KeyView[]>
  issueKey(key: { label: string; kind: KeyView['kind'] }): Promise<{ id: string; key: string }>
  revokeKey(id: string): Promise<void>
  audit(page?: { before?: number; limit?: number }): Promise<AuditView[]>
}

export interface WriteOptions {
  wait?: boolean
}

function waiting(wait: boolean | undefined): Call['query'] {
  return wait ? { wait: 'true' } : {}
}

export function shopAdmin(send: Send, shop: string): ShopAdmin {
  const path = `/shops/${encodeURIComponent(shop)}`
  const get = async <T>(below: string, call?: Call) => (await send<T>('GET', path + below, call)).body
  return {
    shop,
    view: () => get(''),
    save: async (body) => (await send<ShopView>('PUT', path, { body })).body,
    config: () => send('GET', `${path}/config`),
    effectiveConfig: () => get('/config', { query: { effective: 'true' } }),
    patchConfig: (body, etag) => send('PATCH', `${path}/config`, { body, headers: etag ? { 'if-match': etag } : {} }),
    versions: async (page) =>
      (await get<{ versions: ConfigVersionView[] }>('/config/versions', { query: { ...page } })).versions,
    restoreVersion: (version, note) =>
      send('POST', `${path}/config/versions/${version}/restore`, { body: note ? { note } : {} }),
    drafts: async () => (await get<{ drafts: DraftView[] }>('/drafts')).drafts,
    putDraft: async (id, body) => (await send<DraftView>('PUT', `${path}/drafts/${id}`, { body })).body,
    deleteDraft: async (id) => void (await send('DELETE', `${path}/drafts/${id}`)),
    publishDraft: async (id, body = {}) =>
      (await send<Published>('POST', `${path}/drafts/${id}/publish`, { body })).body,
    previewSearch: async (body, signal) =>
      (await send<SearchPreview>('POST', `${path}/preview/search`, { body, signal })).body,
    previewSections: async (body, signal) =>
      (await send<SectionsPreview>('POST', `${path}/preview/sections`, { body, signal })).body,
    previewImageSearch: async (body) =>
      (await send<ImageSearchResponse>('POST', `${path}/preview/image-search`, { body })).body,
    embedding: () => get('/embedding'),
    explain: async (body) => (await send<Explained>('POST', `${path}/explain`, { body })).body,
    products: (query) => get('/products', { query: { ...query } }),
    productValues: async (attribute) =>
      (await get<{ values: { value: string; products: number }[] }>('/product-values', { query: { attribute } }))
        .values,
    product: (id) => get(`/products/${encodeURIComponent(id)}`),
    putProducts: async (products, { wait } = {}) => {
      const body = new Blob(products.map((product) => `${JSON.stringify(product)}\n`))
      return (await send<BulkAnswer>('POST', `${path}/products/bulk`, { body, query: waiting(wait) })).body
    },
    deleteProduct: async (id, { wait } = {}) => {
      const call = { query: waiting(wait) }
      await send('DELETE', `${path}/products/${encodeURIComponent(id)}`, call).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      })
    },
    report: (name, query = {}, signal) => {
      const [report, by] = name === 'overview-days' ? ['overview', 'day'] : [name, undefined]
      return get(`/analytics/${report}`, { query: { ...query, by }, signal })
    },
    estimateExperiment: async (body) =>
      (await send<ExperimentEstimate>('POST', `${path}/experiments/estimate`, { body })).body,
    searchHealth: () => get('/search-health'),
    replay: async (body, signal) =>
      (await send<ReplayedChange>('POST', `${path}/search-health/replay`, { body, signal })).body,
    suggestions: () => get('/suggestions'),
    dismissSuggestion: async (id) => void (await send('POST', `${path}/suggestions/${id}/dismiss`, { body: {} })),
    quality: () => get('/quality'),
    importFile: async (body, name) =>
      (await send<ImportJob>('POST', `${path}/imports`, { body, query: { name } })).body,
    checkImport: async (body) => (await send<ImportCheck>('POST', `${path}/imports/check`, { body })).body,
    imports: async () => (await get<{ imports: ImportJob[] }>('/imports')).imports,
    alerts: async () => (await get<{ alerts: Alert[] }>('/alerts')).alerts,
    acknowledgeAlert: async (id) => (await send<Alert>('POST', `${path}/alerts/${id}/acknowledge`, { body: {} })).body,
    alertSecret: async () => (await get<{ secret: string }>('/alerts/secret')).secret,
    streamUrl: `/api/admin/v1${path}/stream`,
    reportCsv: (name, query = {}) => {
      const [report, by] = name === 'overview-days' ? ['overview', 'day'] : [name, undefined]
      return get(`/analytics/${report}`, { query: { ...query, by }, headers: { accept: 'text/csv' } })
    },
    latestEvents: (limit) => get('/events/debug', { query: { limit } }),
    replaySetAside: async () =>
      (await send<Pick<LatestEvents, 'set_aside'>>('POST', `${path}/set-aside/replay`, { body: {} })).body.set_aside,
    keys: async () => (await get<{ keys: KeyView[] }>('/keys')).keys,
    issueKey: async (body) => (await send<{ id: string; key: string }>('POST', `${path}/keys`, { body })).body,
    revokeKey: async (id) => void (await send('DELETE', `${path}/keys/${id}`)),
    audit: async (page) => (await get<{ entries: AuditView[] }>('/audit', { query: { ...page } })).entries,
  }
}
