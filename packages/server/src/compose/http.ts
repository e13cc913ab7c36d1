import { LRUCache } from 'lru-cache'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../config.ts'
import { type AccessDeps, findSession } from '../features/access/sessions.ts'
import { AgentProfiles, type ProfileSource } from '../features/agents/agent-profiles.ts'
import { RecentSearches } from '../features/analytics/recent-searches.ts'
import { AutomaticShops } from '../features/automatic/automatic-shops.ts'
import { type LineDeps, replayLines } from '../features/catalog/import/set-line-aside.ts'
import { importFile } from '../features/catalog/manage-products.ts'
import { KEPT_VALUES, type PageFilters, weighDefinitions } from '../features/facets/filter-definitions.ts'
import { AllowedProducts } from '../features/image-search/allowed-products.ts'
import type { ImageSearchDeps } from '../features/image-search/image-search.ts'
import { ImportJobs } from '../features/insights/import-jobs.ts'
import { keptQuality } from '../features/insights/shop-insights.ts'
import { webhookSecret } from '../features/insights/webhook-signature.ts'
import { shopOrigin } from '../features/platform/shop-origin.ts'
import { HealthRuns } from '../features/search-health/health-runs.ts'
import { warningOf } from '../features/search-health/search-health.ts'
import type { PreviewFeatures } from '../features/preview/preview.ts'
import { findAnyProduct } from '../features/query/find-any-product.ts'
import { tasteRanking } from '../features/search/personal-ranking.ts'
import type { SearchLearning } from '../features/search/search-learning.ts'
import type { sessionTokens } from '../features/session/session-token.ts'
import { VisitIds } from '../features/session/visit-ids.ts'
import { DEMO_ADMIN_KEY, DEMO_SHOP, DEMO_STOREFRONT_KEY } from '@vitrine/contract/demo-shop'
import type { RemoveShopDeps } from '../features/shops/remove-shop.ts'
import type { TenantCache } from '../features/shops/tenant-cache.ts'
import type { InventoryItems } from '../features/webhooks/inventory-items.ts'
import { replayWebhooks } from '../features/webhooks/receive-webhook.ts'
import { type App, createApp } from '../http/app.ts'
import type { HttpMetrics } from '../http/metrics.ts'
import { adminAccessRoutes } from '../http/routes/admin-access.ts'
import { adminAnalyticsRoutes } from '../http/routes/admin-analytics.ts'
import { adminConfigRoutes } from '../http/routes/admin-config.ts'
import { adminEmbeddingRoutes } from '../http/routes/admin-embedding.ts'
import { adminProductRoutes } from '../http/routes/admin-products.ts'
import { adminHistoryRoutes, eventRoutes, webhookRoutes } from '../http/routes/events.ts'
import { adminInsightRoutes } from '../http/routes/admin-insights.ts'
import { adminPreviewRoutes } from '../http/routes/admin-preview.ts'
import { adminSearchHealthRoutes } from '../http/routes/admin-search-health.ts'
import { adminKeyRoutes, adminShopRoutes } from '../http/routes/admin-shops.ts'
import { appPages, demoImageRoutes, firstPage } from '../http/routes/app-pages.ts'
import { discoveryRoutes } from '../http/routes/discovery.ts'
import { mcpRoutes } from '../http/routes/mcp.ts'
import { type OperationsDeps, operationsRoutes } from '../http/routes/operations.ts'
import { ucpRoutes } from '../http/routes/ucp.ts'
import { storefrontRoutes } from '../http/routes/storefront.ts'
import { IntervalJob } from '../jobs/interval-job.ts'
import type { AlertWatch } from '../jobs/watch-alerts.ts'
import type { StoreWatch } from '../jobs/watch-store.ts'
import { newId } from '../new-id.ts'
import { noteAddress } from '../ports/data-folder/data-folder.ts'
import { guardedHttpSource } from '../ports/image-source/guarded-http.ts'
import type { RecordStore, Shop } from '../ports/record-store/record-store.ts'
import type { Tracing } from '../ports/tracing/tracing.ts'
import { packageVersion } from '../version.ts'
import { composeAlerts } from './alerts.ts'
import type { Demo } from './demo.ts'
import type { Events } from './events.ts'
import type { Assembly } from './parts.ts'
import type { composeRecommending } from './recommend.ts'
import type { Store } from './store.ts'
import type { Vectors } from './vectors.ts'

