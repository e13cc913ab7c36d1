import type { PriceConversion } from '../columns/price-conversion.ts'
import type { Selection } from '../facets/facet-field.ts'
import type { FacetRequest, FacetResult } from '../facets/facet-request.ts'
import type { Asked } from '../match/criteria.ts'
import type { Held } from '../match/hold.ts'
import type { Query } from '../query/query.ts'
import type { RuleValue } from '../rank/explain.ts'
import type { Features } from '../rank/features.ts'
import type { FoundWord } from '../text/text-query.ts'
import type { TextSettings } from '../text/text-settings.ts'
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

export interface ParsedSearch {
  /** As `parseQuery` read it. */
  parsed: Query
  /** The last word is still being typed: it also matches as a prefix. */
  prefixLast: boolean
  settings: TextSettings
}

export interface SearchRequest {
  /** Absent: browse. */
  query?: ParsedSearch
  visibility: VisibilityFilter
  /** Only these products are looked at: found elsewhere, and now to be held against visibility and filters. */
  among?: readonly number[]
  /** The collection value whose order `collection_order` means. */
  collection?: string
  selections: readonly Selection[]
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
  /** The shop has learnt this for the query. It counts as much as sales do. */
  learned?: LearnedScorer
  personal?: PersonalScorer
  semantic?: SemanticHits
}

/**
 * The part of a request that decides what is found. The rest, and with it all that is known of the shopper, only orders that,
 * counts it and cuts it into pages.
 */
export type FindRequest = Pick<
  SearchRequest,
  'query' | 'visibility' | 'among' | 'selections' | 'prices' | 'rules' | 'semantic' | 'outOfStockLast'
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

/** Evidence that a shop has learnt from its shoppers for one query. Only the best few hundred are asked for. */
export interface LearnedScorer {
  /** Attributes that matter. */
  attributes: readonly string[]
  /** Added to relevance, by the model that says so. Values read `attribute:value`. */
  boosts: (product: { id: number; features: Features; values: readonly string[] }) => Readonly<Record<string, number>>
}

/** Products near the query in meaning, from a vector index. */
export interface SemanticHits {
  /** Similarity by product, 0 to 1. */
  scores: ReadonlyMap<number, number>
  /** Those that are near for certain and belong to the answer although no word found them, nearest first. */
  joining: readonly number[]
  /** The answer where no word is found: near or not, and said to be only near. */
  nearest?: readonly number[]
  joins: 'always' | 'where words find too little'
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
  /** Range of the lowest variant price, in the shop's currency; both ends included. */
  price?: { min: number; max: number }
  inStock?: boolean
  createdAfterMs?: number
}

/** A reading or an operator of the query, and what became of it. */
export interface HeldCriterion {
  readonly asked: Asked
  readonly held: Held
}

export interface SearchResult {
  /** Products that match query and filters. */
  total: number
  hits: readonly Hit[]
  facets: FacetResult[]
  text: TextOutcome | undefined
  /** In the order of the query. */
  understood: readonly HeldCriterion[]
  /** Products of the answer that only their meaning brought. */
  extendedByMeaning: number
}

export interface TextOutcome {
  /** The query as it was searched, where words were corrected. */
  corrected: string | null
  didYouMean: string | null
  /** Nothing has every word, or what was asked for beside them: something was dropped. */
  relaxed: boolean
  /** The parts that were dropped, as typed. */
  dropped: readonly string[]
}

export interface Hit {
  id: number
  score: number
  /** The variant that satisfies query and filters together; null where none does. */
  variantId: number | null
  explanation: HitScores
}

export interface HitScores {
  /** Absent where the order comes from a column. */
  features?: Features | undefined
  /** The value of each rule, in their order; absent where the order comes from a column. */
  rules?: readonly RuleValue[] | undefined
  /** The share of the score that each learnt model added. */
  learned?: Readonly<Record<string, number>> | undefined
  popularity: number
  /** The merchant's rule that moved it. */
  rule?: string | undefined
  inStock: boolean
  /** With `explain`: the words of the query, how and in which fields they were found. */
  words?: readonly FoundWord[]
}
