import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Bestsellers } from './bestsellers.ts'
import { DailyCounts } from './daily-counts.ts'
import { DecayedCounts } from './decayed-counts.ts'
import { Trending } from './trending.ts'

const DAY = 86_400_000
const NOW = 20_000 * DAY

describe('decayed counts', () => {
  it('halve every half-life, for any order of events', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3), fc.nat(60)), { minLength: 1 }), (events) => {
        const forward = new DecayedCounts(7)
        const backward = new DecayedCounts(7)
        for (const [item, age] of events) forward.add(item, 1, NOW - age * DAY)
        for (const [item, age] of [...events].reverse()) backward.add(item, 1, NOW - age * DAY)
        for (let item = 0; item < 4; item++) {
          const exact = events.filter(([of]) => of === item).reduce((sum, [, age]) => sum + 2 ** (-age / 7), 0)
          expect(forward.at(item, NOW)).toBeCloseTo(exact, 6)
          expect(backward.at(item, NOW)).toBeCloseTo(exact, 6)
        }
      }),
    )
  })

  it('stay finite over decades', () => {
    const counts = new DecayedCounts(2)
    counts.add(0, 1, NOW)
    counts.add(1, 1, NOW + 40 * 365 * DAY)
    expect(counts.at(1, NOW + 40 * 365 * DAY)).toBeCloseTo(1)
    expect(counts.at(0, NOW + 40 * 365 * DAY)).toBe(0)
  })
})

describe('daily counts', () => {
  it('sum exactly the days of the window', () => {
    const counts = new DailyCounts()
    for (const [day, amount] of [[90, 1], [94, 2], [100, 4]]) counts.add(5, amount, day) // biome-ignore format: a table
    expect(counts.window(7, 100).get(5)).toBe(6)
    expect(counts.window(30, 100).get(5)).toBe(7)
    expect(DailyCounts.load(counts.save()).window(30, 100)).toEqual(counts.window(30, 100))
  })
})

describe('bestsellers', () => {
  const line = (item: number, units: number, revenue: number) => ({ item, units, revenue })
  const model = Bestsellers.fit([
    { lines: [line(0, 1, 500), line(1, 9, 9)], atMs: NOW - 3 * DAY },
    { lines: [line(2, 2, 50)], atMs: NOW - 20 * DAY },
    { lines: [line(2, 2, 50)], atMs: NOW - 19 * DAY },
    { lines: [line(1, 1, 1)], atMs: NOW },
  ])

  it('rank by the given metric and window', () => {
    const items = (ranked: Iterable<{ item: number }>) => Array.from(ranked, ({ item }) => item)
    expect(items(model.rankWindow(7, 'units', NOW))).toEqual([1, 0])
    expect(items(model.rankWindow(7, 'revenue', NOW))).toEqual([0, 1])
    expect(items(model.rankWindow(30, 'orders', NOW))).toEqual([1, 2, 0])
    expect(items(model.rank())).toEqual([1, 0, 2])
    expect(model.ordersIn(14, NOW)).toBe(2)
    expect(model.soldIn(1, 7, NOW)).toBe(10)
    expect(model.soldIn(2, 7, NOW)).toBe(0)
  })

  it('rank the same after save and load', () => {
    expect([...Bestsellers.load(model.save()).rank()]).toEqual([...model.rank()])
  })
})

describe('trending', () => {
  it('finds rising products, not popular ones', () => {
    const events = []
    for (let day = 40; day > 0; day--)
      for (let v = 0; v < 20; v++) events.push({ item: 0, visitorHash: v, atMs: NOW - day * DAY })
    for (let v = 0; v < 12; v++) events.push({ item: 1, visitorHash: v, atMs: NOW - DAY / 2 })
    const model = Trending.fit(events)
    expect([...model.rank(NOW)][0]).toEqual({ item: 1, score: expect.closeTo(model.score(1, NOW), 9) })
    expect([...Trending.load(model.save()).rank(NOW)]).toEqual([...model.rank(NOW)])
  })

  it('ignores a single visitor who reloads a page', () => {
    const model = Trending.fit(Array.from({ length: 30 }, () => ({ item: 0, visitorHash: 7, atMs: NOW })))
    expect([...model.rank(NOW)]).toEqual([])
  })
})
