/** Fills a data folder with small shops: `node fill-shops.ts FOLDER SHOPS`. */
import { join } from 'node:path'
import { completeConfig } from '@vitrine/contract'
import { hashKey } from '../../packages/server/src/features/shops/api-key.ts'
import { DATA_FILES } from '../../packages/server/src/ports/data-folder/data-folder.ts'
import { SqliteEventTables } from '../../packages/server/src/ports/event-log/sqlite-event-tables.ts'
import type { ShopEvent } from '../../packages/server/src/ports/event-log/shop-event.ts'
import { sampleProduct } from '../../packages/server/src/ports/record-store/sample-product.ts'
import { sqliteRecordStore } from '../../packages/server/src/ports/record-store/sqlite.ts'

export const PRODUCTS = 20
export const EVENTS = 20
const KINDS = ['Dress', 'Shirt', 'Lamp', 'Rug', 'Mug']

export const shopOf = (n: number) => `shop-${String(n).padStart(5, '0')}.example`
export const keyOf = (n: number) => `vsk_${String(n).padStart(32, '0')}`

export async function fillShops(folder: string, count: number): Promise<void> {
  const records = sqliteRecordStore({ path: join(folder, DATA_FILES.records) })
  const log = new SqliteEventTables(join(folder, DATA_FILES.events))
  const config = completeConfig({})
  for (let n = 0; n < count; n++) {
    const shop = shopOf(n)
    await records.putShop(shop, config)
    await records.addKey(storefrontKey(n))
    await records.putProducts(
      shop,
      Array.from({ length: PRODUCTS }, (_, i) => {
        const kind = KINDS[i % KINDS.length]!
        return sampleProduct(i + 1, { title: `${kind} number ${i + 1}`, productType: kind })
      }),
    )
    log.appendAll(Array.from({ length: EVENTS }, (_, i) => ({ shop, event: newEvent(n, i) })))
  }
  await records.close()
  log.close()
}

function storefrontKey(n: number) {
  const createdAt = new Date().toISOString()
  const key = { id: `key-${n}`, shop: shopOf(n), kind: 'storefront' as const, hash: hashKey(keyOf(n)) }
  return { ...key, label: 'bench', createdAt, expiresAt: null, revokedAt: null }
}

function newEvent(n: number, i: number) {
  const receivedAtMs = Date.now() - (EVENTS - i) * 60_000
  const visitorId = `visitor-${n}-${i % 5}`
  const event: ShopEvent = {
    id: `event-${n}-${i}`,
    name: 'product_viewed',
    type: 'standard',
    atMs: receivedAtMs,
    receivedAtMs,
    channel: 'HEADLESS',
    visitorId,
    sessionId: `session-${n}-${i % 5}`,
    personalize: true,
    bot: false,
    browser: 'Safari',
    os: 'iOS',
    device: 'mobile',
    action: 'product_view',
    lines: [{ productId: 1 + (i % PRODUCTS), quantity: 1 }],
    readable: true,
  }
  const body = JSON.stringify(event)
  return { id: event.id, receivedAtMs, subjects: [`visitor:${visitorId}`], body, sent: '{"context":{}}' }
}
