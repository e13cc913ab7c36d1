import { describe, expect, it } from 'vitest'
import { LatestLists } from '../core/latest-lists.ts'
import { SparseAccumulator } from '../core/sparse-accumulator.ts'
import { SESSION_KNN, SessionKnn } from './session-knn.ts'

const fit = (visits: number[][], cells?: number) =>
  SessionKnn.fit(
    visits.map((items) => ({ items })),
    cells,
  )
const times = (count: number, visit: number[]) => Array.from({ length: count }, () => visit)
const noise = (count: number, from = 500) => Array.from({ length: count }, (_, i) => [from + 2 * i, from + 2 * i + 1])

function scores(model: SessionKnn, context: readonly number[]): Float64Array {
  const accumulator = new SparseAccumulator()
  accumulator.reset(5000)
  model.score(accumulator, context)
  return accumulator.scores
}

describe('session-kNN', () => {
  it('R1: finds the products of visits that share a product, and no others', () => {
    const found = scores(fit([[0, 1], [2, 3], ...noise(10)]), [0])
    expect(found[1]).toBeGreaterThan(0)
    expect([found[2], found[3]]).toEqual([0, 0])
  })

  it('R2: a product near the shared one ranks above a distant one, by exp(−distance / 2)', () => {
    const found = scores(fit([[0, 1, 2, 3], ...noise(10)]), [0])
    expect(found[2] / found[1]).toBeCloseTo(Math.exp(-0.5), 9)
    expect(found[3] / found[1]).toBeCloseTo(Math.exp(-1), 9)
  })

  it('R3: visits that share a newer product count more, by exp(−k / 1.5)', () => {
    const both = fit([[0, 10], [1, 11], ...noise(30)])
    const age = (positions: number) => Math.exp(-positions / 64)
    const found = scores(both, [1, 0])
    expect(found[10] / found[11]).toBeCloseTo((Math.exp(-1 / 1.5) * age(64)) / age(62), 9)
  })

  it('R4: newer visits count more than older ones', () => {
    const found = scores(fit([[0, 10], ...noise(20), [0, 11]]), [0])
    expect(found[11]).toBeGreaterThan(found[10])
    expect(found[10] / found[11]).toBeCloseTo(Math.exp(-42 / 44), 9)
  })

  it('R5: a short visit counts more than a long one, by length^−0.1', () => {
    const long = [0, 10, ...Array.from({ length: 14 }, (_, i) => 100 + i)]
    const found = scores(fit([long, [0, 11], ...noise(20)]), [0])
    const age = Math.exp(-(58 - 42) / 58)
    expect(found[10] / found[11]).toBeCloseTo((16 / 2) ** -0.1 * age, 9)
  })

  it('R6: of equally frequent products, the rarer one ranks first', () => {
    const found = scores(fit([[0, 10, 11], ...times(10, [11, 12]), ...noise(40)]), [0])
    const visits = 51
    const rarity = (seen: number) => Math.log(visits) - Math.log(seen + 1)
    expect(found[11] / found[10]).toBeCloseTo((rarity(11) / rarity(1)) * Math.exp(-0.5), 9)
  })

  it('R7: a product of nearly every visit counts a tenth', () => {
    const found = scores(fit([...times(20, [0, 1])]), [0])
    expect(found[1]).toBeGreaterThan(0)
    const rarity = 0.1
    const age = (i: number) => Math.exp(-(40 - 2 * i) / 40)
    const similarity = Array.from({ length: 20 }, (_, i) => rarity * age(i) * 2 ** -0.1).reduce((a, b) => a + b)
    expect(found[1]).toBeCloseTo(similarity * Math.exp(-0.5) * rarity, 9)
  })

  it('R8: the 200 nearest visits count', () => {
    const visits = Array.from({ length: 300 }, (_, i) => [0, 1000 + i])
    const found = scores(fit([...visits, ...noise(500)]), [0])
    expect(visits.filter(([, item]) => found[item as number] > 0).length).toBe(200)
    expect(found[1299]).toBeGreaterThan(0)
    expect(found[1099]).toBe(0)
    expect(found[1100]).toBeGreaterThan(0)
  })

  it('R9: reads the latest 500 visits of the newest product, 300 of the one before, and at least 30', () => {
    // The visits under test share only the older product, so they score only if found through it.
    const shared = (count: number, item: number) => Array.from({ length: count }, (_, i) => [item, 1000 + i])
    const reach = (item: number, context: number[], count: number) => {
      const found = scores(fit([...shared(count, item), ...noise(count)]), context)
      return Array.from({ length: count }, (_, i) => found[1000 + i]).findIndex((score) => score > 0)
    }
    expect(reach(0, [0], 190)).toBe(0)
    const older = Array.from({ length: SESSION_KNN.contextItems - 1 }, (_, i) => 100 + i)
    expect(reach(0, [...older, 0], 60)).toBe(30)
    expect(reach(0, [...older, 99, 0], 60)).toBe(-1)
  })

  it.each([
    { place: 'newest', context: [0, 1], others: 500 },
    { place: 'one before', context: [4999, 0, 1], others: 300 },
    { place: 'third', context: [4999, 4998, 0, 1], others: 180 },
  ])('R9: of the $place product no visit is looked at before the latest $others', ({ context, others }) => {
    // 2 lies between the two, so its score depends only on the products that the visits share.
    const shares = (count: number) => {
      const model = fit([[0, 2, 1], ...Array.from({ length: count }, (_, i) => [0, 10 + i])])
      const without = context.map((item) => (item === 0 ? 4990 : item))
      return scores(model, context)[2]! / scores(model, without)[2]!
    }
    expect(shares(others - 1)).toBeGreaterThan(1.0001)
    expect(shares(others)).toBeCloseTo(1, 9)
  })

  it('R10: only the last 30 products of a long visit count, and a visit of one product is ignored', () => {
    const long = Array.from({ length: 40 }, (_, i) => i)
    const model = fit([long, [77], ...noise(5)])
    expect(model.recentVisits()[0]).toEqual(long.slice(-30))
    expect(model.recentVisits().length).toBe(6)
    expect(scores(model, [9])[10]).toBe(0)
    expect(scores(model, [10])[11]).toBeGreaterThan(0)
  })

  it('R11: if a visit saw the shared product twice, the last position counts', () => {
    const found = scores(fit([[0, 1, 5, 6, 0, 2], ...noise(10)]), [0])
    expect(found[2]).toBeGreaterThan(found[1])
    const older = scores(fit([[0, 1, 5, 6, 0, 2], ...noise(10)]), [9, 0])
    expect(older[2]).toBeGreaterThan(older[1])
  })

  it('R13: takes 21 bytes per product in addition to the ring and the lists', () => {
    const [model, lists] = [new SessionKnn(8), new LatestLists(512)]
    model.update([0, 1])
    for (const item of [0, 1]) lists.add(item, 0)
    expect(model.byteLength).toBe(8 * 5 + lists.byteLength + 16 * 21)
  })

  it('R14: keeps the size of the ring after save and load', () => {
    const model = fit(
      Array.from({ length: 9 }, (_, i) => [i, i + 1]),
      16,
    )
    const loaded = SessionKnn.load(model.save())
    expect(loaded.recentVisits()).toEqual(model.recentVisits())
    for (const one of [model, loaded]) one.update([90, 91, 92])
    expect(loaded.recentVisits()).toEqual(model.recentVisits())
  })

  it('R12: refuses a ring that its numbers cannot address', () => {
    expect(() => new SessionKnn(2 ** 22 + 1)).toThrow('at most')
    expect(new SessionKnn(2 ** 22).byteLength).toBeGreaterThan(0)
  })
})
