import type { PriceConversion } from '../columns/price-conversion.ts'
import type { Selection } from '../facets/facet-field.ts'
import type { FacetRequest, FacetResult } from '../facets/facet-request.ts'
import type { Asked } from '../match/criteria.ts'
import type { Held } from '../match/hold.ts'
import type { Query } from '../query/query.ts'
import type { RuleValue } from '../rank/explain.ts'
import type { Features } from '../rank/features.ts'
import type { NearTerm } from '../expand/near-terms.ts'
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
  /** The result of `parseQuery`. */
  parsed: Query
  /** True if the last word is still being typed: it also matches as a prefix. */
  prefixLast: boolean
  settings: TextSettings
}

export interface SearchRequest {
  /** Absent: browse. */
  query?: ParsedSearch
  visibility: VisibilityFilter
  /** Only these products are searched: they were found elsewhere and are now checked against visibility and filters. */
  among?: readonly number[]
  /** The collection whose order `collection_order` uses. */
  collection?: string
  selections: readonly Selection[]
  facets: readonly FacetRequest[]
  prices: PriceConversion
  sort: SortKey
  /** Attributes with translated titles, the best first: sorting by title uses the title that is shown. */
  titleFields?: readonly string[]
  offset: number
  limit: number
  outOfStockLast: boolean
  /** Tells for each hit which words were found where. */
  explain?: boolean
  rules?: RankingRules
  /** Weight of popularity in relevance: 1 is the engine's default, 0 turns it off. */
  popularityWeight?: number
  /** Scores that the shop has learned for the query. They weigh as much as popularity. */
  learned?: LearnedScorer
  personal?: PersonalScorer
  semantic?: SemanticHits
}

/**
 * The part of a request that decides what is found. The rest, including everything known about the shopper, only
 * orders it, counts it and cuts it into pages.
 */
export type FindRequest = Pick<
  SearchRequest,
  'query' | 'visibility' | 'among' | 'selections' | 'prices' | 'rules' | 'semantic' | 'outOfStockLast'
> & {
  /** How many of the best are ranked while matching. */
  depth: number
}

/** A shopper's affinity to a product; computed only for the best few hundred. */
export interface PersonalScorer {
  /** Attributes that are scored. */
  attributes: readonly string[]
  /** 0 to 1. Features have the form `attribute:value`. */
  affinity: (features: readonly string[]) => number
}

/** Scores that a shop has learned from its shoppers for one query; computed only for the best few hundred. */
export interface LearnedScorer {
  /** Attributes that are scored. */
  attributes: readonly string[]
  /** Added to relevance, by model. Values have the form `attribute:value`. */
  boosts: (product: { id: number; features: Features; values: readonly string[] }) => Readonly<Record<string, number>>
}

/** Products close to the query in meaning, from a vector index. */
export interface SemanticHits {
  /** Similarity by product, 0 to 1. */
  scores: ReadonlyMap<number, number>
  /** Products near enough to belong to the answer although no word found them, nearest first. */
  joining: readonly number[]
  /** The answer if no word is found: the nearest products, however far; the answer says that they are only near. */
  nearest?: readonly number[]
  joins: 'always' | 'where words find too little'
  /** Words by which the shop names products, near in meaning to words of the query by which it names none. */
  terms?: readonly NearTerm[]
  /** Computes the similarities used for ranking from the best matches by words. Absent: `scores` are used. */
  feedback?: SimilarityFeedback
}

export interface RankingRules {
  /** Position counts from 1. A pinned product need not match the words, but must be visible and pass the filters. */
  pins: readonly { id: number; position: number; rule: string }[]
  /** Pins the best `limit` of the matches that fit the target, from `position` on. At the same position, products pinned by id come first. */
  pinTargets?: readonly { target: BoostTarget; position: number; limit: number; rule: string }[]
  /** A factor above 1 raises, below 1 lowers a product among those that match the query equally well. */
  boosts: readonly { target: BoostTarget; factor: number; rule: string }[]
}

/** All of the given conditions must hold. */
export interface BoostTarget {
  ids?: ReadonlySet<number>
  terms?: readonly { name: string; value: string }[]
  /** Range of the lowest variant price, in the shop's currency; both ends included. */
  price?: { min: number; max: number }
  inStock?: boolean
  createdAfterMs?: number
}

/** A reading or an operator of the query, and how it was applied. */
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
  /** Number of products that were found only by meaning. */
  extendedByMeaning: number
}

export interface TextOutcome {
  /** The query as it was searched, if words were corrected. */
  corrected: string | null
  didYouMean: string | null
  /** True if something was dropped because no product has every word and everything else asked for. */
  relaxed: boolean
  /** The parts that were dropped, as typed. */
  dropped: readonly string[]
}

export interface Hit {
  id: number
  score: number
  /** The variant that satisfies query and filters together; null if none does. */
  variantId: number | null
  explanation: HitScores
}

export interface HitScores {
  /** Absent if the order comes from a column. */
  features?: Features | undefined
  /** The value of each rule, in the order of the rules; absent if the order comes from a column. */
  rules?: readonly RuleValue[] | undefined
  /** Points that each learned model added to the score. */
  learned?: Readonly<Record<string, number>> | undefined
  popularity: number
  /** The merchant's rule that moved the product. */
  rule?: string | undefined
  inStock: boolean
  /** With `explain`: how and in which fields each word of the query was found. */
  words?: readonly FoundWord[]
}