const DEMO_ACCESS = { shop: DEMO_SHOP, storefrontKey: DEMO_STOREFRONT_KEY, adminKey: DEMO_ADMIN_KEY }

const DASHBOARD = {
  base: '/dashboard',
  folder: fileURLToPath(new URL('../../../../apps/dashboard/dist', import.meta.url)),
  name: 'The dashboard',
}

export interface HttpParts extends Vectors {
  store: Store
  residents: TenantCache
  events: Events['events']
  learning: SearchLearning
  recommending: ReturnType<typeof composeRecommending>
  demo: Demo | undefined
  tokens: ReturnType<typeof sessionTokens>
  secret: string
  metrics: HttpMetrics
  shopAdmin: RemoveShopDeps & { access: AccessDeps }
  inventoryItems: InventoryItems
  readiness: OperationsDeps['readiness']
  isBeingCreated: (shop: string) => boolean
  watch: Pick<StoreWatch, 'stateAgeSeconds'> | undefined
}

export async function composeHttp(
  assembly: Assembly,
  parts: HttpParts,
): Promise<{ app: App; alerts: AlertWatch; nightly: IntervalJob }> {
  const { config, log, clock, onError } = assembly
  const { store, tokens, metrics } = parts
  const automatic = new AutomaticShops({ shops: store.shops, index: store.index, store: store.records, clock, onError })
  const app = await createApp({
    auth: {
      keys: store.keys,
      findShop: (id) => automatic.find(id),
      recallShop: (id) => automatic.recall(id),
      stored: store.shops,
      findSession: (token, nowMs) => findSession(parts.shopAdmin.access, token, nowMs),
      deploymentAdminKey: config.adminKey ?? developmentAdminKey(config),
      isBeingCreated: parts.isBeingCreated,
    },
    residents: parts.residents,
    tokens,
    audit: (entry) => store.admin.appendAudit(entry),
    log,
    metrics,
    clock,
    newId,
    tracing: await openTracing(assembly),
    role: config.role,
    region: config.region,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    stateAgeSeconds: () => parts.watch?.stateAgeSeconds,
    limits: {
      rateLimitPerMinute: config.rateLimitPerMinute,
      addressRateLimitPerMinute: config.addressRateLimitPerMinute,
      unlimitedAddresses: config.unlimitedAddresses,
      connections: config.maxConnections,
    },
  })
  app.server.addHook('onListen', async () => noteAddress(config.dataFolder, app.server.listeningOrigin))
  const visits = new VisitIds(parts.secret)
  shopperRoutes(app, assembly, { ...parts, visits })
  const reports = { records: store.records, recent: new RecentSearches(parts.events.store) }
  const imports = importJobs(assembly, { store: store.records, aside: parts.events.store })
  const replaySetAside = adminRoutes(app, { ...parts, imports }, clock)
  adminAnalyticsRoutes(app, {
    ...{ ...parts.events, ...reports, replaySetAside },
    products: store.products,
    findShop: store.shops.find,
  })
  const preview = previewFeatures({ ...parts, visits }, config.region, automatic)
  adminPreviewRoutes(app, { ...preview, residents: parts.residents })
  const webhookSecretOf = (shop: Shop) => webhookSecret(parts.secret, shopOrigin(shop))
  const quality = keptQuality({
    ...{ preview, store: store.records, clock, onError },
    reports: { ...reports, store: parts.events.store },
  })
  const runs = healthRoutes(app, assembly, parts, { quality, preview, automatic })
  const nightly = dailyChecks(runs, parts, (error) => onError(error, 'checking search health at night'))
  assembly.onClose(() => nightly.stop())
  insightRoutes(app, assembly, parts, { ...reports, quality, preview, imports, webhookSecretOf })
  operationsRoutes(app, {
    metrics,
    version: packageVersion(),
    readiness: parts.readiness,
    demoKeys: parts.demo && !config.production ? DEMO_ACCESS : undefined,
    metricsAccess: config.metricsAccess,
    docsAccess: config.docsAccess,
  })
  if (parts.demo) {
    demoImageRoutes(app, parts.demo.pictures)
    appPages(app, { base: '/demo', folder: parts.demo.pages, name: 'The demo storefront' })
  }
  if (config.role !== 'edge') appPages(app, DASHBOARD)
  firstPage(app, parts.demo && !config.production ? '/demo/' : '/dashboard/')
  return { app, alerts: composeAlerts(assembly, { ...parts, imports, webhookSecretOf, runs }), nightly }
}

