import { describe, expect, it } from 'vitest'
import type { RankingRules } from './search-request.ts'
import { searchShop, smallShop } from './testing/small-shop.ts'

const titles = [
  'Oak lamp base',
  'Oak lamp stand tall',
  'Oak lamp stand tall grey',
  'Oak lamp stand tall grey large',
  'Iron kettle',
]
const shop = smallShop(titles.map((title) => ({ title })))

function found(rules: Partial<RankingRules>, parts: Parameters<typeof searchShop>[2] = {}): number[] {
  const answer = searchShop(shop, 'oak lamp', { rules: { pins: [], boosts: [], ...rules }, ...parts })
  return answer.hits.map(({ id }) => id)
}

const pin = (id: number, position: number) => ({ id, position, rule: `r${id}` })

describe('pins', () => {
  it('P1: are at their position, counted from 1, and the others fill the rest', () => {
    expect(found({})).toEqual([1, 2, 3, 4])
    expect(found({ pins: [pin(4, 1)] })).toEqual([4, 1, 2, 3])
    expect(found({ pins: [pin(1, 3)] })).toEqual([2, 3, 1, 4])
  })

  it('P2: for the same position follow one another in the given order', () => {
    expect(found({ pins: [pin(4, 1), pin(3, 1)] })).toEqual([4, 3, 1, 2])
    expect(found({ pins: [pin(3, 2), pin(4, 1)] })).toEqual([4, 3, 1, 2])
  })

  it('P3: beyond the end are at the end', () => {
    expect(found({ pins: [pin(1, 50)] })).toEqual([2, 3, 4, 1])
  })

  it('P4: are ignored if the product is hidden or does not exist', () => {
    expect(found({ pins: [pin(4, 1)] }, { visibility: { terms: [], inStockOnly: false, hidden: [4] } })).toEqual([
      1, 2, 3,
    ])
    expect(found({ pins: [pin(99, 1)] })).toEqual([1, 2, 3, 4])
  })

  it('P5: do not apply if the shopper chose the order', () => {
    expect(found({ pins: [pin(4, 1)] }, { sort: 'price_asc' })).toEqual([1, 2, 3, 4])
  })

  it('are shown even if they do not pass a filter of the query', () => {
    const { hits, total } = searchShop(shop, 'oak lamp under 2', { rules: { pins: [pin(4, 1)], boosts: [] } })
    expect([total, ...hits.map(({ id }) => id)]).toEqual([3, 4, 1, 2])
  })

  it('P6: have their rule in the hit, and no other hit has it', () => {
    const { hits } = searchShop(shop, 'oak lamp', { rules: { pins: [pin(4, 1)], boosts: [] } })
    expect(hits.map(({ explanation }) => explanation.rule)).toEqual(['r4', undefined, undefined, undefined])
  })

  it('P7: are paged like any other hit', () => {
    const rules = { pins: [pin(4, 2)] }
    expect([...found(rules, { limit: 2 }), ...found(rules, { limit: 2, offset: 2 })]).toEqual([1, 4, 2, 3])
  })
})

describe('pins by attribute', () => {
  const dearer = { price: { min: 3, max: 99 } }
  const order = (rules: Partial<RankingRules>, parts: Parameters<typeof searchShop>[2] = {}) =>
    searchShop(shop, 'oak lamp', { rules: { pins: [], boosts: [], ...rules }, ...parts }).hits.map(({ id }) => id)

  it('P8: place the best matches of the target from their position on, in their own order', () => {
    expect(order({})).toEqual([1, 2, 3, 4])
    expect(order({ pinTargets: [{ target: dearer, position: 1, limit: 1, rule: 'a' }] })).toEqual([3, 1, 2, 4])
    expect(order({ pinTargets: [{ target: dearer, position: 1, limit: 9, rule: 'a' }] })).toEqual([3, 4, 1, 2])
    expect(order({ pinTargets: [{ target: dearer, position: 2, limit: 9, rule: 'a' }] })).toEqual([1, 3, 4, 2])
  })

  it('P9: add no product that does not match, follow products pinned by id, and have their rule in the hit', () => {
    const pinTargets = [{ target: dearer, position: 1, limit: 9, rule: 'a' }]
    expect(order({ pinTargets })).not.toContain(5)
    expect(order({ pinTargets, pins: [pin(2, 1)] })).toEqual([2, 3, 4, 1])
    const { hits } = searchShop(shop, 'oak lamp', { rules: { pins: [], boosts: [], pinTargets } })
    expect(hits.map(({ explanation }) => explanation.rule)).toEqual(['a', 'a', undefined, undefined])
  })

  it('P10: do not apply if the shopper chose the order, and are paged', () => {
    const pinTargets = [{ target: dearer, position: 1, limit: 1, rule: 'a' }]
    expect(order({ pinTargets }, { sort: 'price_asc' })).toEqual([1, 2, 3, 4])
    expect([...order({ pinTargets }, { limit: 2 }), ...order({ pinTargets }, { limit: 2, offset: 2 })]).toEqual([
      3, 1, 2, 4,
    ])
  })
})

describe('boosts', () => {
  const boost = (id: number, factor: number) => ({ target: { ids: new Set([id]) }, factor, rule: `b${id}` })

  it('B1: raise above 1, lower below 1, and change nothing at 1', () => {
    expect(found({ boosts: [boost(4, 10)] })[0]).toBe(4)
    expect(found({ boosts: [boost(1, 0.1)] }).at(-1)).toBe(1)
    expect(found({ boosts: [boost(4, 1)] })).toEqual([1, 2, 3, 4])
  })

  it('B2: multiply if two apply to one product', () => {
    expect(found({ boosts: [boost(4, 10), boost(4, 0.1)] })).toEqual([1, 2, 3, 4])
  })

  it('B3: add no product that does not match', () => {
    expect(found({ boosts: [boost(5, 100)] })).toEqual([1, 2, 3, 4])
  })

  it('B4: do not apply if the shopper chose the order', () => {
    expect(found({ boosts: [boost(4, 10)] }, { sort: 'price_asc' })).toEqual([1, 2, 3, 4])
  })
})
