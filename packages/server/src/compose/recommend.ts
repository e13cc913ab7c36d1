import { LiveCatalogs } from '../features/recommend/catalog/live-catalogs.ts'
import { ShopExposures } from '../features/recommend/exposure.ts'
import { RecommendModels } from '../features/recommend/models/recommend-models.ts'
import type { Cursors } from '../features/recommend/paging/cursors.ts'
import { RankingCache } from '../features/recommend/paging/ranking-cache.ts'
import { shownInChain } from '../features/recommend/paging/shown-in-chain.ts'
import { shopperFactsReader } from '../features/profiles/shopper-facts.ts'
import { SearchLearning } from '../features/search/search-learning.ts'
import { RefineModels } from '../jobs/refine-models.ts'
import { newId } from '../new-id.ts'
import type { Events } from './events.ts'
import type { Assembly } from './parts.ts'
import type { Store } from './store.ts'
import type { Vectors } from './vectors.ts'
import { changesWithoutStore, factsWithoutStore } from './degraded-reads.ts'

export function composeModels({ onClose, onError }: Assembly, { records, breaker }: Store) {
  const catalogs = new LiveCatalogs(breaker ? changesWithoutStore(breaker, records) : records)
  onClose(() => catalogs.close())
  const models = new RecommendModels()
  const refinement = new RefineModels({ models, onError })
  onClose(() => refinement.stop())
  return { catalogs, models, learning: new SearchLearning(), refinement }
}

interface RecommendParts extends Pick<Events, 'events'>, Pick<Vectors, 'vectors'> {
  store: Store
  models: RecommendModels
  catalogs: LiveCatalogs
  cursors: Cursors
  clock: () => number
}

export function composeRecommending({ clock, store, models, catalogs, events, vectors, cursors }: RecommendParts) {
  const shopperFacts = shopperFactsReader({
    store: events.store,
    clock,
    typesOf: async (shop, ids) => (await store.products.read(shop, ids)).map(({ productType }) => productType),
  })
  const exposures = new ShopExposures()
  return {
    models,
    catalogs,
    exposures,
    products: store.products,
    profiles: events.profiles,
    shopperFacts: store.breaker ? factsWithoutStore(store.breaker, shopperFacts) : shopperFacts,
    serves: exposures.watch(events.serves),
    vectors: vectors.vectors,
    cursors,
    rankings: new RankingCache(),
    shownInChain: shownInChain(events.serves, events.store),
    newId,
  }
}