/** Loads the SDK only if traces are on. */
async function openTracing({ config, onClose }: Assembly): Promise<Tracing | undefined> {
  if (config.tracesEndpoint === null) return undefined
  const { otlpTracing } = await import('../ports/tracing/otlp.ts')
  const tracing = otlpTracing({ endpoint: config.tracesEndpoint, version: packageVersion() })
  onClose(() => tracing.close())
  return tracing
}

function searchingParts({ store: { index, products }, events, learning, recommending }: HttpParts) {
  return {
    index,
    products,
    personal: tasteRanking({ profiles: events.profiles, products }),
    shopperFacts: recommending.shopperFacts,
    learning,
    serves: events.serves,
    queries: events.queryStatistics,
  }
}

function imageParts(parts: HttpParts): ImageSearchDeps {
  const { vectors, store, webImages } = parts
  return {
    ...searchingParts(parts),
    semantic: vectors.semantic,
    vectors: vectors.vectors,
    imageEmbedderOf: vectors.imageEmbedderOf,
    matchedPictures: vectors.matchedPictures,
    thumbnails: vectors.thumbnails,
    allowed: new AllowedProducts(store.index),
    web: webImages,
  }
}

function previewFeatures(
  parts: HttpParts & { visits: VisitIds },
  region: string,
  automatic: AutomaticShops,
): PreviewFeatures {
  const { store, vectors, recommending, tokens, visits } = parts
  const searching = searchingParts(parts)
  const { semantic } = vectors
  return {
    store: store.records,
    drafts: store.admin,
    withAutomatic: (live, config) => automatic.applied(live, config),
    region,
    search: { ...searching, semantic },
    instant: searching,
    images: imageParts(parts),
    facets: { index: store.index, semantic, shopperFacts: recommending.shopperFacts },
    sections: { ...recommending, tokens, visits },
  }
}

function shopperRoutes(app: App, assembly: Assembly, parts: HttpParts & { visits: VisitIds }): void {
  const { store, events, vectors, recommending, tokens, visits } = parts
  const { index } = store
  const { semantic } = vectors
  const kept = new LRUCache<string, PageFilters>({ maxSize: KEPT_VALUES, sizeCalculation: weighDefinitions })
  const searching = { ...searchingParts(parts), semantic }
  storefrontRoutes(app, {
    sessions: { profiles: events.profiles, products: store.products, tokens, visits, newId },
    recommend: { ...recommending, index, semantic, tokens, visits },
    definitions: { index, definitions: kept, tokens, visits, newId },
    search: searching,
    images: imageParts(parts),
  })
  eventRoutes(app, events.ingest)
  mcpRoutes(app, { ...recommending, ...searching, version: packageVersion() })
  const profiles = new AgentProfiles(assembly.agentProfiles ?? webProfiles(assembly))
  const hasShop = async (id: string) => (await store.shops.find(id)) !== undefined
  ucpRoutes(app, { ...recommending, ...searching, profiles, hasShop, version: packageVersion() })
  discoveryRoutes(app, { version: packageVersion(), hasReference: assembly.config.docsAccess === 'on' })
}

function adminRoutes(
  app: App,
  parts: HttpParts & { imports: ImportJobs },
  clock: () => number,
): (shop: Shop) => Promise<void> {
  const { store, events, vectors, shopAdmin, inventoryItems, recommending } = parts
  const { access } = shopAdmin
  const { records, index, shops, keys, webhookMemory } = store
  const findShop = shops.find
  adminAccessRoutes(app, access)
  adminShopRoutes(app, shopAdmin)
  adminKeyRoutes(app, { store: records, keys, exclusively: access.exclusively })
  const whenFindable = async (id: string, seq: number) => {
    const shop = parts.residents.has(id) ? await findShop(id) : undefined
    // A shop that is not in memory is loaded completely by the next request.
    if (shop) await index.waitFor(shop, seq)
  }
  const lines = { store: records, aside: events.store, clock }
  adminProductRoutes(app, {
    ...lines,
    imports: parts.imports,
    whenFindable,
    entriesOf: async (shop) => (await recommending.catalogs.of(shop)).entries,
    findIds: (shop, query) => findAnyProduct(index, shop, query),
    findShop,
  })
  adminEmbeddingRoutes(app, { ...vectors, products: parts.store.products, findShop })
  const webhooks = {
    findShop,
    store: records,
    memory: webhookMemory,
    aside: events.store,
    replayed: new Set<string>(),
    log: events.log,
    items: inventoryItems,
    onAppended: events.history.onAppended,
    exclusively: store.exclusively,
  }
  webhookRoutes(app, webhooks)
  adminHistoryRoutes(app, { history: events.history, findShop })
  return async (shop) => {
    await replayLines(lines, shop.id)
    await replayWebhooks(webhooks, shop)
    await events.follower.replay(shop.id)
    await index.retryUnindexed(shop)
  }
}

