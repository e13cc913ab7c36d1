/**
 * The order of an answer, as one list. Of two products, the first rule that tells them apart decides, so that the list and the products
 * fully determine a page. `explain` prints it with each rule's value.
 *
 *   (pins)        the merchant's pins are at their positions, whatever the rules
 *   exact         the whole title, SKU or barcode is the query
 *   tier          how much of the query the product has; see `TIER`:
 *                   every word is in the title, type, vendor, options or collections, of a product of no other category than what is asked for
 *                   every word is found, some of them only in tags, attributes or the description, but the noun of the query names it
 *                   only part of the query is found, or its noun is only mentioned but names other products; filler does not count
 *                   the product is only near in meaning; if nothing has every word, this and the tier above are one
 *   preferences   what the query asks for besides its words (a color, a size, a type, "cheap"): the product says it in the words that were
 *                 typed, has it by another name, does not state it, states something else; "under 50" includes 50
 *   stock         if the shop chose so: products in stock before those sold out
 *   relevance     the weighted sum of `features.ts`. Most of it is how well the words fit, each word apart:
 *                   where it is: a SKU counts most, then the title, the type, tags, options and collections, vendor and description,
 *                   attributes last; several fields add up, with less and less effect
 *                   how short the field is: a word counts more in a short title than in a long one, and in a short description
 *                   a title's words after "for" or "with" count half
 *                   how rare it is: a word that few products of the shop have counts more than a common one
 *                   how sure it is: the word as typed before a plural, a synonym or a corrected spelling
 *                 Nearness in meaning adds up to a quarter of what a perfect match by words has, and the more, the more of the query no product
 *                 has in words; it decides nearly alone between products that no word found
 *                 The rest decides between products that are close: the query's words side by side in the title; the noun of the query
 *                 is the noun of the title; the product has the type asked for; it sells well; the shopper likes such products
 *   number        the lower product id
 */
export interface RuleValues {
  readonly isExact: boolean
  readonly tier: number
  /** Sum over criteria: 0 for the typed words, 1 for a value or picture, 2 if unknown, 3 for another value, 16 for another category. */
  readonly preferences: number
  readonly isSoldOut: boolean
  readonly relevance: number
  readonly id: number
}

export interface Rule {
  readonly name: 'exact' | 'tier' | 'preferences' | 'stock' | 'relevance' | 'number'
  /** Smaller ranks first. */
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
