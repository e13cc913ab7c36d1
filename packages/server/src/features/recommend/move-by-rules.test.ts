import type { SearchRuleConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { recommendationRules } from '../merchandise/recommendation-rules.ts'
import { moveByRules, rulesOf } from './move-by-rules.ts'
import type { Candidate } from './recommend-context.ts'
import { createContext, NOW_MS, type ProductSpec } from './testing/shop-context.ts'

const candidate = (productId: number): Candidate => ({ productId, step: 'sold', why: () => 'sold well' })
/** `parts` has the fields of single products. */
const catalog = (count: number, parts: Record<number, Partial<ProductSpec>> = {}) =>
  Array.from({ length: count }, (_, i) => ({ id: i + 1, ...parts[i + 1] }))

interface Asked {
  products?: ProductSpec[]
  ranked?: number[]
  excluded?: number[]
}
function move(rule: object, { products = catalog(6), ranked, excluded = [] }: Asked = {}): Candidate[] {
  const rules = [{ id: 'r', when: {}, recommendations: true, ...rule }] as unknown as SearchRuleConfig[]
  const context = createContext({ products, config: { search: { rules } } })
  const acting = recommendationRules(context.shop.config, { nowMs: NOW_MS })
  const { ranking } = rulesOf({ ...context, rules: acting }, { type: 'bestsellers' })
  const order = (ranked ?? products.map(({ id }) => id)).map(candidate)
  return [...moveByRules({ ...context, rules: acting }, order, { ranking: ranking!, excluded: new Set(excluded) })]
}
const ids = (rule: object, asked?: Asked) => move(rule, asked).map(({ productId }) => productId)
const pin = (product_id: number, position: number) => ({ product_id, position })

describe('rules on a ranking without scores', () => {
  it('M1: put a pinned product at its position, and nowhere else', () => {
    expect(ids({ pin: [pin(5, 2)] })).toEqual([1, 5, 2, 3, 4, 6])
    expect(ids({ pin: [pin(5, 1), pin(6, 3)] })).toEqual([5, 1, 6, 2, 3, 4])
    expect(ids({ pin: [pin(1, 99)] })).toEqual([2, 3, 4, 5, 6, 1])
  })

  it('M2: give a position to the first of two pins, and the next one to the other', () => {
    expect(ids({ pin: [pin(5, 1), pin(6, 1)] })).toEqual([5, 6, 1, 2, 3, 4])
  })

  it('M3: pin unranked products, but only if they exist and may be shown', () => {
    expect(ids({ pin: [pin(6, 1)] }, { ranked: [1, 2] })).toEqual([6, 1, 2])
    expect(ids({ pin: [pin(77, 1)] })).toEqual([1, 2, 3, 4, 5, 6])
    const products = catalog(3, { 3: { status: 'draft' } })
    expect(ids({ pin: [pin(3, 1)] }, { products, ranked: [1, 2] })).toEqual([1, 2])
  })

  it('M4: pin no products of the cart or of the page', () => {
    expect(ids({ pin: [pin(5, 1)] }, { ranked: [1, 2], excluded: [5] })).toEqual([1, 2])
  })

  it('M5: divide the position by a boost and multiply it by a bury; other products keep their order', () => {
    const products = catalog(6, { 5: { tags: ['new'] }, 1: { tags: ['old'] } })
    // Boosted by 2.5, the fifth product moves to position 5 / 2.5 = 2, after the second product.
    expect(ids({ boost: [{ tag: 'new' }] }, { products })).toEqual([1, 2, 5, 3, 4, 6])
    expect(ids({ boost: [{ tag: 'new', weight: 10 }] }, { products })).toEqual([5, 1, 2, 3, 4, 6])
    expect(ids({ bury: [{ tag: 'old', weight: 3 }] }, { products })).toEqual([2, 1, 3, 4, 5, 6])
    expect(ids({ bury: [{ tag: 'old', weight: 10 }] }, { products })).toEqual([2, 3, 4, 5, 1, 6])
  })

  it('M6: multiply several boosts', () => {
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

  it('M7: never boost sold-out products above available ones', () => {
    const products = catalog(4, { 4: { tags: ['new'], stock: 0 } })
    expect(ids({ boost: [{ tag: 'new', weight: 10 }] }, { products })).toEqual([1, 2, 3, 4])
  })

  it('M8: pin the best matches of a target, up to its limit', () => {
    const products = catalog(6, { 3: { tags: ['new'] }, 5: { tags: ['new'] }, 6: { tags: ['new'] } })
    expect(ids({ pin_where: [{ tag: 'new', position: 1 }] }, { products })).toEqual([3, 1, 2, 4, 5, 6])
    expect(ids({ pin_where: [{ tag: 'new', position: 1, limit: 2 }] }, { products })).toEqual([3, 5, 1, 2, 4, 6])
    const both = { pin: [pin(3, 4)], pin_where: [{ tag: 'new', position: 1 }] }
    expect(ids(both, { products })).toEqual([5, 1, 2, 3, 4, 6])
  })

  it('M9: return which rule moved a product, and how', () => {
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

  it('M10: move only the first hundred positions', () => {
    const boosted = (id: number) =>
      ids({ boost: [{ tag: 'new', weight: 10 }] }, { products: catalog(120, { [id]: { tags: ['new'] } }) }).indexOf(id)
    expect(boosted(100)).toBeLessThan(20)
    expect(boosted(101)).toBe(100)
    const pinned = ids({ pin: [pin(110, 1)] }, { products: catalog(120) })
    expect([pinned[0], pinned.filter((id) => id === 110).length, pinned.length]).toEqual([110, 1, 120])
  })
})
