import { describe, expect, it } from 'vitest'
import { Bestsellers } from './bestsellers.ts'
import { DailyCounts } from './daily-counts.ts'
import { DecayedCounts } from './decayed-counts.ts'

const DAY = 86_400_000
const NOW = 20_000 * DAY
const order = (daysAgo: number, ...items: number[]) => ({
  lines: items.map((item) => ({ item, units: 1, revenue: 10 })),
  atMs: NOW - daysAgo * DAY,
})
const items = (ranking: Iterable<{ item: number }>) => Array.from(ranking, ({ item }) => item)

describe('bestsellers', () => {
  it('R1: an order today counts twice as much as one a week ago', () => {
    const model = Bestsellers.fit([order(7, 0), order(0, 1), order(14, 2)])
    expect(model.score(1) / model.score(0)).toBeCloseTo(2, 9)
    expect(model.score(1) / model.score(2)).toBeCloseTo(4, 9)
    expect(items(model.rank())).toEqual([1, 0, 2])
  })

  it('R2: three orders last week rank above one today', () => {
    expect(items(Bestsellers.fit([order(7, 0), order(7, 0), order(7, 0), order(0, 1)]).rank())).toEqual([0, 1])
  })

  it('R3: an order counts once per product, for any number of lines and units', () => {
    const many = { lines: [1, 2, 3].map((units) => ({ item: 0, units, revenue: units * 5 })), atMs: NOW }
    const model = Bestsellers.fit([many, order(0, 1), order(0, 1)])
    expect(items(model.rank())).toEqual([1, 0])
    expect([...model.rankWindow(7, 'units', NOW)]).toEqual([
      { item: 0, score: 6 },
      { item: 1, score: 2 },
    ])
    expect([...model.rankWindow(7, 'revenue', NOW)][0]).toEqual({ item: 0, score: 30 })
    expect([...model.rankWindow(7, 'orders', NOW)]).toEqual([
      { item: 1, score: 2 },
      { item: 0, score: 1 },
    ])
  })

  it('R4: a window of n days is today and the n − 1 days before it', () => {
    const model = Bestsellers.fit([order(7, 0), order(6, 1), order(0, 2)])
    expect(items(model.rankWindow(7, 'units', NOW)).sort()).toEqual([1, 2])
    expect(items(model.rankWindow(8, 'units', NOW)).sort()).toEqual([0, 1, 2])
    expect([model.soldIn(0, 7, NOW), model.soldIn(0, 8, NOW), model.soldIn(1, 7, NOW)]).toEqual([0, 1, 1])
    expect([model.ordersIn(1, NOW), model.ordersIn(7, NOW), model.ordersIn(8, NOW)]).toEqual([1, 2, 3])
  })

  it('R6: continues from a saved state as if it had never stopped', () => {
    const model = Bestsellers.fit([order(20, 0, 1), order(7, 0), order(6, 1)])
    const loaded = Bestsellers.load(model.save())
    for (const one of [model, loaded]) one.update([{ item: 3, units: 4, revenue: 9 }], NOW)
    expect([...loaded.rank()]).toEqual([...model.rank()])
    for (const metric of ['units', 'revenue', 'orders'] as const)
      expect([...loaded.rankWindow(30, metric, NOW)]).toEqual([...model.rankWindow(30, metric, NOW)])
    expect([loaded.ordersIn(30, NOW), loaded.soldIn(3, 1, NOW), loaded.score(3)]).toEqual([4, 4, model.score(3)])
  })

  it('R5: always keeps 30 days, even if events come late', () => {
    const counts = new DailyCounts()
    counts.add(0, 1, 100)
    counts.add(0, 2, 71)
    counts.add(0, 4, 70)
    counts.add(0, 8, 69)
    expect(counts.window(31, 100).get(0)).toBe(7)
    expect(counts.of(0, 40, 100)).toBe(7)
    counts.add(0, 16, 101)
    expect(counts.total(40, 101)).toBe(19)
    expect(counts.of(0, 40, 101)).toBe(19)
    counts.add(1, 5, 90)
    expect(counts.window(30, 101)).toEqual(new Map([[0, 17], [1, 5]])) // biome-ignore format: one line reads better
  })
})

describe('decayed counts', () => {
  it('are 0 for unknown items', () => {
    const counts = new DecayedCounts(7)
    counts.add(1, 1, NOW)
    for (const item of [0, 2, 500]) expect([counts.at(item, NOW), counts.relative(item)]).toEqual([0, 0])
    expect(counts.at(1, NOW - 7 * DAY)).toBe(2)
  })

  it('keep their proportions when the origin moves', () => {
    const counts = new DecayedCounts(1)
    counts.add(0, 1, NOW)
    counts.add(1, 1, NOW + 390 * DAY)
    counts.add(2, 1, NOW + 401 * DAY)
    expect(counts.at(1, NOW + 400 * DAY)).toBeCloseTo(2 ** -10, 9)
    expect(counts.at(2, NOW + 401 * DAY)).toBeCloseTo(1, 9)
    expect(counts.relative(2)).toBeCloseTo(1, 9)
    expect(counts.scaleAt(NOW + 402 * DAY)).toBeCloseTo(0.5, 9)
  })
})
