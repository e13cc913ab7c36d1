import type { CatalogItem } from '../catalog/create-catalog.ts'
import { createRandom } from '../random.ts'
import { type Assortment, type AssortmentItem, createAssortment } from './assortment.ts'

/** Facts that drive simulated shoppers, and that models have to find. */
export interface PlantedTruth {
  /** Products that are often in the same order. */
  pairs: readonly { first: number; second: number }[]
  /** Products that get more and more views in the last days. */
  rising: readonly number[]
  complements: ReadonlyMap<string, readonly string[]>
  /** Product types that shoppers use up and buy again. */
  consumables: readonly string[]
}

const COMPLEMENTS: readonly (readonly [string, string])[] = [
  ['Mugs', 'Kettles'],
  ['Sofas', 'Cushions'],
  ['Sofas', 'Rugs'],
  ['Armchairs', 'Lamps'],
  ['Armchairs', 'Coffee Tables'],
  ['Coffee Tables', 'Vases'],
  ['Vases', 'Candles'],
  ['Planters', 'Vases'],
  ['Cookware', 'Kettles'],
  ['Bedding', 'Towels'],
  ['Bedding', 'Lamps'],
  ['Cushions', 'Candles'],
  ['Wall Clocks', 'Lamps'],
  ['Wall Clocks', 'Mugs'],
  ['T-Shirts', 'Trousers'],
  ['Shirts', 'Trousers'],
  ['Sweaters', 'Jackets'],
  ['Trousers', 'Sneakers'],
  ['Dresses', 'Sunglasses'],
  ['Dresses', 'Sneakers'],
  ['Backpacks', 'Water Bottles'],
  ['Jackets', 'Backpacks'],
  ['Watches', 'Sunglasses'],
  ['Towels', 'Water Bottles'],
]

const RISING_COUNT = 8

export function plantTruth(seed: string, catalog: readonly CatalogItem[]): PlantedTruth {
  const assortment = createAssortment(catalog)
  const complements = new Map<string, string[]>()
  for (const [a, b] of COMPLEMENTS) {
    complements.set(a, [...(complements.get(a) ?? []), b])
    complements.set(b, [...(complements.get(b) ?? []), a])
  }
  return {
    pairs: plantPairs(seed, assortment),
    rising: plantRising(seed, assortment),
    complements,
    consumables: ['Candles', 'T-Shirts'],
  }
}

/** A product is in at most one pair, so that its partner is clear. */
function plantPairs(seed: string, assortment: Assortment): { first: number; second: number }[] {
  const random = createRandom(seed, 'pairs')
  const taken = new Set<number>()
  const choose = (type: string): AssortmentItem | undefined => {
    const free = (assortment.byType.get(type) ?? []).filter((item) => !taken.has(item.id))
    const liked = free.sort((a, b) => b.appeal - a.appeal || a.id - b.id).slice(0, 4)
    if (liked.length === 0) return undefined
    const chosen = random.pick(liked)
    taken.add(chosen.id)
    return chosen
  }
  return COMPLEMENTS.flatMap(([a, b]) => {
    const [first, second] = [choose(a), choose(b)]
    return first && second ? [{ first: first.id, second: second.id }] : []
  })
}

function plantRising(seed: string, assortment: Assortment): number[] {
  const random = createRandom(seed, 'rising')
  const quiet = assortment.items.filter((item) => item.appeal < 1 && item.item.draft.ageDays > 30)
  return random.sample(quiet, RISING_COUNT).map((item) => item.id)
}
