import { describe, expect, it } from 'vitest'
import { searchShop, smallShop } from './testing/small-shop.ts'

const shop = smallShop([
  { title: 'Wool shirt blue' },
  { title: 'Wool shirt red' },
  { title: 'Felt hat', description: 'Goes with a wool shirt' },
])
const order = (preferences: [number, number][], popularityWeight = 1) =>
  searchShop(shop, 'wool shirt', { preferences: new Map(preferences), popularityWeight }).hits

describe('what shoppers choose for a query', () => {
  it('F1: moves up among products that match as well', () => {
    expect(order([]).map(({ id }) => id)).toEqual([1, 2, 3])
    expect(order([[2, 1]]).map(({ id }) => id)).toEqual([2, 1, 3])
  })

  it('F2: never moves over a better tier, and is bounded', () => {
    expect(order([[3, 1]]).map(({ id }) => id)).toEqual([1, 2, 3])
    const [plain, once, most] = [0, 1, 50].map((preference) => order([[1, preference]])[0].score)
    expect(once).toBeGreaterThan(plain)
    expect(most).toBe(once)
  })

  it('F3: is explained, and switched off with the weight of popularity', () => {
    expect(order([[2, 0.5]]).find(({ id }) => id === 2)?.explanation.features?.clicks).toBe(0.5)
    expect(order([[2, 1]], 0).map(({ id }) => id)).toEqual([1, 2, 3])
  })
})
