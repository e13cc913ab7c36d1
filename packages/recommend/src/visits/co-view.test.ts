import { describe, expect, it } from 'vitest'
import { RowArena } from '../core/row-arena.ts'
import { SparseAccumulator } from '../core/sparse-accumulator.ts'
import { CoView, isMoreThanChance } from './co-view.ts'

const fit = (visits: number[][], day = 1) => CoView.fit(visits.map((items) => ({ items, day })))
const times = (count: number, visit: number[]) => Array.from({ length: count }, () => visit)

function scores(model: CoView, context: readonly number[], size = 300): Float64Array {
  const accumulator = new SparseAccumulator()
  accumulator.reset(size)
  model.score(accumulator, context)
  return accumulator.scores
}
const pair = (w: number, a: number, b: number) => w / ((a + 10) ** 0.8 * (b + 10) ** 0.3)

describe('co-view', () => {
  it('R1: the product seen next counts 1, one d later 0.3 + 0.7 / d', () => {
    const model = fit([[0, 1, 2, 3]])
    expect(model.evidence(0, 1).score).toBeCloseTo(pair(1, 1, 1), 6)
    expect(model.evidence(0, 2).score).toBeCloseTo(pair(0.65, 1, 1), 6)
    expect(model.evidence(0, 3).score).toBeCloseTo(pair(0.3 + 0.7 / 3, 1, 1), 6)
  })

  it('R2: the backward direction counts 0.6 of the forward one', () => {
    const model = fit([[0, 1]])
    expect(model.evidence(1, 0).score / model.evidence(0, 1).score).toBeCloseTo(0.6, 6)
  })

  it('R3: a pair counts once per visit, with its highest weight', () => {
    const model = fit([[0, 5, 1, 6, 0, 1, 0]])
    expect(model.evidence(0, 1)).toMatchObject({ visits: 1, score: expect.closeTo(pair(1, 1, 1), 6) })
    expect(model.evidence(1, 0)).toMatchObject({ visits: 1, score: expect.closeTo(pair(1, 1, 1), 6) })
  })

  it('R4: pairs more than 50 products apart do not count', () => {
    const model = fit([Array.from({ length: 60 }, (_, i) => i)])
    expect(model.evidence(0, 50).visits).toBe(1)
    expect(model.evidence(0, 51).visits).toBe(0)
  })

  it('R5: a product that everybody views ranks below one that visitors of the source view', () => {
    const model = fit([...times(5, [0, 1]), ...times(5, [0, 2]), ...times(90, [3, 2])])
    expect(model.evidence(0, 1).score).toBeGreaterThan(model.evidence(0, 2).score)
    expect(model.evidence(0, 1).score).toBeCloseTo(pair(5, 10, 5), 5)
    expect(model.evidence(0, 2).score).toBeCloseTo(pair(5, 10, 95), 5)
  })

  it('R6: the newest product of the visit counts most, each earlier one 0.6 of the next, up to ten', () => {
    const model = fit(Array.from({ length: 12 }, (_, i) => [i, 100 + i]))
    const found = scores(model, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
    // The second step from the two newest products leads only back to them.
    expect(found[108] / found[109]).toBeCloseTo(0.6, 6)
    expect(found[102]).toBeGreaterThan(0)
    expect(found[101]).toBe(0)
  })

  it('R7: adds half of the second step’s scores, for the two newest products only', () => {
    const visits = [[0, 1], [1, 2], [3, 4], [4, 5], [6, 7], [7, 8]] // biome-ignore format: one line reads better
    const found = scores(fit(visits), [0, 3, 6])
    const step = pair(1, 1, 2)
    expect(found[1]).toBeCloseTo(step, 6)
    expect(found[2]).toBeCloseTo(0.5 * step * pair(1, 2, 1), 7)
    expect(found[5]).toBeCloseTo(0.6 * 0.5 * step * pair(1, 2, 1), 7)
    expect(found[7]).toBeGreaterThan(0)
    expect(found[8]).toBe(0)
  })

  it('R8: the second step follows the 20 strongest pairs', () => {
    // 0 leads to 1…25, most often to 1. Each of these leads to another product.
    const visits = Array.from({ length: 25 }, (_, i) => [...times(30 - i, [0, i + 1]), [i + 1, 101 + i]]).flat()
    const found = scores(fit(visits), [0])
    expect(found[101]).toBeGreaterThan(0)
    expect(found[120]).toBeGreaterThan(0)
    expect(found[121]).toBe(0)
  })

  it('R8: of equally frequent followers, the less popular are the strongest', () => {
    // Ten of the 30 products that follow 200 are popular. Each leads to another product.
    const popular = Array.from({ length: 10 }, (_, i) => times(60, [250, i + 1])).flat()
    const visits = Array.from({ length: 30 }, (_, i) => [[200, i + 1], [i + 1, 101 + i]]).flat() // biome-ignore format: one line reads better
    const found = scores(fit([...visits, ...popular]), [200])
    expect(Array.from({ length: 30 }, (_, i) => found[101 + i] > 0)).toEqual([
      ...Array(10).fill(false),
      ...Array(20).fill(true),
    ])
  })

  it('R8: of equally strong ones, the first 20 are followed', () => {
    const visits = Array.from({ length: 25 }, (_, i) => [[200, i + 1], [i + 1, 101 + i]]).flat() // biome-ignore format: one line reads better
    const found = scores(fit(visits), [200])
    expect(Array.from({ length: 25 }, (_, i) => found[101 + i] > 0)).toEqual([
      ...Array(20).fill(true),
      ...Array(5).fill(false),
    ])
  })

  it('R9: weights fade with a time constant of 90 days', () => {
    const model = CoView.fit([{ items: [0, 1], day: 10 }, { items: [2, 3], day: 100 }]) // biome-ignore format: one line reads better
    expect(model.visitsOf(0)).toBeCloseTo(Math.exp(-1), 9)
    const left = Math.exp(-1)
    expect(model.evidence(0, 1).score).toBeCloseTo(pair(left, left, left), 6)
    model.extend([], 4, 99)
    expect(model.visitsOf(4)).toBe(1)
    expect(model.visitsOf(3)).toBe(1)
  })

  it('R10: a row keeps the 100 strongest once it has 200', () => {
    const often = (i: number) => (i < 100 ? 2 : 1)
    const model = fit(Array.from({ length: 199 }, (_, i) => times(often(i), [0, i + 1])).flat())
    expect(model.evidence(0, 199).visits).toBe(1)
    model.update([0, 200], 1)
    expect(model.evidence(0, 100).visits).toBe(2)
    expect([model.evidence(0, 150).visits, model.evidence(0, 199).visits]).toEqual([0, 0])
  })

  it('R11: counts the visits of its products, and 0 for others', () => {
    const model = fit([...times(3, [0, 1]), [0, 0, 2]])
    expect([model.visitsOf(0), model.visitsOf(1), model.visitsOf(2), model.visitsOf(3)]).toEqual([4, 3, 1, 0])
    expect(model.size).toBe(3)
    expect([fit([]).size, fit([[0]]).size]).toEqual([0, 1])
    expect([...scores(model, [7])].some((score) => score > 0)).toBe(false)
    const accumulator = new SparseAccumulator()
    accumulator.reset(10)
    model.addVisits(accumulator, [0, 1])
    expect([...accumulator.scores.subarray(0, 3)]).toEqual([3, 3, 1])
    const alone = fit([[5, 6], [5, 7], [5, 7]]) // biome-ignore format: one line reads better
    accumulator.reset(10)
    alone.addVisits(accumulator, [6, 7])
    expect(accumulator.scores[5]).toBe(2)
  })

  it('R13: a product seen again after 50 others counts as new', () => {
    const others = (count: number) => Array.from({ length: count }, (_, i) => i + 1)
    expect(fit([[0, ...others(49), 0]]).visitsOf(0)).toBe(1)
    expect(fit([[0, ...others(50), 0]]).visitsOf(0)).toBe(2)
  })

  it('R14: a visit raises a pair only by the difference to what it gave before', () => {
    // The visit goes from 1 to 2, to 47 others, and back to 2. The return adds nothing, because the pair had its
    // highest weight.
    const apart = Array.from({ length: 47 }, (_, i) => 100 + i)
    const model = fit([[1, 2, ...apart, 2]])
    expect(model.evidence(1, 2)).toMatchObject({ visits: 1, score: expect.closeTo(pair(1, 1, 1), 6) })
    const backwards = fit([[2, 1, ...apart, 2]])
    expect(backwards.evidence(1, 2)).toMatchObject({ visits: 1, score: expect.closeTo(pair(0.6, 1, 1), 6) })
  })

  it('R15: takes the bytes of its rows and three numbers per product', () => {
    const rows = new RowArena()
    expect(new CoView().byteLength).toBe(rows.byteLength)
    rows.add(1, 0, 1, 1)
    expect(fit([[0, 1]]).byteLength).toBe(rows.byteLength + 3 * 16 * 8)
  })

  it('R16: continues from a saved state as if it had never stopped', () => {
    const model = fit([[0, 1, 2], [4]], 10) // biome-ignore format: one line reads better
    const loaded = CoView.load(model.save())
    expect([loaded.size, loaded.visitsOf(4), CoView.load(new CoView().save()).size]).toEqual([5, 1, 0])
    for (const one of [model, loaded]) one.update([0, 2, 7], 55)
    expect(loaded.size).toBe(8)
    for (const target of [1, 2, 7]) {
      expect(loaded.evidence(0, target).score).toBeCloseTo(model.evidence(0, target).score, 9)
      expect(loaded.evidence(0, target).expected).toBeCloseTo(model.evidence(0, target).expected, 9)
    }
    expect([...scores(loaded, [0, 1])]).toEqual([...scores(model, [0, 1])])
  })

  it('R12: evidence needs 2.33 standard deviations above chance', () => {
    expect(isMoreThanChance({ visits: 17, expected: 9, score: 1 })).toBe(true)
    expect(isMoreThanChance({ visits: 15, expected: 9, score: 1 })).toBe(false)
    expect(isMoreThanChance({ visits: 0, expected: 0, score: 0 })).toBe(false)
    // 0 is in 4 pairs; 1 has 3 of all 10 views.
    const model = fit([[0, 1], [0, 1], [0, 2], [1, 2], [0, 3]]) // biome-ignore format: one line reads better
    expect(model.evidence(0, 1).expected).toBeCloseTo((4 * 3) / 10, 9)
  })
})
