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
  /** If true, the last word is unfinished and also matches as a prefix. */
  prefixLast: boolean
  settings: TextSettings
}

export interface SearchRequest {
  /** Absent when browsing. */
  query?: ParsedSearch
  visibility: VisibilityFilter
  /** Restricts the search to these products. Visibility and filters still apply. */
  among?: readonly number[]
  collection?: string
  selections: readonly Selection[]
  facets: readonly FacetRequest[]
  prices: PriceConversion
  sort: SortKey
  /** Attributes with translated titles, the best first, for sorting by the title that is shown. */
  titleFields?: readonly string[]
  offset: number
  limit: number
  outOfStockLast: boolean
  explain?: boolean
  rules?: RankingRules
  /** Weight of popularity in relevance: 1 is the default, 0 turns popularity off. */
  popularityWeight?: number
  /** Scores learned for the query. `popularityWeight` applies to them too. */
  learned?: LearnedScorer
  personal?: PersonalScorer
  semantic?: SemanticHits
}

/** The part of a request that decides which products match. The rest affects order, counts and pages. */
export type FindRequest = Pick<
  SearchRequest,
  'query' | 'visibility' | 'among' | 'selections' | 'prices' | 'rules' | 'semantic' | 'outOfStockLast'
>

/** A shopper's affinity to products, computed only for the best few hundred products. */
export interface PersonalScorer {
  attributes: readonly string[]
  /** Returns 0 to 1. Features have the form `attribute:value`. */
  affinity: (features: readonly string[]) => number
}

/** Scores learned for one query, computed only for the best few hundred products. */
export interface LearnedScorer {
  attributes: readonly string[]
  /** Returns points added to relevance, by model. `values` have the form `attribute:value`. */
  boosts: (product: { id: number; features: Features; values: readonly string[] }) => Readonly<Record<string, number>>
}

export interface SemanticHits {
  /** Similarity by product id, 0 to 1. */
  scores: ReadonlyMap<number, number>
  /** Ids of products near enough to be part of the answer without a matching word, nearest first. */
  joining: readonly number[]
  /** The nearest products at any distance, used if no product has every word. The response marks them as near. */
  nearest?: readonly number[]
  joins: 'always' | 'where words find too little'
  /** Words that name products of the shop, for query words with a similar meaning that name none. */
  terms?: readonly NearTerm[]
  /** Computes similarities from the best matches by words. If absent, `scores` are used. */
  feedback?: SimilarityFeedback
}

export interface RankingRules {
  /** Positions count from 1. Pinned products need not match the words, but must be visible and pass the filters. */
  pins: readonly { id: number; position: number; rule: string }[]
  /** Pins the best `limit` matches of the target, from `position` on, after products pinned by id. */
  pinTargets?: readonly { target: BoostTarget; position: number; limit: number; rule: string }[]
  /** Factors above 1 raise and factors below 1 lower products among equally good matches. */
  boosts: readonly { target: BoostTarget; factor: number; rule: string }[]
}

/** All conditions that are set must hold. */
export interface BoostTarget {
  ids?: ReadonlySet<number>
  terms?: readonly { name: string; value: string }[]
  /** Range of the lowest variant price in the shop's currency, ends included. */
  price?: { min: number; max: number }
  inStock?: boolean
  createdAfterMs?: number
}

export interface AppliedCriterion {
  readonly asked: Asked
  /** How the criterion was applied; part of the wire format. */
  readonly held: FilterMode
}

export interface SearchResult {
  total: number
  hits: readonly Hit[]
  facets: FacetResult[]
  text: TextOutcome | undefined
  understood: readonly AppliedCriterion[]
  extendedByMeaning: number
}

export interface TextOutcome {
  /** The corrected query; null if nothing was corrected. */
  corrected: string | null
  didYouMean: string | null
  /** True if parts of the query were dropped because no product has all parts. */
  relaxed: boolean
  dropped: readonly string[]
}

export interface Hit {
  id: number
  score: number
  /** A variant that satisfies query and filters together; null if there is none. */
  variantId: number | null
  explanation: HitScores
}

export interface HitScores {
  /** Absent if a column decides the order. */
  features?: Features | undefined
  /** In the order of the rules; absent if a column decides the order. */
  rules?: readonly RuleValue[] | undefined
  /** Points added to the score, by learned model. */
  learned?: Readonly<Record<string, number>> | undefined
  popularity: number
  rule?: string | undefined
  inStock: boolean
  /** With `explain`: how each word of the query was found, and in which fields. */
  words?: readonly FoundWord[]
}
