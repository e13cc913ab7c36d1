/** Config → running parts. The only file that knows every adapter. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { BadSetting, type Config } from './config.ts'
import { cachedProductReader } from './features/catalog/product-reader.ts'
import { DEMO_ADMIN_KEY } from './features/demo/demo-identity.ts'
import { DemoPictures } from './features/demo/demo-pictures.ts'
import { ensureDemoShop } from './features/demo/ensure-demo-shop.ts'
import { answerCache } from './features/facets/answer-cache.ts'
import { KEPT_VALUES, weighDefinitions } from './features/facets/filter-definitions.ts'
import { LiveCatalogs } from './features/recommend/catalog/live-catalogs.ts'
import { RecommendModels } from './features/recommend/models/recommend-models.ts'
import { signedCursors } from './features/recommend/paging/cursors.ts'
import { PageStreams } from './features/recommend/paging/page-streams.ts'
import { shownInChain } from './features/recommend/paging/shown-in-chain.ts'
import { tasteRanking } from './features/search/personal-ranking.ts'
import { AllowedProducts } from './features/image-search/allowed-products.ts'
import { sessionTokens } from './features/session/session-token.ts'
import { KeyRing } from './features/shops/key-ring.ts'
import { shopCache } from './features/shops/shop-cache.ts'
import { keyedMutex } from './features/webhooks/keyed-mutex.ts'
import { InventoryItems } from './features/webhooks/inventory-items.ts'
import { type App, createApp } from './http/app.ts'
import { createHttpMetrics } from './http/metrics.ts'
import { adminAnalyticsRoutes } from './http/routes/admin-analytics.ts'
import { adminHistoryRoutes } from './http/routes/admin-history.ts'
import { adminEmbeddingRoutes } from './http/routes/admin-embedding.ts'
import { adminProductRoutes } from './http/routes/admin-products.ts'
import { adminConfigRoutes, adminKeyRoutes, adminShopRoutes } from './http/routes/admin-shops.ts'
import { automaticRoutes } from './http/routes/automatic.ts'
import { configRoutes } from './http/routes/config.ts'
import { demoImageRoutes } from './http/routes/demo-images.ts'
import { eventRoutes } from './http/routes/events.ts'
import { filterAggregationRoutes } from './http/routes/filter-aggregations.ts'
import { filterRoutes } from './http/routes/filters.ts'
import { initRoutes } from './http/routes/init.ts'
import { imageSearchRoutes } from './http/routes/image-search.ts'
import { instantSearchRoutes } from './http/routes/instant-search.ts'
import { operationsRoutes } from './http/routes/operations.ts'
import { recommendationRoutes } from './http/routes/recommendations.ts'
import { searchRoutes } from './http/routes/search.ts'
import { sectionRoutes } from './http/routes/sections.ts'
import { storefrontAppRoutes } from './http/routes/storefront-app.ts'
import { topRoutes } from './http/routes/top.ts'
import { registerEventMetrics } from './jobs/event-metrics.ts'
import { webhookRoutes } from './http/routes/webhooks.ts'
import { attributionSettings, eventPipeline } from './jobs/event-pipeline.ts'
import { RefineModels } from './jobs/refine-models.ts'
import { PopularityRefresh } from './jobs/refresh-popularity.ts'
import { vectorPipeline } from './jobs/vector-pipeline.ts'
import type { EventConsumer } from './ports/event-log/event-consumer.ts'
import { sqliteDerivedStore } from './ports/derived-store/sqlite.ts'
import { sqliteEventLog } from './ports/event-log/sqlite.ts'
import { newId } from './new-id.ts'
import { DATA_FILES, lockDataFolder } from './ports/data-folder.ts'
import { visualModel } from './ports/embedder/local/visual-model.ts'
import { openEmbedder, withoutSecret } from './ports/embedder/open-embedder.ts'
import { guardedHttpSource } from './ports/image-source/guarded-http.ts'
import { productImageSource } from './ports/image-source/product-images.ts'
import { sqliteRecordStore } from './ports/record-store/sqlite.ts'
import { inProcessSearchIndex } from './ports/search-index/in-process.ts'
import { sqliteVectorArchive } from './ports/vector-archive/sqlite.ts'
import { sqliteWebhookMemory } from './ports/webhook-memory/sqlite.ts'
import { secretOfFolder } from './secret-file.ts'
import { Startup } from './startup.ts'

export interface ComposeOptions {
  /** Milliseconds since 1970; tests pass their own. */
  clock?: () => number
  /** Takes the log's lines of JSON, instead of the standard output. */
  logTo?: { write(line: string): void }
}

/** Where `npm run build` puts the demo storefront. */
const STOREFRONT_FOLDER = fileURLToPath(new URL('../../../apps/storefront/dist', import.meta.url))

