/** A query, with what a person who knows the shop's products expects. */
export interface ShopQuery {
  query: string
  /** The first product. Patterns are matched against `title | type | vendor`. */
  first?: RegExp
  /** Each pattern must match a result. */
  finds?: RegExp[]
  /** No result may match any of these patterns. */
  never?: RegExp[]
  /** Maximum share of the catalog; 0 if the shop has nothing of the kind. */
  atMostShare?: number
  /** A known fault. The case must fail until the fault is fixed. */
  known?: string
}

export interface ShopQueries {
  /** Export, below the folder of catalogs. */
  file: string
  locale: string
  queries: ShopQuery[]
}

/** If fewer than ten products contain every word, others follow, which may be many in a small shop. */
export const RELAXED = 'a few products hold every word, and those that lack one are found as well'
