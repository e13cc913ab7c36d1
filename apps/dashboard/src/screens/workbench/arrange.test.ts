import { describe, expect, it } from 'vitest'
import type { Rule } from '../rules/rule.ts'
import { arrange } from './arrange.ts'

const products = [1, 2, 3, 4, 5].map((id) => ({ product_id: id }))
const orderWith = (rule: Partial<Rule>) =>
  arrange(products, { id: 'a', when: {}, ...rule }).map(({ product_id: id }) => id)
const pin = (...places: [id: number, position: number][]) =>
  places.map(([product_id, position]) => ({ product_id, position }))

describe('the predicted order', () => {
  it("has pins at their positions and the other products in the server's order", () => {
    expect(orderWith({})).toEqual([1, 2, 3, 4, 5])
    expect(orderWith({ pin: pin([4, 1]) })).toEqual([4, 1, 2, 3, 5])
    expect(orderWith({ pin: pin([1, 3], [5, 2]) })).toEqual([2, 5, 1, 3, 4])
  })

  it('puts a product that is pinned beyond the end last', () => {
    expect(orderWith({ pin: pin([2, 40]) })).toEqual([1, 3, 4, 5, 2])
    expect(orderWith({ pin: pin([9, 1]) })).toEqual([1, 2, 3, 4, 5])
  })

  it('leaves out hidden products', () => {
    expect(orderWith({ hide: [1, 5], pin: pin([3, 1]) })).toEqual([3, 2, 4])
  })
})
