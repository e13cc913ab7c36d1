import {
  hasMeaning,
  type NearTerm,
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
import { type AskedWord, TermVectors } from './term-vectors.ts'
import type { LanguageRouter } from './text-models.ts'

/** Limit over all shops. Each query has a few hundred neighbors. */
const MAX_KEPT = 500
/** With fewer vectors, meaning is not used, because each newly embedded product would change the results. */
const KNOWN_SHARE = 0.9

interface KeptHits {
  /** Weak, so that the cache does not keep a replaced store in memory. */
  readonly store: WeakRef<VectorStore>
  readonly version: number
  readonly hits: SemanticHits
}

export interface VectorSearchDeps {
  vectors: ShopVectors
  queries: QueryVectors
  outOfDomain: OutOfDomain
  languages: LanguageRouter
}

/** Without a vector in time, the search uses words alone. */
export function vectorSearch(deps: VectorSearchDeps): SemanticSearch {
  const { queries } = deps
  const terms = new TermVectors()
  const kept = new LRUCache<string, KeptHits>({ max: MAX_KEPT })

  const hitsIn = async (store: VectorStore, shop: Shop, asked: SemanticQuery) => {
    const { query, mode } = asked
    const vector = await queries.find(query, store.space)
    if (vector === undefined) return undefined
    const key = JSON.stringify([shop.id, store.space, mode, query])
    const known = kept.get(key)
    if (known?.store.deref() === store && known.version === store.version) return known.hits
    const { version } = store
    const { hits, isSettled } = await findHits(deps, terms, { store, vector, shop, asked })
    if (isSettled) kept.set(key, { store: new WeakRef(store), version, hits })
    return hits
  }

  return {
    async nearest(shop, asked) {
      if (asked.mode === 'hybrid' && !hasMeaning(asked.query)) return undefined
      let first: SemanticHits | undefined
      for (const store of await storesFor(deps, shop, asked)) {
        const hits = await hitsIn(store, shop, asked)
        if (hits && (asked.mode === 'vector' || hits.nearest?.length)) return hits
        first ??= hits
      }
      return first
    },
  }
}

interface Asked {
  store: VectorStore
  vector: Float32Array
  shop: Shop
  asked: SemanticQuery
}

/** The result is final once the noise level and the shop's terms are known. */
async function findHits(
  deps: VectorSearchDeps,
  terms: TermVectors,
  { store, vector, shop, asked }: Asked,
): Promise<{ hits: SemanticHits; isSettled: boolean }> {
  const { mode, isReadable } = asked
  await deps.outOfDomain.settled(store.space)
  const noise = deps.outOfDomain.similarity(vector, store.space)
  const near = store.search({ vector, k: SEMANTIC_DEPTH })
  const mix = semanticMix(near, mode, similarityFloor(store, vector, noise))
  if (mode === 'vector') return { hits: mix, isSettled: noise !== undefined }
  const named = await nearTerms(deps, terms, shop, asked)
  const hits = {
    ...mix,
    nearest: nearestOfAll(near, isReadable ? 0 : noise),
    terms: named ?? [],
    feedback: similarityFeedback(store, vector, near),
  }
  return { hits, isSettled: noise !== undefined && named !== undefined }
}

/** Looks only for words that name no product. */
async function nearTerms(
  { vectors, queries, languages, outOfDomain }: VectorSearchDeps,
  terms: TermVectors,
  { id, config }: Shop,
  { unnamed = [], locale, productCount, namingTerms: read }: SemanticQuery,
): Promise<NearTerm[] | undefined> {
  const stores = vectors.texts(id)
  const spaces = stores.map(({ space }) => space)
  const model = await languages.broadestFor(config.shop.primary_locale, locale, spaces)
  const products = stores.find(({ space }) => space === model?.space)
  if (model === undefined || products === undefined || read === undefined) return []
  const naming = { products, productCount, read }
  if (unnamed.length === 0) {
    terms.learn(model, naming)
    return []
  }
  await outOfDomain.settled(model.space)
  const asked: AskedWord[] = []
  for (const { word, text } of unnamed) {
    const vector = await queries.find(text, model.space)
    if (vector !== undefined) asked.push({ word, vector, noise: outOfDomain.similarity(vector, model.space) })
  }
  return terms.nearest(model, naming, asked)
}

/** A query of unknown words may be in any language, so the model with most languages comes first. */
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
