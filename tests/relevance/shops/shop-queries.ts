/** A query that a shopper types, with what a person who has read the shop's products expects to see. */
export interface ShopQuery {
  query: string
  /** The first product. Patterns are matched against `title | type | vendor`. */
  first?: RegExp
  /** Each of these is among the results. */
  finds?: RegExp[]
  /** None of these is among the results. */
  never?: RegExp[]
  /** Maximum share of the catalog that may be found; 0 if the shop has nothing of the kind. */
  atMostShare?: number
  /** Describes a known fault. The expectation is the right one, and the case must fail until the fault is fixed. */
  known?: string
}

export interface ShopQueries {
  /** The export, below the folder of catalogs. */
  file: string
  locale: string
  queries: ShopQuery[]
}

/** Explains large results: fewer than ten products contain every word, so those that lack one follow, which in a small shop are many. */
export const RELAXED = 'a few products hold every word, and those that lack one are found as well'
