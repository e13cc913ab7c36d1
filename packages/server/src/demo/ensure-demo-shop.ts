/** Fills an empty data folder with the demo shop: products, configuration, keys and two months of history. */
import { completeConfig, type ShopConfig } from '@vitrine/contract'
import { type CatalogItem, createCatalog, demoConfig, type SimulatedServe, simulateHistory } from '@vitrine/demo'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import { subjectsOfIdentity } from '../features/identity/subjects.ts'
import type { Product } from '../ports/record-store/product.ts'
import type { RecordStore } from '../ports/record-store/record-store.ts'
import { normalizeProduct } from '../features/catalog/normalize/normalize-product.ts'
import { type HistoryDeps, ingestHistory } from '../features/ingest/ingest-history.ts'
import { shopDays } from '../ports/derived-store/shop-days.ts'
import { hashKey } from '../features/shops/api-key.ts'
import type { KeyRing } from '../features/shops/key-ring.ts'
import { activeRules } from '../features/merchandise/active-rules.ts'
import { actingRules } from '../features/merchandise/rule-touches.ts'
import { replaceConfig, type ShopDeps, saveShop } from '../features/shops/manage-shops.ts'
import {
  DEMO_ADMIN_KEY,
  DEMO_ORIGIN,
  DEMO_SEED,
  DEMO_SHOP,
  DEMO_STOREFRONT_KEY,
} from '../features/shops/demo-identity.ts'

export interface DemoShopDeps {
  shops: ShopDeps
  keys: KeyRing
  history: HistoryDeps
  /** Remembers what the simulated answers showed, and counts the events of the history as taken. */
  store?: Pick<DerivedStore, 'putServes' | 'addOutcomes'>
}

export interface DemoShopSize {
  historyDays: number
  historyVisits: number
}

/** Enough for every model to have evidence, little enough to be ready within seconds. */
export const DEMO_SIZE: DemoShopSize = { historyDays: 60, historyVisits: 2000 }

const PRODUCTS_A_BATCH = 250

/**
 * Creates the demo shop where there is no shop at all, or finishes one whose creation was cut short: every step can be repeated,
 * and the storefront key comes last, so whoever finds it finds a whole shop. Answers whether anything had to be done.
 */
export async function ensureDemoShop(deps: DemoShopDeps, nowMs: number, size = DEMO_SIZE): Promise<boolean> {
  const shops = await deps.shops.store.listShops()
  const begun = shops.some((shop) => shop.id === DEMO_SHOP)
  if (shops.length > 0 && !begun) return false
  if (await deps.shops.store.findKey(hashKey(DEMO_STOREFRONT_KEY))) return false
  const catalog = createCatalog(DEMO_SEED, nowMs)
  await putConfig(deps, catalog, nowMs)
  await putProducts(deps.shops.store, catalog)
  await putHistory(deps, catalog, { nowMs, size })
  await issueKey(deps, 'admin', DEMO_ADMIN_KEY, nowMs)
  await issueKey(deps, 'storefront', DEMO_STOREFRONT_KEY, nowMs)
  return true
}

async function putConfig(deps: DemoShopDeps, catalog: readonly CatalogItem[], nowMs: number): Promise<void> {
  const config = demoConfig(catalog, nowMs)
  await saveShop(deps.shops, DEMO_SHOP, config.shop ?? {})
  await replaceConfig(deps.shops, DEMO_SHOP, config)
}

async function putProducts(records: RecordStore, catalog: readonly CatalogItem[]): Promise<void> {
  for (let i = 0; i < catalog.length; i += PRODUCTS_A_BATCH) {
    await records.putProducts(DEMO_SHOP, catalog.slice(i, i + PRODUCTS_A_BATCH).map(toProduct))
  }
}

function toProduct({ product }: CatalogItem): Product {
  const normalized = normalizeProduct(product)
  if (normalized.kind === 'product') return normalized.product
  throw new Error(`demo product ${product.handle}: ${normalized.reason}`)
}

async function putHistory(
  deps: DemoShopDeps,
  catalog: readonly CatalogItem[],
  { nowMs, size }: { nowMs: number; size: DemoShopSize },
): Promise<void> {
  const config = demoConfig(catalog, nowMs)
  const { collections } = config
  const { historyDays: days, historyVisits: visits } = size
  const serves: SimulatedServe[] = []
  const onServe = (serve: SimulatedServe) => serves.push(serve)
  const options = { seed: DEMO_SEED, catalog, endMs: nowMs, days, visits, origin: DEMO_ORIGIN, collections, onServe }
  const rulesFor = rulesOf(completeConfig(config))
  const { dayOf } = shopDays(config.shop?.timezone ?? 'UTC')
  const takenByDay = new Map<number, number>()
  // A part at a time: the whole history at once would leave the server with a heap that it never needs again.
  for (const envelopes of inParts(simulateHistory(options), EVENTS_A_PART)) {
    // Before the events: what they speak of must be known when they are counted.
    await putServes(deps, serves.splice(0), rulesFor)
    const result = await ingestHistory(deps.history, DEMO_SHOP, { envelopes, nowMs })
    if (result.refused.length > 0) throw new Error(`demo history: ${JSON.stringify(result.refused[0])}`)
    for (const { event } of envelopes) {
      const day = dayOf(Date.parse(event.timestamp))
      takenByDay.set(day, (takenByDay.get(day) ?? 0) + 1)
    }
  }
  await deps.store?.addOutcomes(
    [...takenByDay].map(([day, count]) => ({ shop: DEMO_SHOP, day, outcome: 'accepted', count })),
  )
}

const EVENTS_A_PART = 1000

function* inParts<Item>(items: Iterable<Item>, size: number): Generator<Item[]> {
  let part: Item[] = []
  for (const item of items) {
    if (part.push(item) < size) continue
    yield part
    part = []
  }
  if (part.length > 0) yield part
}

/** The rules that would have acted on a search. */
function rulesOf(config: ShopConfig): (serve: SimulatedServe) => string[] {
  return ({ surface, query = '', atMs }) => {
    if (surface !== 'search') return []
    const { active, hiddenBy } = activeRules(config, { query, collection: [], nowMs: atMs })
    return actingRules(active, { isSortedByShopper: false, hiddenBy })
  }
}

async function putServes(
  { store }: DemoShopDeps,
  serves: readonly SimulatedServe[],
  rulesFor: (serve: SimulatedServe) => string[],
): Promise<void> {
  await store?.putServes(
    serves.map(({ visitorId, clientId, ...serve }) => ({
      shop: DEMO_SHOP,
      serve: {
        ...serve,
        rules: rulesFor({ visitorId, clientId, ...serve }),
        subjects: subjectsOfIdentity({ visitorId, clientId, customerId: null }),
      },
    })),
  )
}

async function issueKey(deps: DemoShopDeps, kind: 'storefront' | 'admin', text: string, nowMs: number): Promise<void> {
  if (await deps.shops.store.findKey(hashKey(text))) return
  await deps.keys.issue({ shop: DEMO_SHOP, kind, label: 'demo', expiresAt: null, nowMs, text })
}
