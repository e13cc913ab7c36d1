import { describe, expect, it } from 'vitest'
import { Trending } from './trending.ts'

const DAY = 86_400_000
const NOW = 20_000 * DAY

const looks = (item: number, visitors: number, atMs: number) =>
  Array.from({ length: visitors }, (_, visitorHash) => ({ item, visitorHash, atMs }))
const ranked = (model: Trending) => Array.from(model.rank(NOW), ({ item }) => item)

describe('trending', () => {
  it('R1: the score is (now − before) / √(before + 0.5), in views per day with half-lives of 2 and 14 days', () => {
    const model = Trending.fit([...looks(0, 6, NOW - 14 * DAY), ...looks(0, 8, NOW - 2 * DAY), ...looks(0, 5, NOW)])
    const now = ((6 * 2 ** -7 + 8 / 2 + 5) * Math.LN2) / 2
    const before = ((6 / 2 + 8 * 2 ** (-2 / 14) + 5) * Math.LN2) / 14
    expect(model.rates(0, NOW).now).toBeCloseTo(now, 9)
    expect(model.rates(0, NOW).before).toBeCloseTo(before, 9)
    expect(model.score(0, NOW)).toBeCloseTo((now - before) / Math.sqrt(before + 0.5), 9)
    expect([...model.rank(NOW)][0]?.score).toBeCloseTo(model.score(0, NOW), 9)
    expect(model.interest(0, NOW)).toBeCloseTo((before * 14) / Math.LN2, 9)
  })

  it('R2: a product with rising views ranks above one with constantly as many', () => {
    const steady = Array.from({ length: 60 }, (_, day) => looks(0, 6, NOW - day * DAY)).flat()
    const gaining = Array.from({ length: 3 }, (_, day) => looks(1, 6, NOW - day * DAY)).flat()
    expect(ranked(Trending.fit([...steady, ...gaining].reverse()))).toEqual([1, 0])
  })

  it('R3: a product with falling views is no trend, but may be popular', () => {
    const model = Trending.fit(looks(0, 30, NOW - 20 * DAY))
    expect(ranked(model)).toEqual([])
    expect(model.score(0, NOW)).toBeLessThan(0)
    expect(Array.from(model.rankPopular(NOW), ({ item }) => item)).toEqual([0])
  })

  it('R4: a trend needs five views', () => {
    expect(ranked(Trending.fit(looks(0, 5, NOW)))).toEqual([0])
    const four = Trending.fit(looks(0, 4, NOW))
    expect(ranked(four)).toEqual([])
    expect(four.score(0, NOW)).toBe(0)
  })

  it('R5: a trend needs three visitors', () => {
    const by = (visitors: number) =>
      Trending.fit(Array.from({ length: 9 }, (_, i) => ({ item: 2, visitorHash: 10 + (i % visitors), atMs: NOW })))
    expect(ranked(by(2))).toEqual([])
    expect(by(2).score(2, NOW)).toBe(0)
    expect(ranked(by(3))).toEqual([2])
  })

  it('R6: a product that was quiet needs the minimum again', () => {
    const model = Trending.fit([...looks(0, 6, NOW - 100 * DAY), ...looks(1, 6, NOW), ...looks(0, 4, NOW)])
    expect(ranked(model)).toEqual([1])
    model.update(0, 4, NOW)
    expect(ranked(model)).toEqual([1, 0])
    const visitors = Trending.fit(looks(0, 6, NOW - 100 * DAY))
    for (let i = 0; i < 6; i++) visitors.update(0, i % 2, NOW)
    expect(ranked(visitors)).toEqual([])
  })

  it('R6: after a quiet time, a trend needs five views and three visitors again', () => {
    const model = Trending.fit([
      ...looks(4, 6, NOW - 100 * DAY),
      ...[0, 1, 3, 5].flatMap((item) => looks(item, 6, NOW)),
    ])
    model.update(4, 1, NOW)
    expect(ranked(model)).toEqual([0, 1, 3, 5])
  })

  it('R7: a product is quiet when less than a quarter of a view is left', () => {
    // Six views decay to 0.3 in 60.5 days, and to 0.2 in 68.7.
    const after = (days: number) => Trending.fit([...looks(0, 6, NOW - days * DAY), ...looks(0, 1, NOW)])
    expect(ranked(after(60))).toEqual([0])
    expect(ranked(after(68))).toEqual([])
  })

  it('R8: popularity follows the last days, interest the last weeks', () => {
    const model = Trending.fit([...looks(0, 20, NOW - 12 * DAY), ...looks(1, 8, NOW)])
    const items = (ranking: Iterable<{ item: number }>) => Array.from(ranking, ({ item }) => item)
    expect(items(model.rankPopular(NOW))).toEqual([1, 0])
    expect(items(model.rankInteresting(NOW))).toEqual([0, 1])
    expect([...model.rankInteresting(NOW)][1]?.score).toBeCloseTo(8, 9)
    expect(items(model.rankPopular(NOW + 400 * DAY))).toEqual([])
  })

  it('R8: a score below a millionth of a view is dropped', () => {
    const popular = (days: number) => [...Trending.fit(looks(0, 1, NOW - days * DAY)).rankPopular(NOW)].length
    // Halving every two days gives 1.4 millionths after 39 days, 0.95 millionths after 40.
    expect([popular(39), popular(40)]).toEqual([1, 0])
  })

  it('R10: continues from a saved state as if it had never stopped', () => {
    const model = Trending.fit([...looks(0, 2, NOW - DAY), ...looks(3, 9, NOW - DAY)])
    const loaded = Trending.load(model.save())
    for (const one of [model, loaded]) for (let i = 5; i < 8; i++) one.update(0, i, NOW)
    expect(ranked(model)).toEqual([3, 0])
    expect([...loaded.rank(NOW)]).toEqual([...model.rank(NOW)])
    expect([...loaded.rankInteresting(NOW)]).toEqual([...model.rankInteresting(NOW)])
  })

  it('R9: is 0 for unknown products, and counts a visitor with hash 0', () => {
    const model = Trending.fit(looks(0, 6, NOW))
    expect([model.score(7, NOW), model.interest(7, NOW)]).toEqual([0, 0])
    const three = Trending.fit([0, 2 ** 32, 5, 6, 6].map((visitorHash) => ({ item: 0, visitorHash, atMs: NOW })))
    expect(ranked(three)).toEqual([0])
    const two = Trending.fit([0, 1, 5, 5, 5].map((visitorHash) => ({ item: 0, visitorHash, atMs: NOW })))
    expect(ranked(two)).toEqual([])
  })
})
