import { SparseAccumulator, type Scored } from '../core/sparse-accumulator.ts'
import type { BoughtTogether } from './bought-together.ts'

/**
 * What is bought with products like these: for a product that no order or hardly any has in it yet. A like product's partner gets its score
 * times the likeness; the like product itself is a partner too, as shops sell things in sets and colors.
 */
export const BORROWED = {
  /** Like products asked. More: safer, blander. */
  alike: 10,
  /** Worth of the like product itself, beside its partners. */
  ownWeight: 0.6,
} as const

const sum = new SparseAccumulator()
const one = new SparseAccumulator()

/** `alike` are the seeds' likes, best first, with their likeness 0…1. */
export function borrowedPartners(model: BoughtTogether, alike: readonly Scored[], limit: number): Scored[] {
  sum.reset(model.size)
  for (const { item, score } of alike.slice(0, BORROWED.alike)) {
    one.reset(model.size)
    model.score(one, [item])
    for (let i = 0; i < one.count; i++) sum.add(one.touched[i], score * one.scores[one.touched[i]])
    if (model.ordersOf(item) > 0) sum.add(item, score * BORROWED.ownWeight)
  }
  return sum.top(limit)
}
