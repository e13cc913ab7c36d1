/** Opens a shop in memory with a real store and index, but without a server. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { completeConfig, type ShopConfigInput } from '@vitrine/contract'
import type { Product } from '../../../ports/record-store/product.ts'
import type { RecordStore, Shop } from '../../../ports/record-store/record-store.ts'
import { sqliteRecordStore } from '../../../ports/record-store/sqlite.ts'
import { inProcessSearchIndex } from '../../../ports/search-index/in-process.ts'
import type { SearchIndex } from '../../../ports/search-index/search-index.ts'
import type { Call } from '../../call.ts'
import { ALREADY_ADMITTED } from '../../work-ledger.ts'
import { cachedProductReader, type ProductReader } from '../../catalog/product-reader.ts'
import { NO_FACTS } from '../../identity/shopper-facts.ts'
import type { Serve } from '../../serves/serve-log.ts'
import { noSemanticSearch } from '../semantic-search.ts'

export const NOW_MS = Date.parse('2026-03-10T12:00:00Z')

export interface IndexedShop {
  shop: Shop
  records: RecordStore
  index: SearchIndex
  products: ProductReader
  served: Serve[]
  parts: ReturnType<typeof searchParts>
  call<Body>(body: Body, changes?: Partial<Call<Body>>): Call<Body>
  close(): Promise<void>
}

export async function openIndexedShop(config: ShopConfigInput, products: readonly Product[]): Promise<IndexedShop> {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-shop-'))
  const records = sqliteRecordStore({ path: ':memory:' })
  const silent = () => {}
  const index = inProcessSearchIndex({ records, folder, log: { info: silent, warn: silent, error: silent } })
  const shop = (await records.putShop('a.example', completeConfig(config))) as Shop
  await records.putProducts(shop.id, [...products])
  await index.open(shop)
  const served: Serve[] = []
  const reader = cachedProductReader(records)
  return {
    shop,
    records,
    index,
    products: reader,
    served,
    parts: searchParts(index, reader, served),
    call: (body, changes) => callOf(shop, body, changes),
    async close() {
      await index.close()
      await records.close()
      await rm(folder, { recursive: true })
    },
  }
}

function searchParts(index: SearchIndex, products: ProductReader, served: Serve[]) {
  return {
    index,
    products,
    semantic: noSemanticSearch,
    shopperFacts: async () => NO_FACTS,
    personal: { scorer: async () => undefined },
    learning: { scorer: () => undefined },
    serves: { record: (serve: Serve) => void served.push(serve) },
  }
}

function callOf<Body>(shop: Shop, body: Body, changes: Partial<Call<Body>> = {}): Call<Body> {
  return {
    shop,
    body,
    identity: { visitorId: 'v', clientId: null, customerId: null },
    proof: { verification: shop.config.identity_verification, signature: undefined, isServerSide: false },
    session: undefined,
    requestId: 'request',
    nowMs: NOW_MS,
    region: 'eu',
    headers: {},
    isAdmin: async () => false,
    work: ALREADY_ADMITTED,
    ...changes,
  }
}
