import {
  hasMeaning,
  nearestOfAll,
  SEMANTIC_DEPTH,
  type SemanticHits,
  semanticMix,
  similarityFeedback,
  similarityFloor,
  type VectorStore,
} from '@vitrine/engine'
import { LRUCache } from 'lru-cache'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { SemanticQuery, SemanticSearch } from '../query/semantic-search.ts'
import type { OutOfDomain } from './out-of-domain.ts'
import type { QueryVectors } from './query-vectors.ts'
import type { ShopVectors } from './shop-vectors.ts'
import type { LanguageRouter } from './text-models.ts'

/** Queries over all shops whose neighbours are cached; each has a few hundred. */
const MAX_KEPT = 500
/**
 * Share of a catalog that must be embedded before meaning is used besides words: the nearest among a few products tell
 * nothing about what the shop has, and the answer would change with every product.
 */
const KNOWN_SHARE = 0.9

interface KeptHits {
  /** Weak, so that a replaced store is not kept alive by the cache. */
  readonly store: WeakRef<VectorStore>
  /** Version of the store when they were found. */
  readonly version: number
  readonly hits: SemanticHits
}

export interface VectorSearchDeps {
  vectors: ShopVectors
  queries: QueryVectors
  outOfDomain: OutOfDomain
  languages: LanguageRouter
}

/**
 * Adds meaning to a search. Adds nothing if the query has none (a part number), much of the catalog is not embedded
 * yet, no model understands the language, or the model was too late: the search then uses words alone, and says so.
 */
export function vectorSearch({ vectors, queries, outOfDomain, languages }: VectorSearchDeps): SemanticSearch {
  const kept = new LRUCache<string, KeptHits>({ max: MAX_KEPT })

  const hitsIn = async (store: VectorStore, shop: Shop, { query, mode, isReadable }: SemanticQuery) => {
    const vector = await queries.find(query, store.space)
    if (vector === undefined) return undefined
    const key = JSON.stringify([shop.id, store.space, mode, query])
    const known = kept.get(key)
    if (known?.store.deref() === store && known.version === store.version) return known.hits
    await outOfDomain.settled(store.space)
    const { version } = store
    const noise = outOfDomain.similarity(vector, store.space)
    const near = store.search({ vector, k: SEMANTIC_DEPTH })
    const mix = semanticMix(near, mode, similarityFloor(store, vector, noise))
    const hits: SemanticHits =
      mode === 'vector'
        ? mix
        : {
            ...mix,
            nearest: nearestOfAll(near, isReadable ? 0 : noise),
            feedback: similarityFeedback(store, vector, near),
          }
    // Not cached until the noise level is known, because the answer may still change.
    if (noise !== undefined) kept.set(key, { store: new WeakRef(store), version, hits })
    return hits
  }

  return {
    async nearest(shop, asked) {
      if (asked.mode === 'hybrid' && !hasMeaning(asked.query)) return undefined
      let first: SemanticHits | undefined
      for (const store of await storesFor({ vectors, languages }, shop, asked)) {
        const hits = await hitsIn(store, shop, asked)
        if (hits && (asked.mode === 'vector' || hits.nearest?.length)) return hits
        first ??= hits
      }
      return first
    },
  }
}

/**
 * The vectors of the model that understands the catalog and the query. If the shop knows hardly any word of the query,
 * it may be in any language: then the broadest model comes first, and the other one is used if that cannot read it.
 */
async function storesFor(
  { vectors, languages }: Pick<VectorSearchDeps, 'vectors' | 'languages'>,
  { id, config }: Shop,
  asked: SemanticQuery,
): Promise<VectorStore[]> {
  const stores = vectors.texts(id).filter((store) => serves(store, asked))
  const places = [config.shop.primary_locale, asked.locale, stores.map(({ space }) => space)] as const
  const own = await languages.modelFor(...places)
  const models = asked.isForeign ? [await languages.broadestFor(...places), own] : [own]
  const spaces = new Set(models.map((model) => model?.space))
  return [...spaces].flatMap((space) => stores.find((store) => store.space === space) ?? [])
}

function serves({ size }: VectorStore, { mode, productCount }: SemanticQuery): boolean {
  return size > 0 && (mode === 'vector' || size >= KNOWN_SHARE * productCount)
}
