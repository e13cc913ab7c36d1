/** Query that a shopper types into a shop, with what a person who read the shop's products expects to see. */
export interface ShopQuery {
  query: string
  /** The first product. Patterns are held against `title | type | vendor`. */
  first?: RegExp
  /** Each of these is somewhere in what was found. */
  finds?: RegExp[]
  /** None of these is anywhere in what was found. */
  never?: RegExp[]
  /** The share of the catalog that may be found at most; 0 where the shop has nothing of the kind. */
  atMostShare?: number
  /** Says in words what is wrong today. The expectation stays as it should be, and the case has to fail until it is met. */
  known?: string
}

export interface ShopQueries {
  /** The export, below the folder of catalogs. */
  file: string
  locale: string
  queries: ShopQuery[]
}

/** Fewer than ten products hold every word, so those that lack one follow: in a small shop, much of the shop. */
export const RELAXED = 'a few products hold every word, and those that lack one are found as well'
