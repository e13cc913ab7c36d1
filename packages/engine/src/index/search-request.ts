import type { PriceConversion } from '../columns/price-conversion.ts'
import type { Selection } from '../facets/facet-field.ts'
import type { FacetRequest, FacetResult } from '../facets/facet-request.ts'
import type { Asked } from '../match/criteria.ts'
import type { FilterMode } from './apply-criteria.ts'
import type { Query } from '../query/query.ts'
import type { RuleValue } from '../rank/explain.ts'
import type { Features } from '../rank/features.ts'
import type { NearTerm } from '../expand/synonyms.ts'
import type { FoundWord } from '../expand/weighted-postings.ts'
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
  parsed: Query
  /** If true, the last word is still being typed and also matches as a prefix. */
  prefixLast: boolean
  settings: TextSettings
}

export interface SearchRequest {
  /** Absent when browsing. */
  query?: ParsedSearch
  visibility: VisibilityFilter
  /** If given, only these products are searched: they were found elsewhere and are checked against visibility and filters. */
  among?: readonly number[]
  /** Required by `collection_order`. */
  collection?: string
  selections: readonly Selection[]
  facets: readonly FacetRequest[]
  prices: PriceConversion
  sort: SortKey
  /** Attributes with translated titles, the best first, so that sorting uses the title that is shown. */
  titleFields?: readonly string[]
  offset: number
  limit: number
  outOfStockLast: boolean
  /** Adds to each hit which words were found where. */
  explain?: boolean
  rules?: RankingRules
  /** Weight of popularity in relevance: 1 is the engine's default, 0 turns it off. */
  popularityWeight?: number
  /** Scores that the shop has learned for the query. They weigh as much as popularity. */
  learned?: LearnedScorer
  personal?: PersonalScorer
  semantic?: SemanticHits
}

/** The part of a request that decides what is found. The rest, including everything known about the shopper, only decides order, counts and pages. */
export type FindRequest = Pick<
  SearchRequest,
  'query' | 'visibility' | 'among' | 'selections' | 'prices' | 'rules' | 'semantic' | 'outOfStockLast'
>

/** A shopper's affinity to products, computed only for the best few hundred. */
export interface PersonalScorer {
  attributes: readonly string[]
  /** 0 to 1. Features have the form `attribute:value`. */
  affinity: (features: readonly string[]) => number
}

/** Scores that a shop has learned for one query, computed only for the best few hundred products. */
export interface LearnedScorer {
  attributes: readonly string[]
  /** Points added to relevance, by model. `values` have the form `attribute:value`. */
  boosts: (product: { id: number; features: Features; values: readonly string[] }) => Readonly<Record<string, number>>
}

/** Products near the query in meaning, from a vector index. */
export interface SemanticHits {
  /** Similarity by product id, 0 to 1. */
  scores: ReadonlyMap<number, number>
  /** Ids of products near enough to belong to the answer although no word found them, nearest first. */
  joining: readonly number[]
  /** The nearest products at any distance: the answer if no product has every word. The response says that they are only near. */
  nearest?: readonly number[]
  joins: 'always' | 'where words find too little'
  /** Words by which the shop names products, near in meaning to query words by which it names none. */
  terms?: readonly NearTerm[]
  /** Computes the similarities used for ranking from the best matches by words. If absent, `scores` are used. */
  feedback?: SimilarityFeedback
}

export interface RankingRules {
  /** Positions count from 1. A pinned product need not match the words, but must be visible and pass the filters. */
  pins: readonly { id: number; position: number; rule: string }[]
  /** Pins the best `limit` matches that fit the target, from `position` on. At the same position, products pinned by id come first. */
  pinTargets?: readonly { target: BoostTarget; position: number; limit: number; rule: string }[]
  /** A factor above 1 raises and a factor below 1 lowers a product among those that match the query equally well. */
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

export interface AppliedCriterion {
  readonly asked: Asked
  /** How the criterion was applied; named as on the wire. */
  readonly held: FilterMode
}

export interface SearchResult {
  /** Number of products that match query and filters. */
  total: number
  hits: readonly Hit[]
  facets: FacetResult[]
  text: TextOutcome | undefined
  /** In the order of the query. */
  understood: readonly AppliedCriterion[]
  /** Number of products found only by meaning. */
  extendedByMeaning: number
}

export interface TextOutcome {
  /** The query as it was searched, if words were corrected. */
  corrected: string | null
  didYouMean: string | null
  /** True if parts of the query were dropped because no product has all of them. */
  relaxed: boolean
  /** The dropped parts of the query, as typed. */
  dropped: readonly string[]
}

export interface Hit {
  id: number
  score: number
  /** The variant that satisfies query and filters together; null if there is none. */
  variantId: number | null
  explanation: HitScores
}

export interface HitScores {
  /** Absent if the order comes from a column. */
  features?: Features | undefined
  /** In the order of the rules; absent if the order comes from a column. */
  rules?: readonly RuleValue[] | undefined
  /** Points that each learned model added to the score. */
  learned?: Readonly<Record<string, number>> | undefined
  popularity: number
  /** The merchant's rule that moved the product. */
  rule?: string | undefined
  inStock: boolean
  /** With `explain`: how, and in which fields, each word of the query was found. */
  words?: readonly FoundWord[]
}
