/** Keeps shops in memory: their indexes, catalogs, models and vectors are loaded and released together. */
import type { EventLog } from '../ports/event-log/event-log.ts'
import type { ShopId } from '../ports/record-store/record-store.ts'
import { Counter, Gauge, type Registry } from 'prom-client'
import { type ResidentPart, TenantCache } from '../features/shops/tenant-cache.ts'
import { shopCount } from '../features/shops/shop-count.ts'
import type { HttpMetrics } from '../http/metrics.ts'
import type { Startup } from '../startup.ts'
import type { Events } from './events.ts'
import type { Assembly } from './parts.ts'
import type { composeModels } from './recommend.ts'
import type { Store } from './store.ts'
import type { Vectors } from './vectors.ts'

export type Residents = ReturnType<typeof composeResidents>

interface ResidentParts extends Pick<Events, 'events'>, Pick<Vectors, 'vectors'> {
  store: Store
  catalogs: ReturnType<typeof composeModels>['catalogs']
  metrics: HttpMetrics
}

export function composeResidents({ config, clock, onClose, onError }: Assembly, { records }: Store) {
  const parts: ResidentPart[] = []
  const shops = new TenantCache({
    parts,
    most: config.shopsInMemory,
    onError: (error, shop) => onError(error, `loading ${shop} into memory`),
  })
  const countShops = shopCount(records)
  let attached: ResidentParts
  let isWarm = false
  let warm: readonly ShopId[] = []
  /** Asks for a shop to be loaded. Ignored until the start has chosen which shops to load. */
  const requestLoad = (shop: ShopId) => {
    if (isWarm) shops.requestLoad(shop)
  }
  const stopListening = records.onChange((shop) => {
    if (!isWarm || shops.has(shop) || shops.size >= config.shopsInMemory) return
    // The change may have been the deletion of the shop.
    const found = records.getShop(shop).then((known) => known && requestLoad(shop))
    found.catch((error) => onError(error, `reading ${shop}`))
  })
  onClose(stopListening)
  return {
    shops,
    requestLoad,
    /** Defines what is loaded and released with a shop. Must be called before the first request. */
    attachParts(given: ResidentParts): void {
      attached = given
      const { store, catalogs, events, vectors, metrics } = given
      registerResidentMetrics(metrics.registry, shops)
      registerIndexMetrics(metrics.registry, store.index)
      parts.push(indexPart(store, catalogs))
      parts.push({
        loading: 'following the event log',
        open: (shop) => events.follower.open(shop),
        leave: (shop) => events.follower.leave(shop),
      })
      parts.push({ loading: 'loading the vectors', open: vectors.openShop, leave: vectors.leaveShop })
    },
    async warm(startup: Startup): Promise<void> {
      const all = await records.listShopIds()
      warm = await recentShops(attached.events.log, all, { most: config.shopsInMemory, nowMs: clock() })
      await shops.warm(warm, (step, work) => startup.run(step, work))
      // Counted now, so that the count is known even if the store becomes unreachable later.
      await countShops()
      isWarm = true
    },
    startBackground(): void {
      const { events, catalogs } = attached
      events.follower.start().catch((error) => onError(error, 'following the event log'))
      if (config.role === 'edge') return
      readAhead(records, catalogs, warm).catch((error) => onError(error, 'reading catalogs ahead'))
    },
    /** Number of shops that can be served: `loaded` during the start, then all, because shops are loaded on request. */
    readyShops: async (loaded: number) => (isWarm ? countShops() : loaded),
  }
}

async function readAhead(
  records: Store['records'],
  catalogs: ResidentParts['catalogs'],
  shops: readonly ShopId[],
): Promise<void> {
  for (const id of shops) {
    const shop = await records.getShop(id)
    if (shop) await catalogs.readAhead([shop])
  }
}

function indexPart({ records, index }: Store, catalogs: ResidentParts['catalogs']): ResidentPart {
  return {
    loading: 'loading the indexes',
    async open(id) {
      const shop = await records.getShop(id)
      if (shop) await index.open(shop)
    },
    async leave(id) {
      catalogs.forget(id)
      await index.release(id)
    },
  }
}

function registerIndexMetrics(registry: Registry, index: Store['index']): void {
  new Counter({
    name: 'vitrine_index_loads_total',
    help: 'Indexes taken into memory, by where from: a file of this node, one that another node published, or built from the products',
    labelNames: ['source'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [source, count] of Object.entries(index.loadCounts())) this.inc({ source }, count)
    },
  })
}

function registerResidentMetrics(registry: Registry, shops: TenantCache): void {
  const registers = [registry]
  new Gauge({
    name: 'vitrine_shops_in_memory',
    help: 'Shops whose index, models and vectors are in memory',
    registers,
    collect() {
      this.set(shops.size)
    },
  })
  new Gauge({
    name: 'vitrine_shops_in_memory_most',
    help: 'Shops that may be in memory at a time (VITRINE_SHOPS_IN_MEMORY)',
    registers,
    collect() {
      this.set(shops.most)
    },
  })
  const counted = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  counted('vitrine_shops_opened_total', 'Shops taken into memory', () => shops.opened)
  counted('vitrine_shops_left_total', 'Shops that left memory because others were asked for', () => shops.left)
}

const DAY_MS = 86_400_000
/** Shops without a visitor in these days come last, in no particular order. */
const LOOKED_BACK_DAYS = 30

/** Returns at most `most` shops, ordered by the day of the latest visit, then by the number of events. */
async function recentShops(
  log: Pick<EventLog, 'intakeOn'>,
  shops: readonly ShopId[],
  { most, nowMs }: { most: number; nowMs: number },
): Promise<ShopId[]> {
  if (shops.length <= most) return [...shops]
  const known = new Set(shops)
  const recent = new Set<ShopId>()
  const today = Math.floor(nowMs / DAY_MS)
  for (let day = today; day > today - LOOKED_BACK_DAYS && recent.size < most; day--) {
    const intake = [...(await log.intakeOn(day))].sort(([, a], [, b]) => b.events - a.events)
    for (const [shop] of intake) if (known.has(shop)) recent.add(shop)
  }
  return [...recent.union(known)].slice(0, most)
}
