/** How much of the query a product has: the first thing that orders, after the product's whole name. Smaller is better. */
export const TIER = {
  /** Every word stands in a field that names the product. */
  named: 0,
  /** Every word is found, some only in a description or attribute. */
  found: 1,
  /** Most of the query's weight is found. */
  partial: 2,
  /** No word brought it: it is near in meaning. */
  near: 3,
} as const

export type Tier = (typeof TIER)[keyof typeof TIER]
