import { hybridWeight, SEMANTIC_DEPTH, semanticMix } from '@vitrine/engine'
import type { SemanticSearch } from '../query/semantic-search.ts'
import type { OutOfDomain } from './out-of-domain.ts'
import type { QueryVectors } from './query-vectors.ts'
import type { ShopVectors } from './shop-vectors.ts'

export interface VectorSearchDeps {
  vectors: ShopVectors
  queries: QueryVectors
  outOfDomain: OutOfDomain
}

/**
 * What meaning brings to a search. Nothing where the query wants none (a part number), nothing is embedded yet, or the model was not
 * in time: the search then goes by words alone, and says so.
 */
export function vectorSearch({ vectors, queries, outOfDomain }: VectorSearchDeps): SemanticSearch {
  return {
    async nearest(shop, query, mode) {
      if (mode === 'hybrid' && hybridWeight(query) === 0) return undefined
      const store = vectors.text(shop.id)
      if (store === undefined || store.size === 0) return undefined
      const vector = await queries.find(query, store.space)
      if (vector === undefined) return undefined
      const hits = store.search({ vector, k: SEMANTIC_DEPTH })
      return semanticMix(hits, query, mode, outOfDomain.similarity(vector, store.space))
    },
  }
}
