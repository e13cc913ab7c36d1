import { join } from 'node:path'
import { DEMO_SHOP, type ShopConfig } from '@vitrine/contract'
import { svgToWebp } from '@vitrine/embedder/pictures'
import type { Config } from '../config.ts'
import { normalizeProduct } from '../features/catalog/normalize/normalize-product.ts'
import { subjectsOfIdentity } from '../features/identity/subjects.ts'
import { type HistoryDeps, ingestHistory } from '../features/ingest/ingest-history.ts'
import { activeRules } from '../features/merchandise/active-rules.ts'
import { actingRules } from '../features/merchandise/rule-touches.ts'
import { hashKey } from '../features/shops/api-key.ts'
import type { KeyRing } from '../features/shops/key-ring.ts'
import { replaceConfig, type ShopDeps, saveShop } from '../features/shops/manage-shops.ts'
import { type DemoHost, loadDemoPlugin, type PastEvent, type PastServe } from '../plugin.ts'
import type { DerivedStore } from '../ports/derived-store/derived-store.ts'
import { shopDays } from '../ports/derived-store/shop-days.ts'
import type { Product } from '../ports/record-store/product.ts'

/** Width at which the demo shop's pictures are drawn for models, which only use small ones. */
const EMBEDDED_PICTURE_WIDTH = 160

export type Demo = Awaited<ReturnType<typeof loadDemo>>

export async function loadDemo(config: Config) {
  const plugin = await loadDemoPlugin()
  const pictures = plugin.openPictures({ folder: join(config.dataFolder, 'demo-images'), svgToWebp })
  return {
    pages: plugin.pages,
    pictures,
    pictureToEmbed: async (url: string) => (await pictures.find(url, EMBEDDED_PICTURE_WIDTH, 'when idle'))?.bytes,
    ensureShop: (deps: DemoShopDeps, nowMs: number) => plugin.ensureShop(demoHost(deps), nowMs),
  }
}

export interface DemoShopDeps {
  shops: ShopDeps
  keys: KeyRing
  history: HistoryDeps
  /** Stores the serves of the history, and counts its events as accepted. */
  store?: Pick<DerivedStore, 'putServes' | 'addOutcomes'>
}

export function demoHost(deps: DemoShopDeps): DemoHost {
  const records = deps.shops.store
  const hasKey = async (text: string) => (await records.findKey(hashKey(text))) !== undefined
  return {
    listShops: async () => (await records.listShops()).map(({ id }) => id),
    hasKey,
    async putConfig(config) {
      await saveShop(deps.shops, DEMO_SHOP, config.shop ?? {})
      await replaceConfig(deps.shops, DEMO_SHOP, config)
    },
    async putProducts(products) {
      await records.putProducts(DEMO_SHOP, products.map(toProduct))
    },
    putHistory: (part, nowMs) => putHistory(deps, part, nowMs),
    async issueKey(kind, text, nowMs) {
      if (await hasKey(text)) return
      await deps.keys.issue({ shop: DEMO_SHOP, kind, label: 'demo', expiresAt: null, nowMs, text })
    },
  }
}

function toProduct(given: { handle: string }): Product {
  const normalized = normalizeProduct(given)
  if (normalized.kind === 'product') return normalized.product
  throw new Error(`demo product ${given.handle}: ${normalized.reason}`)
}

async function putHistory(
  deps: DemoShopDeps,
  { events, serves }: { events: readonly PastEvent[]; serves: readonly PastServe[] },
  nowMs: number,
): Promise<void> {
  const shop = await deps.shops.store.getShop(DEMO_SHOP)
  if (!shop) throw new Error('demo history: its shop is not there yet')
  const { config } = shop
  // Serves come first: those that events refer to must be known when the events are counted.
  await deps.store?.putServes(
    serves.map(({ visitorId, clientId, ...serve }) => ({
      shop: DEMO_SHOP,
      serve: {
        ...serve,
        rules: rulesOf(config, serve),
        subjects: subjectsOfIdentity({ visitorId, clientId, customerId: null }),
      },
    })),
  )
  const { refused } = await ingestHistory(deps.history, DEMO_SHOP, { envelopes: events, nowMs })
  if (refused.length > 0) throw new Error(`demo history: ${JSON.stringify(refused[0])}`)
  const { dayOf } = shopDays(config.shop.timezone)
  const byDay = Map.groupBy(events, ({ event }) => dayOf(Date.parse(event.timestamp)))
  await deps.store?.addOutcomes(
    [...byDay].map(([day, { length }]) => ({ shop: DEMO_SHOP, day, outcome: 'accepted', count: length })),
  )
}

function rulesOf(config: ShopConfig, { surface, query = '', atMs }: Omit<PastServe, 'visitorId' | 'clientId'>) {
  if (surface !== 'search') return []
  const { active, hiddenBy } = activeRules(config, { query, collection: [], nowMs: atMs })
  return actingRules(active, { isSortedByShopper: false, hiddenBy })
}
