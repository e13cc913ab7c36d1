/**
 * The order of an answer, as one list. Of two products, the first rule that tells them apart decides, so that the list and the products
 * fully determine a page. `explain` prints it with each rule's value.
 *
 *   (pins)        the merchant's pins are at their positions, whatever the rules
 *   exact         the whole title, SKU or barcode is the query
 *   tier          every word names the product, every word is found, part of the query is found, only near in meaning; if nothing has
 *                 every word, the last two are one tier
 *   preferences   what the query asks for besides its words: said, satisfied, not stated, stated otherwise
 *   stock         if the shop chose so: products in stock before those sold out
 *   relevance     the weighted sum of `features.ts`
 *   number        the lower product id
 */
export interface RuleValues {
  readonly isExact: boolean
  /** A value of `TIER`. */
  readonly tier: number
  /** Sum over all criteria: 0 if said in the typed words, 1 if satisfied in other words, 2 if not stated, 3 if stated otherwise. */
  readonly preferences: number
  readonly isSoldOut: boolean
  readonly relevance: number
  readonly id: number
}

export interface Rule {
  readonly name: 'exact' | 'tier' | 'preferences' | 'stock' | 'relevance' | 'number'
  /** Smaller comes first. */
  readonly value: (product: RuleValues) => number
}

export const RULES: readonly Rule[] = [
  { name: 'exact', value: ({ isExact }) => (isExact ? 0 : 1) },
  { name: 'tier', value: ({ tier }) => tier },
  { name: 'preferences', value: ({ preferences }) => preferences },
  { name: 'stock', value: ({ isSoldOut }) => (isSoldOut ? 1 : 0) },
  { name: 'relevance', value: ({ relevance }) => -relevance },
  { name: 'number', value: ({ id }) => id },
]

export function compareByRules(a: RuleValues, b: RuleValues): number {
  for (const { value } of RULES) {
    const difference = value(a) - value(b)
    if (difference !== 0) return difference
  }
  return 0
}
