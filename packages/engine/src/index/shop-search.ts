import type { Asked } from '../match/criteria.ts'
import type { Held } from '../match/hold.ts'
import type { Query } from '../query/query.ts'
import type { Features } from '../rank/features.ts'
import type { RuleValue } from '../rank/explain.ts'
import type { FacetResult } from '../facets/facet-request.ts'
import type { FoundWord } from '../text/text-query.ts'
import type { TextSettings } from '../text/text-settings.ts'
import type { SearchRequest } from './search-request.ts'

export interface ParsedSearch {
  /** As `parseQuery` read it. */
  parsed: Query
  /** The last word is still being typed: it also matches as a prefix. */
  prefixLast: boolean
  settings: TextSettings
}

export interface ShopSearchRequest extends Omit<SearchRequest, 'query' | 'constraints'> {
  /** Absent: browse. */
  query?: ParsedSearch
}

/**
 * The part of a request that decides what is found. The rest, and with it all that is known of the shopper, only orders that,
 * counts it and cuts it into pages.
 */
export type ShopFindRequest = Pick<
  ShopSearchRequest,
  'query' | 'visibility' | 'among' | 'selections' | 'prices' | 'rules' | 'semantic' | 'outOfStockLast'
> & {
  /** How many of the best are ranked on the way. */
  depth: number
}

/** A reading or an operator of the query, and what became of it. */
export interface HeldCriterion {
  readonly asked: Asked
  readonly held: Held
}

export interface ShopSearchResult {
  /** Products that match query and filters. */
  total: number
  hits: readonly ShopHit[]
  facets: FacetResult[]
  text: ShopTextOutcome | undefined
  /** In the order of the query. */
  understood: readonly HeldCriterion[]
  /** Products of the answer that only their meaning brought. */
  extendedByMeaning: number
}

export interface ShopTextOutcome {
  /** The query as it was searched, where words were corrected. */
  corrected: string | null
  didYouMean: string | null
  /** Nothing has every word, or what was asked for beside them: something was dropped. */
  relaxed: boolean
  /** What was, as typed. */
  dropped: readonly string[]
}

export interface ShopHit {
  id: number
  score: number
  /** The variant that satisfies query and filters together; null where none does. */
  variantId: number | null
  explanation: HitExplanation
}

export interface HitExplanation {
  /** Absent where the order comes from a column. */
  features?: Features | undefined
  /** The value of each rule, in their order; absent where the order comes from a column. */
  rules?: readonly RuleValue[] | undefined
  popularity: number
  /** The merchant's rule that moved it. */
  rule?: string | undefined
  inStock: boolean
  /** With `explain`: the words of the query, how and in which fields they were found. */
  words?: readonly FoundWord[]
}