/** Models look at small pictures. */
const EMBEDDED_PICTURE_WIDTH = 320

export type Vitrine = Awaited<ReturnType<typeof compose>>

type Close = () => Promise<void> | void

/** Opens the data folder and builds every part. Nothing listens yet; `start()` begins the background work. */
export async function compose(config: Config, options: ComposeOptions = {}) {
  const closers: Close[] = []
  try {
    return await build(config, options, closers)
  } catch (error) {
    // Threads and timers of the parts that are there would keep the process from ending. What cannot be closed is not the cause.
    for (const close of closers.toReversed()) await (async () => close())().catch(() => {})
    throw error
  }
}

async function build(config: Config, options: ComposeOptions, closers: Close[]) {
  const clock = options.clock ?? Date.now
  const logging = { level: config.logLevel, base: undefined }
  const log = options.logTo ? pino(logging, options.logTo) : pino(logging)
  const onClose = (close: Close) => closers.push(close)
  const lock = lockDataFolder(config.dataFolder)
  onClose(() => lock.release())

  const startup = new Startup(log)
  let servableShops = 0
  const metrics = createHttpMetrics()
  const secret = config.secret ?? secretOfFolder(config.dataFolder)
  const tokens = sessionTokens(secret)

  const records = sqliteRecordStore({ path: join(config.dataFolder, DATA_FILES.records), now: () => new Date(clock()) })
  onClose(() => records.close())
  const keys = new KeyRing({ store: records, newId })
  const shops = shopCache(records)

  const index = inProcessSearchIndex({ records, folder: join(config.dataFolder, 'indexes'), log })
  onClose(() => index.close())
  const products = cachedProductReader(records)
  const catalogs = new LiveCatalogs(records)
  onClose(() => catalogs.close())

  // Models that learn from the event log; to be complete before `start()`.
  const models = new RecommendModels()
  const consumers: EventConsumer[] = [models]
  const events = eventPipeline({
    log: sqliteEventLog(join(config.dataFolder, DATA_FILES.events)),
    store: sqliteDerivedStore(
      join(config.dataFolder, DATA_FILES.derived),
      new URL('./jobs/derive-events/derive-chunk.ts', import.meta.url),
    ),
    consumers,
    attributionOf: async (shop) => {
      const found = await shops.find(shop)
      return found && attributionSettings(found.config)
    },
    zoneOf: async (shop) => (await shops.find(shop))?.config.shop.timezone,
    newId,
    onError: (error, during) => log.error({ err: error }, `${during} failed`),
  })
  onClose(() => events.close())
  // Their threads open them: what is wrong with a file shall end the start, not every request.
  await Promise.all([events.log.listShops(), events.store.offset('')])
  onClose(records.onChange((shop) => events.follower.settingsChanged(shop)))
  registerEventMetrics(metrics.registry, events)
  const popularity = new PopularityRefresh({
    index,
    store: events.store,
    findShop: shops.find,
    clock,
    onError: (error, during) => log.error({ err: error }, `${during} failed`),
  })
  onClose(() => popularity.stop())
  const refinement = new RefineModels({
    models,
    listShops: () => records.listShops(),
    onError: (error, during) => log.error({ err: error }, `${during} failed`),
  })
  onClose(() => refinement.stop())

  const demoPictures = new DemoPictures(join(config.dataFolder, 'demo-images'))
  const webImages = guardedHttpSource()
  onClose(() => webImages.close())
  const embedderAt = (setting: string) =>
    openEmbedder(setting, { cacheFolder: join(config.dataFolder, 'models'), visual: visualModel })
  const embedder = await embedderAt(config.embedder).catch((error: Error) => {
    throw new BadSetting(`VITRINE_EMBEDDER cannot be used: ${error.message}`)
  })
  const vectors = await vectorPipeline({
    records,
    archive: sqliteVectorArchive(join(config.dataFolder, 'vectors.db')),
    embedder,
    embedderSetting: withoutSecret(config.embedder),
    openEarlier: embedderAt,
    images: productImageSource({
      web: webImages,
      own: async (url) => (await demoPictures.find(url, EMBEDDED_PICTURE_WIDTH, 'when idle'))?.bytes,
    }),
    clock,
    onError: (error, during) => log.error({ err: error }, `${during} failed`),
  }).catch(async (error) => {
    await embedder.close()
    throw error
  })
  onClose(() => vectors.close())

  const webhookMemory = sqliteWebhookMemory(join(config.dataFolder, DATA_FILES.webhooks))
  onClose(() => webhookMemory.close())
  const inventoryItems = new InventoryItems(records)

  const app: App = await createApp({
    auth: {
      keys,
      findShop: shops.find,
      recallShop: shops.recall,
      deploymentAdminKey: config.adminKey ?? developmentAdminKey(config),
    },
    tokens,
    log,
    metrics,
    clock,
    newId,
    role: config.role,
    region: config.region,
    rateLimitPerMinute: config.rateLimitPerMinute,
  })

  // In the order of the API document.
  initRoutes(app, { profiles: events.profiles, tokens, newId })
  const streams = new PageStreams()
  const recommending = {
    models,
    catalogs,
    products,
    profiles: events.profiles,
    serves: events.serves,
    vectors: vectors.vectors,
    cursors: signedCursors(secret),
    streams,
    shownInChain: shownInChain(events.serves, events.store),
    newId,
  }
  sectionRoutes(app, { ...recommending, tokens })
  recommendationRoutes(app, recommending)
  automaticRoutes(app, recommending)
  topRoutes(app, { ...recommending, index, semantic: vectors.semantic })
  const definitions = { index, definitions: answerCache(KEPT_VALUES, weighDefinitions), tokens, newId }
  configRoutes(app, definitions)
  filterRoutes(app, definitions)
  filterAggregationRoutes(app, { index, semantic: vectors.semantic })
  const searching = {
    index,
    products,
    personal: tasteRanking({ profiles: events.profiles, products }),
    serves: events.serves,
    queries: events.queryStatistics,
  }
  searchRoutes(app, { ...searching, semantic: vectors.semantic })
  instantSearchRoutes(app, searching)
  imageSearchRoutes(app, {
    ...searching,
    semantic: vectors.semantic,
    vectors: vectors.vectors,
    imageEmbedderOf: vectors.imageEmbedderOf,
    allowed: new AllowedProducts(index),
    web: webImages,
  })
  eventRoutes(app, events.ingest)
  const forget = async (shop: string) => {
    await index.forget(shop)
    catalogs.forget(shop)
    inventoryItems.forget(shop)
    await webhookMemory.drop(shop)
    await events.dropShop(shop)
    // Last: it may wait for vectors that are being made, and shoppers' data does not.
    await vectors.forgetShop(shop)
  }
  const shopAdmin = { store: records, forgetShop: forget }
  adminShopRoutes(app, shopAdmin)
  adminKeyRoutes(app, { store: records, keys })
  adminConfigRoutes(app, shopAdmin)
  const whenFindable = async (id: string, seq: number) => {
    const shop = await shops.find(id)
    if (shop) await index.waitFor(shop, seq)
  }
  adminProductRoutes(app, { store: records, whenFindable })
  adminEmbeddingRoutes(app, { ...vectors, findShop: shops.find })
  webhookRoutes(app, {
    findShop: shops.find,
    store: records,
    memory: webhookMemory,
    log: events.log,
    items: inventoryItems,
    onAppended: events.history.onAppended,
    exclusively: keyedMutex(),
  })
  adminAnalyticsRoutes(app, { ...events, findShop: shops.find })
  adminHistoryRoutes(app, { history: events.history, findShop: shops.find })
  operationsRoutes(app, {
    metrics,
    version: packageVersion(),
    readiness: () => ({ shops: servableShops, waitingFor: startup.waitingFor }),
  })
  demoImageRoutes(app, demoPictures)
  storefrontAppRoutes(app, STOREFRONT_FOLDER)

  const readCatalogsAhead = async () => {
    try {
      await catalogs.readAhead(await records.listShops())
    } catch (error) {
      log.error({ err: error }, 'reading catalogs ahead failed')
    }
  }

  return {
    config,
    app,
    records,
    index,
    events,
    popularity,
    vectors,
    models,
    recommending,
    streams,
    keys,
    startup,
    log,
    /** Begins what runs beside the requests: loading shops, following logs, the demo shop. */
    async start() {
      if (config.demo) {
        await startup.run('creating the demo shop', () =>
          ensureDemoShop({ shops: shopAdmin, keys, history: events.history }, clock()),
        )
      }
      await startup.run('loading the indexes', async () => {
        for (const shop of await records.listShops()) {
          await index.open(shop)
          servableShops++
        }
      })
      await startup.run('following the event log', () => events.follower.start())
      await startup.run('reading what sells', () => popularity.runOnce())
      popularity.start()
      refinement.start()
      await startup.run('loading the vectors', () => vectors.start())
      if (config.role !== 'edge') void readCatalogsAhead()
    },
    /** Stops taking connections, answers what is in flight, flushes, and lets the data folder go. */
    async close() {
      await app.server.close()
      for (const close of closers.toReversed()) await close()
    },
  }
}

/** A developer may manage every shop with the demo key everybody knows; production never accepts it for more than the demo shop. */
function developmentAdminKey(config: Config): string | null {
  return config.demo && !config.production ? DEMO_ADMIN_KEY : null
}

function packageVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
