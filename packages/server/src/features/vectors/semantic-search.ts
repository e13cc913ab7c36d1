import { hybridWeight, SEMANTIC_DEPTH, type SemanticMix, semanticMix } from '@vitrine/engine'
import type { ShopId } from '../../ports/record-store/record-store.ts'
import type { QueryVectors } from './query-vectors.ts'
import type { ShopVectors } from './shop-vectors.ts'

export interface SemanticDeps {
  vectors: ShopVectors
  queries: QueryVectors
}

export interface SemanticQuestion {
  shop: ShopId
  query: string
  mode: 'hybrid' | 'text' | 'vector'
  /** Only these products; absent: all. Worth giving where a filter leaves a small part of the catalog. */
  allow?: Iterable<number>
}

/**
 * What meaning brings to a search: pass the answer on as the engine's `semantic`. undefined: search by words alone and say
 * `has_embedding: false` — the mode or the query wants no vector, nothing is embedded, or the model was not in time (50 ms).
 */
export async function semanticSearch(
  deps: SemanticDeps,
  { shop, query, mode, allow }: SemanticQuestion,
): Promise<SemanticMix | undefined> {
  if (mode === 'text' || query.trim() === '') return undefined
  if (mode === 'hybrid' && hybridWeight(query) === 0) return undefined
  const store = deps.vectors.text(shop)
  if (store === undefined || store.size === 0) return undefined
  const vector = await deps.queries.find(query, store.space)
  if (vector === undefined) return undefined
  const hits = store.search({ vector, k: SEMANTIC_DEPTH, allow: allow && store.allowing(allow) })
  return semanticMix(hits, query, mode)
}
