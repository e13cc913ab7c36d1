import { describe, expect, it } from 'vitest'
import { RowArena } from '../core/row-arena.ts'
import { SparseAccumulator } from '../core/sparse-accumulator.ts'
import { BoughtTogether } from './bought-together.ts'
import { isEvident } from './pair-evidence.ts'

const times = (count: number, order: number[]) => Array.from({ length: count }, () => order)
const others = (count: number) => Array.from({ length: count }, (_, i) => [500 + i])

function scores(model: BoughtTogether, seeds: readonly number[], minOrders?: number): Float64Array {
  const accumulator = new SparseAccumulator()
  accumulator.reset(2000)
  model.score(accumulator, seeds, minOrders)
  return accumulator.scores
}
function pair(together: number, { na, nb, all }: { na: number; nb: number; all: number }): number {
  return (together / (na + 5)) * ((together + 5) / ((na * nb) / all + 5)) ** 0.25
}

describe('bought together', () => {
  it('R1: the score is C / (n + 5) · ((C + 5) / (E + 5))^0.25', () => {
    const model = BoughtTogether.fit([...times(4, [0, 1]), ...times(2, [0, 2]), ...times(10, [1]), ...others(14)])
    const found = scores(model, [0])
    expect(found[1]).toBeCloseTo(pair(4, { na: 6, nb: 14, all: 30 }), 6)
    expect(found[2]).toBeCloseTo(pair(2, { na: 6, nb: 2, all: 30 }), 6)
    // Product 1 is in 10 of the 24 orders without product 0.
    expect(model.evidence(0, 1)).toEqual({ orders: 4, expected: (6 * 10) / 24 })
  })

  it('R1b: a pair in nearly all orders is evident, a partner of everything is not', () => {
    const pairOnly = BoughtTogether.fit(times(3, [0, 1]))
    expect([isEvident(pairOnly.evidence(0, 1)), isEvident(pairOnly.evidence(1, 0))]).toEqual([true, true])
    const bag = BoughtTogether.fit([...times(8, [0, 9]), ...Array.from({ length: 30 }, (_, i) => [100 + i, 9])])
    expect(isEvident(bag.evidence(0, 9))).toBe(false)
  })

  it('R2: of two equally frequent partners, the one with fewer other orders ranks first', () => {
    const model = BoughtTogether.fit([...times(4, [0, 1]), ...times(4, [0, 2]), ...times(40, [1]), ...others(20)])
    expect(model.rank([0], { limit: 5 }).map(({ item }) => item)).toEqual([2, 1])
  })

  it('R3: one common order does not rank above five, even for a rare partner', () => {
    const model = BoughtTogether.fit([...times(5, [0, 1]), [0, 2], ...times(60, [1]), ...others(100)])
    expect(model.rank([0], { limit: 5 }).map(({ item }) => item)).toEqual([1, 2])
  })

  it('R4: a partner of several seeds gets the sum of the scores; seeds are left out', () => {
    const model = BoughtTogether.fit([...times(3, [0, 1, 2]), ...others(10)])
    const [one, two] = [scores(model, [0])[2], scores(model, [1])[2]]
    expect(scores(model, [0, 1])[2]).toBeCloseTo(one + two, 9)
    expect(model.rank([0, 1], { limit: 5 }).map(({ item }) => item)).toEqual([2])
    expect(model.rank([0], { limit: 5, accept: (item) => item !== 1 }).map(({ item }) => item)).toEqual([2])
  })

  it('R5: orders of more than 50 products are ignored', () => {
    const order = (size: number) => Array.from({ length: size }, (_, i) => i)
    expect(BoughtTogether.fit([order(50)]).total).toBe(1)
    const wholesale = BoughtTogether.fit([order(51), []])
    expect([wholesale.total, wholesale.size, wholesale.ordersOf(3)]).toEqual([0, 0, 0])
  })

  it('R6: every tenth position goes to the partner with the best score · (its orders + 5)^−0.35', () => {
    // Ten popular partners, then 20, bought less often, and 21, bought rarely.
    const popular = Array.from({ length: 10 }, (_, i) => i + 1)
    const model = BoughtTogether.fit([
      ...popular.flatMap((item) => [...times(20, [0, item]), ...times(300, [item])]),
      ...times(8, [0, 20]),
      ...times(20, [20]),
      ...times(5, [0, 21]),
    ])
    const ranked = model.rank([0], { limit: 12 }).map(({ item }) => item)
    expect(ranked).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 20, 10, 21])
    const damped = (item: number) => (scores(model, [0])[item] as number) * (model.ordersOf(item) + 5) ** -0.35
    expect(damped(20)).toBeGreaterThan(Math.max(damped(10), damped(21)))
  })

  it('R7: a row keeps its 400 best partners once it has 800', () => {
    const often = (i: number) => (i <= 400 ? 2 : 1)
    const partners = Array.from({ length: 799 }, (_, i) => i + 1)
    const model = BoughtTogether.fit(partners.flatMap((item) => times(often(item), [0, item])))
    expect(model.evidence(0, 799).orders).toBe(1)
    model.update([0, 800])
    expect(model.evidence(0, 400).orders).toBe(2)
    expect([model.evidence(0, 401).orders, model.evidence(0, 800).orders]).toEqual([0, 0])
  })

  it('R8: pairs in fewer orders than `minOrders` are left out', () => {
    const model = BoughtTogether.fit([...times(3, [0, 1]), ...times(2, [0, 2])])
    expect(model.rank([0], { limit: 5, minOrders: 3 }).map(({ item }) => item)).toEqual([1])
    expect(model.rank([0], { limit: 5, minOrders: 2 }).map(({ item }) => item)).toEqual([1, 2])
  })

  it('R9: returns nothing for products without orders', () => {
    const model = BoughtTogether.fit([[0, 1]])
    expect(model.rank([2], { limit: 5 })).toEqual([])
    expect(model.rank([900], { limit: 5 })).toEqual([])
    const none = { orders: 0, expected: 0 }
    expect([model.evidence(0, 2), model.evidence(2, 0), model.evidence(900, 0)]).toEqual([none, none, none])
    expect(new BoughtTogether().evidence(0, 0)).toEqual(none)
    expect(model.companions([2, 900], 5)).toEqual([])
  })

  it('R11: the tenth position is chosen among all partners, for any limit', () => {
    const popular = Array.from({ length: 12 }, (_, i) => i + 1)
    const model = BoughtTogether.fit([
      ...popular.flatMap((item) => [...times(20, [0, item]), ...times(300, [item])]),
      ...times(8, [0, 20]),
    ])
    expect(model.rank([0], { limit: 10 }).map(({ item }) => item)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 20])
  })

  it('R12: equal partners are ordered by number, in every tenth position too', () => {
    const partners = Array.from({ length: 25 }, (_, i) => i + 1)
    const model = BoughtTogether.fit(partners.map((item) => [0, item]))
    expect(model.rank([0], { limit: 25 }).map(({ item }) => item)).toEqual(partners)
  })

  it('R13: returns the requested number, even more than a row keeps', () => {
    const model = BoughtTogether.fit(Array.from({ length: 750 }, (_, i) => times(2, [2000 + (i % 3), i])).flat())
    expect(model.rank([2000, 2001, 2002], { limit: 700 })).toHaveLength(700)
    expect(model.rank([2000, 2001, 2002], { limit: 10 })).toHaveLength(10)
  })

  it('R14: companions are the best partners of many seeds, with their common orders', () => {
    const model = BoughtTogether.fit([[0, 1, 2], [0, 2], [1, 2, 3], ...others(9)]) // biome-ignore format: one line reads better
    expect(model.companions([0, 1], 9)).toEqual([
      { item: 2, orders: 4 },
      { item: 3, orders: 1 },
      { item: 0, orders: 1 },
      { item: 1, orders: 1 },
    ])
    expect(model.companions([0, 1], 1)).toEqual([{ item: 2, orders: 4 }])
  })

  it('R15: a query does not affect the next one', () => {
    const model = BoughtTogether.fit([...times(4, [0, 1]), ...times(4, [2, 3])])
    const alone = model.rank([2], { limit: 5 })
    model.rank([0], { limit: 5 })
    model.companions([0], 5)
    model.borrow([{ item: 0, score: 1 }], 5)
    expect(model.rank([2], { limit: 5 })).toEqual(alone)
  })

  it('R16: takes the bytes of its rows and one number per product', () => {
    const model = new BoughtTogether()
    const rows = new RowArena()
    expect(model.byteLength).toBe(rows.byteLength)
    model.update([0, 1])
    rows.add(0, 1, 1, 1)
    rows.add(1, 0, 1, 1)
    expect(model.byteLength).toBe(rows.byteLength + 16 * 8)
  })

  it('R17: continues from a saved state as if it had never stopped', () => {
    const model = BoughtTogether.fit([...times(3, [0, 1]), [7], [1, 4]])
    const loaded = BoughtTogether.load(model.save())
    expect([loaded.size, loaded.total, loaded.ordersOf(7)]).toEqual([8, 5, 1])
    for (const one of [model, loaded]) one.update([0, 4, 9])
    expect(loaded.rank([0], { limit: 9 })).toEqual(model.rank([0], { limit: 9 }))
    expect(loaded.evidence(4, 9)).toEqual(model.evidence(4, 9))
  })

  it('R10: a pair is evident from three orders on, if chance gives as many in under 5 % of cases', () => {
    expect(isEvident({ orders: 3, expected: 0.1 })).toBe(true)
    expect(isEvident({ orders: 2, expected: 0 })).toBe(false)
    expect(isEvident({ orders: 2, expected: -1 }, 2)).toBe(true)
    expect(isEvident({ orders: 16, expected: 10 })).toBe(true)
    expect(isEvident({ orders: 16, expected: 10.1 })).toBe(false)
  })
})

