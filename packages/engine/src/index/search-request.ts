import type { PriceConversion } from '../columns/price-conversion.ts'
import type { Selection } from '../facets/facet-field.ts'
import type { FacetRequest, FacetResult } from '../facets/facet-request.ts'
import type { FoundWord, QueryEntities } from '../text/text-query.ts'
import type { TextSettings } from '../text/text-settings.ts'
import type { Constraint } from '../understand/constraint.ts'
import type { SimilarityFeedback } from '../vectors/similarity-feedback.ts'
import type { VisibilityFilter } from './visibility-filter.ts'

export type SortKey =
  | 'relevance'
  | 'price_asc'
  | 'price_desc'
  | 'newest'
  | 'best_selling'
  | 'title_asc'
  | 'title_desc'
  | 'discount_desc'
  | 'collection_order'

export interface SearchRequest {
  /** Absent: browse. */
  query?: { text: string; prefixLast: boolean; settings: TextSettings }
  visibility: VisibilityFilter
  /** Only these products are looked at: found elsewhere, and now to be held against visibility and filters. */
  among?: readonly number[]
  /** The collection value whose order `collection_order` means. */
  collection?: string
  selections: readonly Selection[]
  /** What was understood of the query: filters, as the selections are. */
  constraints?: readonly Constraint[]
  facets: readonly FacetRequest[]
  prices: PriceConversion
  sort: SortKey
  /** Attributes that hold translated titles, the best first: sorting by title goes by what is shown. */
  titleFields?: readonly string[]
  offset: number
  limit: number
  outOfStockLast: boolean
  /** Says of each hit which words were found where. */
  explain?: boolean
  rules?: RankingRules
  /** How much what sells counts in relevance: 1 is the engine's own measure, 0 nothing. */
  popularityWeight?: number
  /** What shoppers choose for this query, 0 to 1 by product. */
  preferences?: ReadonlyMap<number, number>
  personal?: PersonalScorer
  semantic?: SemanticHits
  /** The attribute that holds the product type: tells what kind of thing a query means. */
  typeAttribute?: string
}

/**
 * The part of a request that decides what is found. The rest, and with it all that is known of the shopper, only orders that,
 * counts it and cuts it into pages.
 */
export type FindRequest = Pick<
  SearchRequest,
  'query' | 'visibility' | 'among' | 'selections' | 'constraints' | 'prices' | 'rules' | 'semantic' | 'typeAttribute'
> & {
  /** How many of the best are ranked on the way. */
  depth: number
}

/** How much a shopper leans to a product, asked for the best few hundred only. */
export interface PersonalScorer {
  /** Attributes that matter. */
  attributes: readonly string[]
  /** 0 to 1. Features read `attribute:value`. */
  affinity: (features: readonly string[]) => number
}

/** Products near the query in meaning, from a vector index. */
export interface SemanticHits {
  /** Similarity by product, 0 to 1. */
  scores: ReadonlyMap<number, number>
  /** Those that are near for certain, nearest first. */
  near: readonly number[]
  /** Those of them that belong to the answer although no word found them. */
  joining: readonly number[]
  joins: 'always' | 'where words find too little'
  /** Share of the similarity in the mixed score, 0 to 1. */
  weight: number
  /** The similarities that order, once it is known what words put first. Absent: `scores`. */
  feedback?: SimilarityFeedback
}

export interface RankingRules {
  /** Position counts from 1. A pinned product need not match the words, but visibility and filters. */
  pins: readonly { id: number; position: number; rule: string }[]
  /** The best `limit` of the matches that are targeted, from `position` on. At one place products that are named come first. */
  pinTargets?: readonly { target: BoostTarget; position: number; limit: number; rule: string }[]
  /** Above 1 lifts, below 1 lowers, within products that match the query equally well. */
  boosts: readonly { target: BoostTarget; factor: number; rule: string }[]
}

/** All that is given must hold. */
export interface BoostTarget {
  ids?: ReadonlySet<number>
  terms?: readonly { name: string; value: string }[]
  /** Of the least variant price, shop currency; both ends included. */
  price?: { min: number; max: number }
  inStock?: boolean
  createdAfterMs?: number
}

export interface SearchResult {
  /** Products that match query and filters. */
  total: number
  /** False where products of the kind asked for were found, and what was understood of the query left none of them. */
  isKindLeft: boolean
  hits: readonly Hit[]
  facets: FacetResult[]
  text: TextOutcome | undefined
  /** Products of the answer, before filters, that only their meaning brought. */
  extendedByMeaning: number
}

export interface Hit {
  id: number
  score: number
  /** The variant that satisfies query and filters together; null where none does. */
  variantId: number | null
  explanation: HitScores
}

export interface HitScores {
  /** Absent: found without words (browse, vectors, a pin). */
  text?: number
  /** 0 is best; see the text search's classes. */
  matchClass?: number
  semantic?: number
  /** Whether it is of the kind that the query means; absent where no kind is known. */
  isOfKind?: boolean | undefined
  popularity: number
  /** How far shoppers choose it for this query more often than its place explains. */
  preference?: number
  personal?: number
  /** The merchant's rule that moved it. */
  rule?: string
  inStock: boolean
  /** With `explain`: the words of the query, how and in which fields they were found. */
  words?: readonly FoundWord[]
}

export interface TextOutcome {
  corrected: string | null
  didYouMean: string | null
  relaxed: boolean
  entities: QueryEntities
}

/** Whether some of the matches may be left out. */
export function isFiltered({
  selections,
  constraints = [],
}: Pick<SearchRequest, 'selections' | 'constraints'>): boolean {
  return selections.length > 0 || constraints.length > 0
}
