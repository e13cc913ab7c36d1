/**
 * The order of an answer, as one list. Of two products the first rule that tells them apart decides; whoever knows this list and the products
 * predicts the page. `explain` prints it with each rule's value.
 *
 *   (pins)        the merchant's pins stand at their places, before everything else
 *   exact         the whole title, SKU or barcode is the query
 *   tier          every word names the product, every word is found, part of the query is found, only near in meaning; where nothing has
 *                 every word, the last two are one tier
 *   preferences   what the query asks for beside its words: said so, satisfied, not stated, stated otherwise
 *   stock         where the shop wants it so: what can be bought before what is sold out
 *   relevance     the weighted sum of `features.ts`
 *   number        the lower product number
 */
export interface RuleValues {
  readonly isExact: boolean
  /** One of `TIER`. */
  readonly tier: number
  /** 0: says all that was asked for; 1 for what it has by another name, 2 for each open question, 3 for each that is answered otherwise. */
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