function healthRoutes(
  app: App,
  { clock, onError }: Assembly,
  parts: HttpParts,
  { quality, preview, automatic }: Pick<InsightParts, 'quality' | 'preview'> & Automatic,
): HealthRuns {
  const deps = {
    preview,
    clock,
    learning: parts.learning,
    derived: parts.events.store,
    products: parts.store.records,
    quality: async (shop: Shop) => (await quality.current(shop)).found,
    onError: (error: unknown) => onError(error, 'checking search health'),
  }
  const runs = new HealthRuns(deps)
  const { residents, shopAdmin, store } = parts
  adminSearchHealthRoutes(app, { ...deps, runs, findShop: store.shops.find, residents })
  const warn = async (id: string, patch: Record<string, unknown>) => {
    const shop = await store.shops.find(id)
    return shop ? residents.during(id, () => warningOf(deps, shop, { patch })) : null
  }
  adminConfigRoutes(app, { ...shopAdmin, drafts: store.admin, automatic, warningOf: warn })
  return runs
}

/** Checks the search of shops in memory once a day, one after another. */
function dailyChecks(runs: HealthRuns, { residents, store }: HttpParts, onError: (error: unknown) => void) {
  const check = async (id: string) => {
    const shop = await store.shops.find(id)
    if (shop) await runs.daily(shop)
  }
  return new IntervalJob(3_600_000, async () => {
    for (const id of residents.ids()) await check(id).catch(onError)
  })
}

interface Automatic {
  automatic: AutomaticShops
}

interface InsightParts {
  quality: ReturnType<typeof keptQuality>
  records: RecordStore
  recent: RecentSearches
  preview: PreviewFeatures
  imports: ImportJobs
  webhookSecretOf: (shop: Shop) => string
}

function insightRoutes(
  app: App,
  { clock, onError }: Assembly,
  { store, events, vectors }: HttpParts,
  { quality, records, recent, preview, imports, webhookSecretOf }: InsightParts,
): void {
  adminInsightRoutes(app, {
    ...vectors,
    quality,
    storedOutcomes: events.storedOutcomes,
    reports: { store: events.store, recent, records },
    preview,
    store: records,
    records,
    clock,
    onError,
    findShop: store.shops.find,
    imports,
    webhookSecretOf,
    alerts: store.admin,
    dismissals: store.admin,
    drafts: store.admin,
  })
}

function importJobs({ config, clock, onError }: Assembly, catalog: Pick<LineDeps, 'store' | 'aside'>): ImportJobs {
  return new ImportJobs({
    folder: join(config.dataFolder, 'imports'),
    newId,
    clock,
    importFile: (shop, file, words) =>
      importFile({ ...catalog, clock, whenFindable: async () => {} }, shop, file, {
        answerWhen: 'stored',
        ...words,
      }),
    onError: (error) => onError(error, 'importing a file'),
  })
}

/** Returns the demo's public admin key in development, where it manages every shop; null in production. */
function developmentAdminKey(config: Config): string | null {
  return config.demo && !config.production ? DEMO_ADMIN_KEY : null
}

/** Fetches profiles as the Universal Commerce Protocol requires: over TLS from public addresses, without redirects. */
function webProfiles({ onClose }: Assembly): ProfileSource {
  const source = guardedHttpSource({
    accept: 'application/json',
    timeoutMs: 3000,
    maxBytes: 64 * 1024,
    maxRedirects: 0,
    isAllowedPort: (port) => port === 443,
  })
  onClose(() => source.close())
  return source
}
