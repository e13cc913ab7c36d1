import { DEMO_ADMIN_KEY, DEMO_ORIGIN, DEMO_SEED, DEMO_SHOP, DEMO_STOREFRONT_KEY } from '@vitrine/contract'
import type { DemoHost, PastServe } from '@vitrine/server/plugin'
import { type CatalogItem, createCatalog } from './catalog/create-catalog.ts'
import { demoConfig } from './config/demo-config.ts'
import { simulateHistory } from './shoppers/simulate-history.ts'

export interface DemoShopSize {
  historyDays: number
  historyVisits: number
}

/** Large enough for every model, small enough to be created within seconds. */
const DEMO_SIZE: DemoShopSize = { historyDays: 60, historyVisits: 2000 }
const PRODUCTS_A_BATCH = 250
/** Writing all events at once would enlarge the server's heap permanently. */
const EVENTS_A_PART = 1000

/** Returns true if anything was created. The storefront key is created last, so a shop with this key is complete. */
export async function ensureDemoShop(host: DemoHost, nowMs: number, size = DEMO_SIZE): Promise<boolean> {
  const shops = await host.listShops()
  if (shops.length > 0 && !shops.includes(DEMO_SHOP)) return false
  if (await host.hasKey(DEMO_STOREFRONT_KEY)) return false
  const catalog = createCatalog(DEMO_SEED, nowMs)
  await host.putConfig(demoConfig(catalog, nowMs))
  for (const part of inParts(catalog, PRODUCTS_A_BATCH)) await host.putProducts(part.map(({ product }) => product))
  await putHistory(host, catalog, { nowMs, size })
  await host.issueKey('admin', DEMO_ADMIN_KEY, nowMs)
  await host.issueKey('storefront', DEMO_STOREFRONT_KEY, nowMs)
  return true
}

async function putHistory(
  host: DemoHost,
  catalog: readonly CatalogItem[],
  { nowMs, size }: { nowMs: number; size: DemoShopSize },
): Promise<void> {
  const { collections } = demoConfig(catalog, nowMs)
  const serves: PastServe[] = []
  const history = simulateHistory({
    seed: DEMO_SEED,
    catalog,
    endMs: nowMs,
    days: size.historyDays,
    visits: size.historyVisits,
    origin: DEMO_ORIGIN,
    collections,
    onServe: (serve) => serves.push(serve),
  })
  for (const events of inParts(history, EVENTS_A_PART))
    await host.putHistory({ events, serves: serves.splice(0) }, nowMs)
}

function* inParts<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let part: Item[] = []
  for (const item of items) {
    if (part.push(item) < size) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}
