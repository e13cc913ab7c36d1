/** Config → running parts. The only file that knows every adapter. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { uuidv7 } from 'uuidv7'
import type { Config } from './config.ts'
import { cachedProductReader } from './features/catalog/product-reader.ts'
import { answerCache } from './features/facets/answer-cache.ts'
import type { PageFilters } from './features/facets/filter-definitions.ts'
import { noPersonalRanking } from './features/search/personal-ranking.ts'
import { noSemanticSearch } from './features/search/semantic-search.ts'
import { sessionTokens } from './features/session/session-token.ts'
import { KeyRing } from './features/shops/key-ring.ts'
import { shopCache } from './features/shops/shop-cache.ts'
import { type App, createApp } from './http/app.ts'
import { createHttpMetrics } from './http/metrics.ts'
import { adminAnalyticsRoutes } from './http/routes/admin-analytics.ts'
import { adminProductRoutes } from './http/routes/admin-products.ts'
import { adminConfigRoutes, adminKeyRoutes, adminShopRoutes } from './http/routes/admin-shops.ts'
import { configRoutes } from './http/routes/config.ts'
import { eventRoutes } from './http/routes/events.ts'
import { filterAggregationRoutes } from './http/routes/filter-aggregations.ts'
import { filterRoutes } from './http/routes/filters.ts'
import { initRoutes } from './http/routes/init.ts'
import { instantSearchRoutes } from './http/routes/instant-search.ts'
import { operationsRoutes } from './http/routes/operations.ts'
import { searchRoutes } from './http/routes/search.ts'
import { storefrontAppRoutes } from './http/routes/storefront-app.ts'
import { eventPipeline } from './jobs/event-pipeline.ts'
import type { EventConsumer } from './ports/event-log/event-consumer.ts'
import { sqliteDerivedStore } from './ports/derived-store/sqlite.ts'
import { sqliteEventLog } from './ports/event-log/sqlite.ts'
import { lockDataFolder } from './ports/data-folder.ts'
import { sqliteRecordStore } from './ports/record-store/sqlite.ts'
import { inProcessSearchIndex } from './ports/search-index/in-process.ts'
import { secretOfFolder } from './secret-file.ts'
import { Startup } from './startup.ts'

export interface ComposeOptions {
  /** Milliseconds since 1970; tests pass their own. */
  clock?: () => number
}

/** Where `npm run build` puts the demo storefront. */
const STOREFRONT_FOLDER = fileURLToPath(new URL('../../../apps/storefront/dist', import.meta.url))

export type Vitrine = Awaited<ReturnType<typeof compose>>

/** Opens the data folder and builds every part. Nothing listens yet; `start()` begins the background work. */
export async function compose(config: Config, options: ComposeOptions = {}) {
  const clock = options.clock ?? Date.now
  const newId = uuidv7
  const log = pino({ level: config.logLevel, base: undefined })
  const lock = lockDataFolder(config.dataFolder)
  const closers: (() => Promise<void> | void)[] = [() => lock.release()]
  const onClose = (close: () => Promise<void> | void) => closers.push(close)

  const startup = new Startup(log)
  let servableShops = 0
  const metrics = createHttpMetrics()
  const secret = config.secret ?? secretOfFolder(config.dataFolder)
  const tokens = sessionTokens(secret)

  const records = sqliteRecordStore({ path: join(config.dataFolder, 'records.db'), now: () => new Date(clock()) })
  onClose(() => records.close())
  const keys = new KeyRing({ store: records, newId })
  const shops = shopCache(records)

  const index = inProcessSearchIndex({ records, folder: join(config.dataFolder, 'indexes'), log })
  onClose(() => index.close())
  const products = cachedProductReader(records)

  // Models that learn from the event log; to be complete before `start()`.
  const consumers: EventConsumer[] = []
  const events = eventPipeline({
    log: sqliteEventLog(join(config.dataFolder, 'events.db')),
    store: sqliteDerivedStore(join(config.dataFolder, 'derived.db')),
    consumers,
    attributionOf: async (shop) => (await shops.find(shop))?.config.attribution,
    newId,
    onError: (error, during) => log.error({ err: error }, `${during} failed`),
  })
  onClose(() => events.close())

  const app: App = await createApp({
    auth: { keys, findShop: shops.find, deploymentAdminKey: config.adminKey },
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
  const definitions = { index, definitions: answerCache<PageFilters>(500), tokens, newId }
  configRoutes(app, definitions)
  filterRoutes(app, definitions)
  filterAggregationRoutes(app, { index, semantic: noSemanticSearch })
  const searching = {
    index,
    products,
    personal: noPersonalRanking,
    serves: events.serves,
    queries: events.queryStatistics,
  }
  searchRoutes(app, { ...searching, semantic: noSemanticSearch })
  instantSearchRoutes(app, searching)
  eventRoutes(app, events.ingest)
  const forget = async (shop: string) => {
    await index.forget(shop)
    await events.dropShop(shop)
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
  adminAnalyticsRoutes(app, { ...events, findShop: shops.find })
  operationsRoutes(app, {
    metrics,
    version: packageVersion(),
    readiness: () => ({ shops: servableShops, waitingFor: startup.waitingFor }),
  })
  storefrontAppRoutes(app, STOREFRONT_FOLDER)

  return {
    config,
    app,
    records,
    index,
    events,
    keys,
    startup,
    log,
    /** Begins what runs beside the requests: loading shops, following logs, the demo shop. */
    async start() {
      await startup.run('loading the indexes', async () => {
        for (const shop of await records.listShops()) {
          await index.open(shop)
          servableShops++
        }
      })
      await startup.run('following the event log', () => events.follower.start())
    },
    /** Stops taking connections, answers what is in flight, flushes, and lets the data folder go. */
    async close() {
      await app.server.close()
      for (const close of closers.toReversed()) await close()
    },
  }
}

function packageVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
