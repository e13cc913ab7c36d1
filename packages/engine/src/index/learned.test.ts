import { describe, expect, it } from 'vitest'
import type { LearnedScorer } from './search-request.ts'
import { searchShop, smallShop } from './testing/small-shop.ts'

const shop = smallShop([
  { title: 'Wool shirt blue' },
  { title: 'Wool shirt red' },
  { title: 'Felt hat', description: 'Goes with a wool shirt' },
])
const lifted = (lifts: [number, number][]): LearnedScorer => {
  const known = new Map(lifts)
  return { attributes: [], boosts: ({ id }) => ({ products: known.get(id) ?? 0 }) }
}
const order = (lifts: [number, number][], popularityWeight = 1) =>
  searchShop(shop, 'wool shirt', { learned: lifted(lifts), popularityWeight }).hits

describe('learned evidence for a query', () => {
  it('F1: moves products among equally good matches', () => {
    expect(order([]).map(({ id }) => id)).toEqual([1, 2, 3])
    expect(order([[2, 0.5]]).map(({ id }) => id)).toEqual([2, 1, 3])
    expect(order([[1, -0.5]]).map(({ id }) => id)).toEqual([2, 1, 3])
  })

  it('F2: never moves a product above a better tier', () => {
    expect(order([[3, 50]]).map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it('F3: is explained by model, and disabled by a popularity weight of 0', () => {
    expect(order([[2, 0.5]]).find(({ id }) => id === 2)?.explanation.learned).toEqual({ products: 0.5 })
    expect(order([[2, 0.5]], 0).map(({ id }) => id)).toEqual([1, 2, 3])
  })
})