describe('partners borrowed from similar products', () => {
  it('R1: a partner gets the similar product’s score times the similarity', () => {
    const model = BoughtTogether.fit([...times(4, [0, 1]), ...times(4, [2, 3]), ...others(8)])
    const found = model.borrow([{ item: 0, score: 0.9 }, { item: 2, score: 0.3 }], 10) // biome-ignore format: one line reads better
    const score = new Map(found.map((one) => [one.item, one.score]))
    expect(score.get(1)).toBeCloseTo(0.9 * (scores(model, [0])[1] as number), 9)
    expect(score.get(3)).toBeCloseTo(0.3 * (scores(model, [2])[3] as number), 9)
    expect(score.get(1)).toBeGreaterThan(score.get(3) as number)
  })

  it('R2: the similar product itself counts 0.6 of its similarity, if it has orders', () => {
    const model = BoughtTogether.fit([[0, 1]])
    const found = model.borrow([{ item: 0, score: 0.5 }, { item: 50, score: 0.9 }], 10) // biome-ignore format: one line reads better
    const score = new Map(found.map((one) => [one.item, one.score]))
    expect(score.get(0)).toBeCloseTo(0.3, 9)
    expect(score.has(50)).toBe(false)
  })

  it('R3: the ten most similar products are used', () => {
    const model = BoughtTogether.fit(Array.from({ length: 12 }, (_, i) => [i, 100 + i]))
    const alike = Array.from({ length: 12 }, (_, i) => ({ item: i, score: 1 }))
    const items = model.borrow(alike, 100).map(({ item }) => item)
    expect(items).toContain(109)
    expect(items).not.toContain(110)
  })

  it('R4: finds partners of a product without orders through similar products', () => {
    const [newLamp, oldLamp, bulb, chair, cushion] = [9, 0, 1, 2, 3]
    const model = BoughtTogether.fit([...times(5, [oldLamp, bulb]), ...times(8, [chair, cushion])])
    expect(model.rank([newLamp], { limit: 5 })).toEqual([])
    expect(model.borrow([{ item: oldLamp, score: 0.9 }], 5).map(({ item }) => item)).toEqual([oldLamp, bulb])
    expect(model.borrow([{ item: oldLamp, score: 0.9 }], 1).map(({ item }) => item)).toEqual([oldLamp])
  })

  it('R5: leaves out similar products without orders', () => {
    expect(BoughtTogether.fit([[0, 1]]).borrow([{ item: 7, score: 1 }], 5)).toEqual([])
  })
})
