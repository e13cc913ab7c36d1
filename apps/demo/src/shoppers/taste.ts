import type { Random } from '../random.ts'

/** The facts about a product that shoppers see before they decide. */
export interface ProductFacts {
  productType: string
  vendor: string
  colors: readonly string[]
  /** Rank of the price within the product type: 0 is the cheapest, 1 the most expensive. */
  priceLevel: number
}

/** Preferences of a simulated shopper, which models have to find. */
export interface Taste {
  productTypes: readonly string[]
  colors: readonly string[]
  vendors: readonly string[]
  /** Preferred `priceLevel`. */
  budget: number
}

export interface TasteChoices {
  productTypes: readonly string[]
  colors: readonly string[]
  /** Brands by product type, so that a preferred brand sells preferred products. */
  vendorsOf: (productType: string) => readonly string[]
  complementsOf: (productType: string) => readonly string[]
}

export function createTaste(random: Random, choices: TasteChoices): Taste {
  const first = random.pick(choices.productTypes)
  const related = random.sample(choices.complementsOf(first), 2)
  const productTypes = [...new Set([first, ...related, ...random.sample(choices.productTypes, 1)])]
  return {
    productTypes,
    colors: random.sample(choices.colors, random.int(1, 3)),
    vendors: random.sample(choices.vendorsOf(first), random.int(0, 1)),
    budget: random.next(),
  }
}

const FAVOURITE_TYPE = 5
const LIKED_TYPE = 3
const OTHER_TYPE = 0.3

/** Weight of the product for the shopper: about 1 for a neutral product of a liked type. */
export function liking(taste: Taste, facts: ProductFacts): number {
  const rank = taste.productTypes.indexOf(facts.productType)
  const type = rank === 0 ? FAVOURITE_TYPE : rank > 0 ? LIKED_TYPE : OTHER_TYPE
  const color = facts.colors.some((name) => taste.colors.includes(name)) ? 2.4 : 0.7
  const vendor = taste.vendors.includes(facts.vendor) ? 2 : 0.9
  const distance = (facts.priceLevel - taste.budget) / 0.35
  return (type * color * vendor * (0.25 + 1.25 * Math.exp(-distance * distance))) / LIKED_TYPE
}
