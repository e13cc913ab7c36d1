import { createHmac } from 'node:crypto'
import { join } from 'node:path'
import { leavesWorkToOthers } from '../config.ts'
import { noticeIntake } from '../features/ingest/event-quota.ts'
import type { HttpMetrics } from '../http/metrics.ts'
import { registerEventMetrics } from '../jobs/event-metrics.ts'
import {
  attributionSettings,
  type EventPipeline,
  eventPipeline,
  noticeNetworks,
  type PipelineDeps,
} from '../jobs/event-pipeline.ts'
import { HomeNode } from '../jobs/home-node.ts'
import { IntervalJob } from '../jobs/interval-job.ts'
import { PopularityRefresh } from '../jobs/refresh-popularity.ts'
import { EventSealing } from '../jobs/seal-events.ts'
import { EdgeForwarder } from '../jobs/edge-forwarder.ts'
import type { StorageWatch } from '../jobs/watch-storage.ts'
import { shopOrigin } from '../features/platform/shop-origin.ts'
import { newId } from '../new-id.ts'
import type { EventConsumer } from '../ports/event-log/event-consumer.ts'
import { sqliteEdgeBuffer } from '../ports/edge-buffer/sqlite.ts'
import { isStoreBusy } from '../ports/postgres/store-unusable.ts'
import type { RecordStore, ShopId } from '../ports/record-store/record-store.ts'
import type { Assembly } from './parts.ts'
import type { Store } from './store.ts'
import type { StoreBreaker } from './store-breaker.ts'
import type { SharedStore } from './store-postgres.ts'
import { profilesWithoutStore, queriesWithoutStore } from './degraded-reads.ts'
import type { AsideStore } from '../ports/derived-store/derived-store.ts'
import { MAX_REPLAYED } from '../ports/derived-store/set-aside.ts'
import type { SearchIndex } from '../ports/search-index/search-index.ts'

export type Events = Awaited<ReturnType<typeof composeEvents>>

interface EventParts {
  store: Store
  metrics: HttpMetrics
  secret: string
  storage: StorageWatch
  /** Models that learn from the log; the list is complete before the follower starts. */
  consumers: EventConsumer[]
  /** Called for shops that receive events, so that they are loaded. */
  residents: { requestLoad(shop: ShopId): void }
}

