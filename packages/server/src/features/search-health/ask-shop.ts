/** Searches as a shopper would, live or with a change, without recording anything. */
import type { Hit, LearnedScorer, SearchRequest } from '@vitrine/engine'
import type { Candidate } from '@vitrine/recommend'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { Call } from '../call.ts'
import {
  liveIndex,
  type PreviewFeatures,
  previewAggregations,
  previewInstantSearch,
  previewSearch,
} from '../preview/preview.ts'
import { type PreviewBody, previewCall, previewShops } from '../preview/preview-shop.ts'
import { buildSearchRequest } from '../query/build-search-request.ts'
import { LEARNED_ATTRIBUTES, LEARNED_FEATURES } from '../search/search-learning.ts'
import type { ShopUnderTest, FoundReading, SearchAsked } from './laws/law.ts'

export interface ListedAnswer {
  ids: readonly number[]
  total: number
  byWords: number
  corrected: string | null
  dropped: readonly string[]
  unknown: readonly string[]
  /** True if no product meets a constraint that was understood, such as a price or color. */
  isUnmet: boolean
}

export interface ComparedSearches {
  live: (query: string) => Promise<ListedAnswer>
  /** The live ranking without learned models. */
  unlearned: (query: string) => Promise<Candidate[]>
  /** The live ranking with these learned models instead of the live ones. */
  learned: (query: string, learned: LearnedScorer | undefined) => Promise<ListedAnswer>
  draft: (query: string) => Promise<ListedAnswer>
  findable: (ids: readonly number[]) => Promise<ReadonlySet<number>>
  draftShop: Shop
}

/** Deep enough to include ranks that shoppers never reach. */
const DEPTH = 100

/** With an empty `change`, both searches are the same. */
export async function openComparedSearches(
  deps: PreviewFeatures,
  shop: string,
  change: PreviewBody,
  nowMs: number,
): Promise<ComparedSearches> {
  const { live, draft } = await previewShops(deps, shop, change)
  const index = liveIndex(deps.search.index, live)
  const found = async (side: Shop, query: string, more: Pick<Partial<SearchRequest>, 'learned' | 'among'> = {}) => {
    const call = previewCall(deps, side, { shop, body: { query } as PreviewBody, requestId: '', nowMs })
    const built = await buildSearchRequest({ ...deps.search, index }, call as Call<never>)
    const request = { ...built.request, facets: [], sort: 'relevance', offset: 0, limit: DEPTH } as const
    const result = await index.search(live, { ...request, ...more })
    return { ...result, terms: built.request.query?.parsed.terms ?? [] }
  }
  const listed = async (side: Shop, query: string, learned: LearnedScorer | undefined): Promise<ListedAnswer> => {
    const { hits, total, text, understood, terms, extendedByMeaning } = await found(side, query, learned && { learned })
    return {
      ids: hits.map(({ id }) => id),
      total,
      byWords: text?.relaxed ? 0 : total - extendedByMeaning,
      corrected: text?.corrected ?? text?.didYouMean ?? null,
      dropped: text?.dropped ?? [],
      unknown: terms.filter(({ isKnown }) => !isKnown).map(({ word }) => word),
      isUnmet: understood.some(({ held }) => held === 'dropped'),
    }
  }
  const ask = (side: Shop) => (query: string) => listed(side, query, deps.search.learning.scorer(shop, query, nowMs))
  const unlearned = async (query: string): Promise<Candidate[]> => {
    const values = new Map<number, readonly string[]>()
    const boosts: LearnedScorer['boosts'] = (product) => {
      values.set(product.id, product.values)
      return {}
    }
    const { hits } = await found(live, query, { learned: { attributes: LEARNED_ATTRIBUTES, boosts } })
    return candidatesOf(hits, values)
  }
  const learned: ComparedSearches['learned'] = (query, scorer) => listed(live, query, scorer)
  const findable = async (ids: readonly number[]) =>
    new Set((await found(live, '', { among: ids })).hits.map(({ id }) => id))
  return { live: ask(live), unlearned, learned, draft: ask(draft), findable, draftShop: draft }
}

/** Groups products by the ranking rules before relevance. Leaves out pinned products. */
function candidatesOf(hits: readonly Hit[], values: ReadonlyMap<number, readonly string[]>): Candidate[] {
  const groups = new Map<string, number>()
  return hits.flatMap(({ id, score, explanation: { features, rules } }) => {
    if (!features || !rules) return []
    const before = rules.slice(
      0,
      rules.findIndex(({ rule }) => rule === 'relevance'),
    )
    const key = before.map(({ value }) => value).join(' ')
    const group = groups.get(key) ?? groups.size
    groups.set(key, group)
    const own = LEARNED_FEATURES.map((name) => features[name])
    return [{ id, group, relevance: score, features: own, values: values.get(id) ?? [] }]
  })
}

// biome-ignore lint/suspicious/noExplicitAny: answers are read as the wire shows them
type Answer = any

export function shopUnderTest(deps: PreviewFeatures, shop: string, nowMs: number): Required<ShopUnderTest> {
  const asked = (body: object) => ({ shop, body: body as PreviewBody, requestId: '', nowMs })
  return {
    async search(given: SearchAsked) {
      const { live }: Answer = await previewSearch(deps, asked(searchBody(given)))
      const { understood, relaxed, dropped, extended_by_meaning: extendedByMeaning } = live.search_metadata
      const metadata = { understood: understood as FoundReading[], relaxed, dropped, extendedByMeaning }
      return { ids: idsOf(live), total: live.pagination.total, metadata }
    },
    async count(query) {
      const { live }: Answer = await previewAggregations(deps, asked({ query }))
      const terms = Object.entries(live.aggregations as Record<string, Counted>).filter(
        ([, { type }]) => type === 'terms',
      )
      const facets = terms.map(([key, { buckets }]) => {
        const own = buckets.filter(({ is_others }) => !is_others)
        return [key, new Map(own.map(({ value, count }) => [value, count]))] as const
      })
      return { total: live.metadata.total_products, facets: new Map(facets) }
    },
    async suggest(query) {
      const { live }: Answer = await previewInstantSearch(deps, asked({ query, objects: ['auto_suggestion'] }))
      return live.suggestions
    },
  }
}

interface Counted {
  type: string
  buckets: { value: string; count: number; is_others?: boolean }[]
}

function searchBody({ query, wordsOnly, page = 1, limit = 20, sort, facets, selections }: SearchAsked): object {
  return {
    query,
    view: 'product_ids',
    pagination: { page, limit },
    ...(wordsOnly ? { mode: 'text' } : {}),
    ...(sort ? { sort_by: sort } : {}),
    ...(facets ? { facets: facets.map((key) => ({ key })) } : {}),
    ...(selections ? { applied_filters: selections } : {}),
  }
}

const idsOf = ({ products }: { products: { product_id: number }[] }) => products.map(({ product_id: id }) => id)
