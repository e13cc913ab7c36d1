import { hybridWeight, SEMANTIC_DEPTH, semanticMix, similarityFloor } from '@vitrine/engine'
import type { SemanticSearch } from '../query/semantic-search.ts'
import type { OutOfDomain } from './out-of-domain.ts'
import type { QueryVectors } from './query-vectors.ts'
import type { ShopVectors } from './shop-vectors.ts'
import type { LanguageRouter } from './text-models.ts'

export interface VectorSearchDeps {
  vectors: ShopVectors
  queries: QueryVectors
  outOfDomain: OutOfDomain
  languages: LanguageRouter
}

/**
 * What meaning brings to a search. Nothing where the query wants none (a part number), nothing is embedded yet, no model
 * understands the language, or the model was not in time: the search then goes by words alone, and says so.
 */
export function vectorSearch({ vectors, queries, outOfDomain, languages }: VectorSearchDeps): SemanticSearch {
  return {
    async nearest(shop, { query, locale, mode }) {
      if (mode === 'hybrid' && hybridWeight(query) === 0) return undefined
      const stores = vectors.texts(shop.id).filter(({ size }) => size > 0)
      const spaces = stores.map(({ space }) => space)
      const model = await languages.modelFor(shop.config.shop.primary_locale, locale, spaces)
      const store = stores.find(({ space }) => space === model?.space)
      if (store === undefined) return undefined
      const vector = await queries.find(query, store.space)
      if (vector === undefined) return undefined
      await outOfDomain.settled(store.space)
      const hits = store.search({ vector, k: SEMANTIC_DEPTH })
      const noise = outOfDomain.similarity(vector, store.space)
      return semanticMix(hits, query, mode, similarityFloor(store, vector, noise))
    },
  }
}
