import { join } from 'node:path'
import { eventPipeline } from '../../packages/server/src/jobs/event-pipeline.ts'
import { DATA_FILES } from '../../packages/server/src/ports/data-folder/data-folder.ts'
import type { DerivedStore } from '../../packages/server/src/ports/derived-store/derived-store.ts'
import { sqliteDerivedStore } from '../../packages/server/src/ports/derived-store/sqlite.ts'
import type { EventLog } from '../../packages/server/src/ports/event-log/event-log.ts'
import { sqliteEventLog } from '../../packages/server/src/ports/event-log/sqlite.ts'
import { sqliteRecordStore } from '../../packages/server/src/ports/record-store/sqlite.ts'
import type { ShopEvent } from '../../packages/server/src/ports/event-log/shop-event.ts'

export interface ConsistencyReport {
  logged: number
  /** Acknowledged events that are missing in the log. */
  lost: number
  /** Events that are in the log more than once. */
  repeated: number
  /** Figures that differ from a count over the log. */
  miscounted: string[]
  /** True if rebuilding everything from the log gives the same result. */
  rebuildEqual: boolean
}

export function checkConsistency(
  folder: string,
  shop: string,
  acknowledged: ReadonlySet<string>,
): Promise<ConsistencyReport> {
  const log = sqliteEventLog(join(folder, DATA_FILES.events))
  return checkStoreConsistency({ log, store: sqliteDerivedStore(join(folder, DATA_FILES.derived)) }, shop, acknowledged)
}

export async function checkStoreConsistency(
  stores: { log: EventLog; store: DerivedStore },
  shop: string,
  acknowledged: ReadonlySet<string>,
): Promise<ConsistencyReport> {
  const events = eventPipeline({
    ...stores,
    records: sqliteRecordStore({ path: ':memory:' }),
    consumers: [],
    attributionOf: async () => undefined,
    newId: () => 'none',
    onError: (error) => {
      throw error
    },
  })
  await events.follower.start()
  const counts = new Map<string, number>()
  const recount: Recount = { events: 0, orders: 0, units: 0, productViews: 0, cartAdds: 0 }
  for await (const event of eachEvent(events.log, shop)) {
    counts.set(event.id, (counts.get(event.id) ?? 0) + 1)
    addTo(recount, event)
  }
  const miscounted = await compare(events.store, shop, recount)
  const before = JSON.stringify(await readAll(events.store, shop))
  await events.follower.rebuild(shop)
  const after = JSON.stringify(await readAll(events.store, shop))
  await events.close()
  return {
    logged: counts.size,
    lost: [...acknowledged].filter((id) => !counts.has(id)).length,
    repeated: [...counts.values()].filter((count) => count > 1).length,
    miscounted,
    rebuildEqual: before === after,
  }
}

interface Recount {
  events: number
  orders: number
  units: number
  productViews: number
  cartAdds: number
}

async function* eachEvent(log: EventLog, shop: string): AsyncIterable<ShopEvent> {
  for (let offset = 0; ; ) {
    const page = await log.read(shop, offset, 1000)
    if (page.length === 0) return
    for (const { body } of page) yield JSON.parse(body) as ShopEvent
    offset = page.at(-1)?.offset ?? offset
  }
}

/** Orders can be added without looking for duplicates, because each order of the load has its own id. */
function addTo(recount: Recount, event: ShopEvent): void {
  recount.events++
  if (event.name === 'product_viewed') recount.productViews++
  if (event.name === 'product_added_to_cart') recount.cartAdds++
  if (event.name !== 'checkout_completed') return
  recount.orders++
  for (const line of event.lines) recount.units += line.quantity
}

async function compare(store: DerivedStore, shop: string, recount: Recount): Promise<string[]> {
  const rows = await store.rollups(shop, { dimension: 'shop', fromDay: 0, toDay: 1e6 })
  const of = (metric: string) => rows.find((row) => row.metric === metric)?.value ?? 0
  const pairs: [string, number, number][] = [
    ['events', of('events'), recount.events],
    ['orders', of('orders'), recount.orders],
    ['units', of('units'), recount.units],
    ['product views', of('product_views'), recount.productViews],
    ['cart additions', of('cart_adds'), recount.cartAdds],
  ]
  return pairs
    .filter(([, derived, counted]) => derived !== counted)
    .map(([name, derived, counted]) => `${name}: ${derived} instead of ${counted}`)
}

async function readAll(store: DerivedStore, shop: string): Promise<object> {
  const dimensions = ['shop', 'event', 'device', 'product', 'attributed', 'surface', 'query']
  const visitors = Array.from({ length: 211 }, (_, i) => [`visitor:v${i}`])
  return {
    rollups: await Promise.all(
      dimensions.map((dimension) => store.rollups(shop, { dimension, fromDay: 0, toDay: 1e6, perDay: true })),
    ),
    queries: await store.queries(shop, { fromDay: 0, toDay: 1e6, prefix: '', limit: 100, orderBy: 'searches' }),
    funnel: await store.funnel(shop, { scope: 'landing', fromDay: 0, toDay: 1e6, limit: 1e6 }),
    histories: await Promise.all(visitors.map((visitor) => store.history(shop, visitor, 50))),
  }
}
