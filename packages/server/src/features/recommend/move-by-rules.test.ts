import type { SearchRuleConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { recommendationRules } from '../merchandise/recommendation-rules.ts'
import { moveByRules, rulesOf } from './move-by-rules.ts'
import type { Candidate } from './recommend-context.ts'
import { createContext, NOW_MS, type ProductSpec } from './testing/shop-context.ts'

const candidate = (productId: number): Candidate => ({ productId, step: 'sold', why: () => 'sold well' })
/** Products 1 to `count`; `parts` has the fields that matter for single products. */
const catalog = (count: number, parts: Record<number, Partial<ProductSpec>> = {}) =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1, ...parts[i + 1] }))

interface Asked {
  products?: ProductSpec[]
  ranked?: number[]
  left?: number[]
}
function move(rule: object, { products = catalog(6), ranked, left = [] }: Asked = {}): Candidate[] {
  const rules = [{ id: 'r', when: {}, recommendations: true, ...rule }] as unknown as SearchRuleConfig[]
  const context = createContext({ products, config: { search: { rules } } })
  const acting = recommendationRules(context.shop.config, { nowMs: NOW_MS })
  const { ranking } = rulesOf({ ...context, rules: acting }, { type: 'bestsellers' })
  const order = (ranked ?? products.map(({ id }) => id)).map(candidate)
  return [...moveByRules({ ...context, rules: acting }, order, { ranking: ranking!, left: new Set(left) })]
}
const ids = (rule: object, asked?: Asked) => move(rule, asked).map(({ productId }) => productId)
const pin = (product_id: number, position: number) => ({ product_id, position })

describe('rules on a ranking without scores', () => {
  it('M1: a pinned product stands in its place, once, and the others close up', () => {
    expect(ids({ pin: [pin(5, 2)] })).toEqual([1, 5, 2, 3, 4, 6])
    expect(ids({ pin: [pin(5, 1), pin(6, 3)] })).toEqual([5, 1, 6, 2, 3, 4])
    expect(ids({ pin: [pin(1, 99)] })).toEqual([2, 3, 4, 5, 6, 1])
  })

  it('M2: of two pins for one place the first has it and the other comes next', () => {
    expect(ids({ pin: [pin(5, 1), pin(6, 1)] })).toEqual([5, 6, 1, 2, 3, 4])
  })

  it('M3: what is pinned need not be ranked, but must be in the shop and showable', () => {
    expect(ids({ pin: [pin(6, 1)] }, { ranked: [1, 2] })).toEqual([6, 1, 2])
    expect(ids({ pin: [pin(77, 1)] })).toEqual([1, 2, 3, 4, 5, 6])
    const products = catalog(3, { 3: { status: 'draft' } })
    expect(ids({ pin: [pin(3, 1)] }, { products, ranked: [1, 2] })).toEqual([1, 2])
  })

  it('M4: what is in the cart, or the page is about, is not pinned', () => {
    expect(ids({ pin: [pin(5, 1)] }, { ranked: [1, 2], left: [5] })).toEqual([1, 2])
  })

  it('M5: a boost divides the place, burying multiplies it; the order of the rest stays', () => {
    const products = catalog(6, { 5: { tags: ['new'] }, 1: { tags: ['old'] } })
    // Boosted by 2.5, the fifth product moves to position 5 / 2.5 = 2, but stays behind the second.
    expect(ids({ boost: [{ tag: 'new' }] }, { products })).toEqual([1, 2, 5, 3, 4, 6])
    expect(ids({ boost: [{ tag: 'new', weight: 10 }] }, { products })).toEqual([5, 1, 2, 3, 4, 6])
    expect(ids({ bury: [{ tag: 'old', weight: 3 }] }, { products })).toEqual([2, 1, 3, 4, 5, 6])
    expect(ids({ bury: [{ tag: 'old', weight: 10 }] }, { products })).toEqual([2, 3, 4, 5, 1, 6])
  })

  it('M6: several boosts multiply', () => {
    const products = catalog(6, { 6: { tags: ['new', 'red'] } })
    expect(
      ids(
        {
          boost: [
            { tag: 'new', weight: 2 },
            { tag: 'red', weight: 2 },
          ],
        },
        { products },
      ),
    ).toEqual([1, 6, 2, 3, 4, 5])
  })

  it('M7: a boost never lifts what is sold out above what can be bought', () => {
    const products = catalog(4, { 4: { tags: ['new'], stock: 0 } })
    expect(ids({ boost: [{ tag: 'new', weight: 10 }] }, { products })).toEqual([1, 2, 3, 4])
  })

  it('M8: the best of those that a target names are pinned, as many as it says', () => {
    const products = catalog(6, { 3: { tags: ['new'] }, 5: { tags: ['new'] }, 6: { tags: ['new'] } })
    expect(ids({ pin_where: [{ tag: 'new', position: 1 }] }, { products })).toEqual([3, 1, 2, 4, 5, 6])
    expect(ids({ pin_where: [{ tag: 'new', position: 1, limit: 2 }] }, { products })).toEqual([3, 5, 1, 2, 4, 6])
    const both = { pin: [pin(3, 4)], pin_where: [{ tag: 'new', position: 1 }] }
    expect(ids(both, { products })).toEqual([5, 1, 2, 3, 4, 6])
  })

  it('M9: each says which rule moved it, and how', () => {
    const products = catalog(6, { 5: { tags: ['new'] }, 1: { tags: ['old'] } })
    const why = (rule: object, id: number) => {
      const found = move(rule, { products }).find(({ productId }) => productId === id)
      return [found?.step, found?.rule, found?.why()]
    }
    expect(why({ pin: [pin(5, 1)] }, 5)).toEqual(['rule:r', 'r', 'pinned by rule r'])
    expect(why({ boost: [{ tag: 'new' }] }, 5)).toEqual(['sold', 'r', 'sold well; boosted by rule r'])
    expect(why({ bury: [{ tag: 'old' }] }, 1)).toEqual(['sold', 'r', 'sold well; buried by rule r'])
    expect(why({ boost: [{ tag: 'new' }] }, 2)).toEqual(['sold', undefined, 'sold well'])
  })

  it('M10: rules reach a hundred places down; what stands deeper keeps its place', () => {
    const boosted = (id: number) =>
      ids({ boost: [{ tag: 'new', weight: 10 }] }, { products: catalog(120, { [id]: { tags: ['new'] } }) }).indexOf(id)
    expect(boosted(100)).toBeLessThan(20)
    expect(boosted(101)).toBe(100)
    const pinned = ids({ pin: [pin(110, 1)] }, { products: catalog(120) })
    expect([pinned[0], pinned.filter((id) => id === 110).length, pinned.length]).toEqual([110, 1, 120])
  })
})