export async function composeEvents(
  { config, clock, onClose, onError }: Assembly,
  { store, secret, storage, metrics, consumers, residents }: EventParts,
) {
  const { records, index, shops, shared } = store
  const stores = { log: store.openEventLog(), store: store.openDerivedStore() }
  const shipping = config.role === 'edge' && shared ? forwardingHome(shared) : undefined
  const events = eventPipeline({
    ...stores,
    // An edge node stores posted events on its own disk, so it stays ready while the store has no room.
    log: shipping ? stores.log : storage.observe(stores.log, ['append', 'appendAll', 'appendFree']),
    records,
    intake: shipping?.intake,
    consumers,
    requestLoad: residents.requestLoad,
    attributionOf: async (shop) => {
      const found = await shops.find(shop)
      return found && attributionSettings(found.config, { isShared: shared !== undefined })
    },
    zoneOf: async (shop) => (await shops.find(shop))?.config.shop.timezone,
    ...(shared && forOtherNodes(shared)),
    evidenceKey: (day) => createHmac('sha256', secret).update(`networks of day ${day}`).digest(),
    newId,
    onError,
  })
  onClose(() => events.close())
  // Opens the files now, so that a damaged file fails the start instead of every later request.
  await Promise.all([
    noticeIntake(events.ingest.quota, events.log, clock()),
    noticeNetworks(events.networks, events.store, clock()),
  ])
  onClose(records.onChange((shop) => events.follower.settingsChanged(shop)))
  const rewriting = new IntervalJob(HOUR_MS, async () => {
    for (const part of [events.log, events.store])
      await part.rewriteErased(clock()).catch((error) => onError(error, 'writing files anew after an erasure'))
  })
  rewriting.start()
  onClose(() => rewriting.stop())
  if (shared && config.sealAfterDays > 0 && !leavesWorkToOthers(config)) {
    const { log, id: storeId } = shared
    const sealing = new EventSealing({ log, storeId, afterDays: config.sealAfterDays, clock, onError })
    sealing.start()
    onClose(() => sealing.stop())
  }
  registerEventMetrics(metrics.registry, events)
  shipping?.register(metrics.registry)
  noteUnindexed({ index, store: events.store, clock, onError })
  const popularity = new PopularityRefresh({ index, store: events.store, findShop: shops.find, clock, onError })
  events.follower.onWake((shop) => popularity.happened(shop))
  onClose(() => popularity.stop())
  return { events: store.breaker ? readableWithout(store.breaker, events) : events, popularity, shipping }

  /** A request waits only for the edge node's own disk, because the store may be far away. */
  function forwardingHome({ records: home, nodes }: SharedStore): EdgeForwarder {
    const spool = storage.observe(sqliteEdgeBuffer(join(config.dataFolder, 'spool.db')), ['add'])
    const originIn = (known: Pick<RecordStore, 'getShop'>['getShop']) => async (id: ShopId) => {
      const shop = await known(id)
      return shop && shopOrigin(shop)
    }
    const made = new EdgeForwarder({
      ...stores,
      spool,
      originOf: originIn(shops.find),
      originAtHome: originIn(home.getShop),
      erasedSince: (shop, sinceMs) => nodes.erasedSince(shop, sinceMs),
      clock,
      onError,
    })
    // An earlier process of this node may have left events behind.
    made.wake()
    return made
  }
}

function readableWithout(breaker: StoreBreaker, events: EventPipeline): EventPipeline {
  return {
    ...events,
    profiles: profilesWithoutStore(breaker, events.profiles),
    queryStatistics: queriesWithoutStore(breaker, events.queryStatistics),
  }
}

const HOUR_MS = 3_600_000

/** Serves are written this soon, because a click on one of their products may reach another node. */
const SERVES_WITHIN_MS = 50

function forOtherNodes({ nodes }: SharedStore): Partial<PipelineDeps> {
  const home = new HomeNode(nodes)
  return {
    isShared: true,
    isHome: (shop) => home.ownsShop(shop),
    hasOthers: () => nodes.alive > 1,
    nodes: () => nodes.alive,
    isHeld: isStoreBusy,
    servesWithinMs: SERVES_WITHIN_MS,
    announceErasure: (shop, shopper) => nodes.announce(shop, shopper),
  }
}

interface UnindexedDeps {
  index: Pick<SearchIndex, 'unindexedTo'>
  store: AsideStore
  clock: () => number
  onError: (error: unknown, during: string) => void
}

function noteUnindexed({ index, store, clock, onError }: UnindexedDeps): void {
  const note: Parameters<SearchIndex['unindexedTo']>[0] = (shop, tried, failed) => {
    for (const { productId, cause } of failed) onError(new Error(cause), `indexing product ${productId} of ${shop}`)
    return keep(shop, tried, failed).catch((error) => onError(error, `setting products of ${shop} aside`))
  }
  index.unindexedTo(note)

  async function keep(shop: ShopId, tried: readonly number[] | undefined, failed: Parameters<typeof note>[2]) {
    const still = new Set(failed.map(({ productId }) => String(productId)))
    const isTried = (key: string) => tried === undefined || tried.includes(Number(key))
    for (const { kind, key } of await store.setAside(shop, MAX_REPLAYED))
      if (kind === 'product' && isTried(key) && !still.has(key)) await store.dropAside(shop, kind, key)
    for (const { productId, cause } of failed.slice(0, MAX_REPLAYED))
      await store.putAside(shop, { kind: 'product', key: String(productId), atMs: clock(), name: '', cause, body: '' })
  }
}
