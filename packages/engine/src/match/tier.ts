/** How much of the query a product has. The first ordering rule after the exact name; smaller is better. */
export const TIER = {
  /** Every word is in a field that names the product. */
  named: 0,
  /** Every word is found, some only in a description, attribute, tag or part number. */
  found: 1,
  /** Part of the query is found. */
  partial: 2,
  /** Found by meaning, not by words. */
  near: 3,
} as const

export type Tier = (typeof TIER)[keyof typeof TIER]
