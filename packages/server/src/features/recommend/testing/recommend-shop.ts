import { completeConfig } from '@vitrine/contract'
import type { Shop } from '../../../ports/record-store/record-store.ts'
import { sqliteRecordStore } from '../../../ports/record-store/sqlite.ts'
import type { Call } from '../../call.ts'
import { cachedProductReader } from '../../catalog/product-reader.ts'
import type { Identity } from '../../identity/profile-reader.ts'
import { NO_FACTS } from '../../identity/shopper-facts.ts'
import type { Serve } from '../../serves/serve-log.ts'
import { ShopExposures } from '../exposure.ts'
import type { RecommendDeps } from '../open-recommend-context.ts'
import { signedCursors } from '../paging/cursors.ts'
import { RankingCache } from '../paging/ranking-cache.ts'
import { type ContextSpec, createContext, NOW_MS, product } from './shop-context.ts'

export async function openRecommendShop(spec: ContextSpec) {
  const store = sqliteRecordStore({ path: ':memory:' })
  const shop = (await store.putShop('shop', completeConfig(spec.config ?? {}))) as Shop
  await store.putProducts(shop.id, spec.products.map(product))
  const { catalog, models, history } = createContext(spec)
  const served: Serve[] = []
  let ids = 0
  const deps = {
    models: { of: () => models },
    catalogs: { of: async () => catalog },
    products: cachedProductReader(store),
    profiles: { history: async () => history },
    shopperFacts: async () => NO_FACTS,
    exposures: new ShopExposures(),
    serves: { record: (serve: Serve) => void served.push(serve) },
    vectors: { text: () => undefined, image: () => undefined },
    cursors: signedCursors('secret'),
    rankings: new RankingCache(),
    shownInChain: async () => [],
    newId: () => `id${++ids}`,
  } as unknown as RecommendDeps
  const identity: Identity = { visitorId: 'v', clientId: null, customerId: null }
  const call = <Body>(body: Body, changes: Partial<Call<Body>> = {}): Call<Body> =>
    ({ shop, body, identity, requestId: 'request', nowMs: NOW_MS, region: 'eu', headers: {}, ...changes }) as Call<Body>
  return { shop, deps, served, catalog, call, close: () => store.close() }
}
