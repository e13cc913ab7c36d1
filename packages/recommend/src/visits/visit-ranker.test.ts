import { describe, expect, it } from 'vitest'
import { SparseAccumulator } from '../core/sparse-accumulator.ts'
import { Slist } from '../refine/slist.ts'
import type { RankOptions } from './visit-ranker.ts'
import { VisitRanker } from './visit-ranker.ts'

const LEAVE: RankOptions = { limit: 50, returns: 'leave out' }
const ALLOW: RankOptions = { limit: 50, returns: 'allow' }
const day = 1
const fit = (visits: number[][]) => VisitRanker.fit(visits.map((items) => ({ items, day })))
const scoresOf = (ranked: readonly { item: number; score: number }[]) =>
  new Map(ranked.map((one) => [one.item, one.score]))

function shares(
  model: { score(accumulator: SparseAccumulator, context: readonly number[]): void },
  context: readonly number[],
): number[] {
  const accumulator = new SparseAccumulator()
  accumulator.reset(20)
  model.score(accumulator, context)
  const sum = accumulator.takeOff(context)
  return Array.from(accumulator.scores.subarray(0, 20), (score) => (sum === 0 ? 0 : score / sum))
}

const visits = [[0, 1, 2], [0, 1, 3], [4, 1, 5], [2, 3, 1], [6, 7], [7, 8], [0, 2]] // biome-ignore format: one line reads better

describe('visit ranker', () => {
  it('R1: mixes co-view with 0.7 of session-kNN, each normalized over unseen products', () => {
    const model = fit(visits)
    const found = scoresOf(model.rank([0, 1], LEAVE))
    const [coView, sessions] = [shares(model.coView, [1, 0]), shares(model.sessionKnn, [1, 0])]
    const mixed = (item: number) => (coView[item] as number) + 0.7 * (sessions[item] as number)
    expect(sessions[3]).toBeGreaterThan(0)
    for (const item of [3, 5])
      expect((found.get(item) as number) / (found.get(2) as number)).toBeCloseTo(mixed(item) / mixed(2), 6)
  })

  it('R2: session-kNN can change the order of co-view', () => {
    // 2 and 3 follow 1 equally often, but only visits that began with 0 went on to 3.
    const turned = [[0, 1, 3], [4, 1, 2], [0, 1, 3], [4, 1, 2], [4, 2], [5, 6], [5, 7], [8, 9], [4, 1, 2]] // biome-ignore format: one line reads better
    const whole = fit(turned)
    const without = fit(turned)
    const coViewOnly = new VisitRanker(without.coView)
    expect(coViewOnly.rank([1], LEAVE)[0]?.item).toBe(2)
    expect(whole.rank([0, 1], LEAVE)[0]?.item).toBe(3)
    const alone = new VisitRanker(undefined, whole.sessionKnn)
    alone.coView.extend([], 19, day)
    expect(alone.rank([0, 1], LEAVE)[0]?.item).toBe(3)
  })

  it('R3: SLIST gets half a share, if there is one', () => {
    const model = fit(visits)
    const before = scoresOf(model.rank([0, 1], LEAVE))
    model.slist = Slist.fit(visits)
    const after = scoresOf(model.rank([0, 1], LEAVE))
    const coViewSum =
      (before.get(2) as number) / (shares(model.coView, [1, 0])[2]! + 0.7 * shares(model.sessionKnn, [1, 0])[2]!)
    const linear = shares(model.slist, [1, 0])
    for (const item of [2, 3, 5])
      expect(after.get(item)).toBeCloseTo((before.get(item) ?? 0) + 0.5 * coViewSum * (linear[item] as number), 6)
    expect(linear[2]).toBeGreaterThan(0)
  })

  it('R4: products of the visit are left out unless returns are allowed', () => {
    const model = fit(visits)
    const items = (options: RankOptions) => model.rank([0, 1], options).map(({ item }) => item)
    expect(items(LEAVE)).not.toContain(0)
    expect(items(LEAVE)).not.toContain(1)
    expect(items(ALLOW)).toContain(0)
    expect(items(ALLOW)).toContain(1)
  })

  it('R5: a return has its learned probability; new products share three quarters of the rest, sharpened by 1.4', () => {
    const model = fit(visits)
    const fresh = scoresOf(model.rank([0, 1], LEAVE))
    const found = scoresOf(model.rank([0, 1], ALLOW))
    const { items, chances } = model.repeats.expect([0, 1])
    for (const [i, item] of items.entries()) expect(found.get(item)).toBeCloseTo(chances[i] as number, 9)
    const returning = chances.reduce((sum, chance) => sum + chance, 0)
    const total = [...fresh.keys()].reduce((sum, item) => sum + (found.get(item) as number), 0)
    expect(total).toBeCloseTo(0.75 * (1 - returning), 9)
    expect((found.get(3) as number) / (found.get(2) as number)).toBeCloseTo(
      ((fresh.get(3) as number) / (fresh.get(2) as number)) ** 1.4,
      6,
    )
  })

  it('R6: the return ranks first if visitors always return, last if they never do', () => {
    const flippers = fit(Array.from({ length: 80 }, (_, i) => [i % 5, 10 + (i % 5), i % 5]))
    expect(flippers.rank([1, 11], ALLOW)[0]?.item).toBe(1)
    const strollers = fit(Array.from({ length: 80 }, (_, i) => [i % 5, 10 + (i % 5), 15]))
    expect(strollers.rank([1, 11], ALLOW)[0]?.item).toBe(15)
  })

  it('R7: new products always get at least a twentieth', () => {
    const model = fit(Array.from({ length: 300 }, (_, i) => [i % 3, i % 3, i % 3, i % 3]))
    for (let i = 0; i < 20; i++) model.coView.update([0, 9], day)
    const found = scoresOf(model.rank([0, 0], ALLOW))
    expect(model.repeats.expect([0, 0]).chances[0]).toBeGreaterThan(0.95)
    expect(found.get(9)).toBeCloseTo(0.75 * 0.05, 9)
  })

  it('R8: returns the requested number of accepted products', () => {
    const model = fit(visits)
    expect(model.rank([0, 1], { ...LEAVE, limit: 1 })).toHaveLength(1)
    const odd = model.rank([0, 1], { ...LEAVE, accept: (item) => item % 2 === 1 }).map(({ item }) => item)
    expect(odd).toEqual(expect.arrayContaining([3, 5]))
    expect(odd).not.toContain(2)
  })

  it('R9: reads the last 50 products of a visit', () => {
    const model = fit([[0, 1], [2, 3]]) // biome-ignore format: one line reads better
    const rest = Array.from({ length: 49 }, (_, i) => 100 + i)
    expect(model.rank([0, ...rest], LEAVE).map(({ item }) => item)).not.toContain(0)
    expect(model.rank([0, ...rest, 150, 2], LEAVE).map(({ item }) => item)).toContain(3)
    model.coView.update([2, 0], day)
    expect(model.rank([0, ...rest, 150, 2], LEAVE).map(({ item }) => item)).toContain(0)
  })

  it('R11: returns products that only SLIST knows, with any number', () => {
    const model = fit(visits)
    model.slist = Slist.fit(Array.from({ length: 30 }, () => [1, 3000]))
    expect(model.rank([0, 1], LEAVE).map(({ item }) => item)).toContain(3000)
    expect(model.visitsWith([1], [3000, 0])).toEqual([0, 2])
  })

  it('R12: returns the largest number of visits that saw a product with one of the sources', () => {
    const model = fit(visits)
    expect(model.visitsWith([0], [1, 2, 3, 4, 0])).toEqual([2, 2, 1, 0, 0])
    expect(model.visitsWith([0, 1], [3, 4])).toEqual([2, 1])
    expect(model.visitsWith([], [1])).toEqual([0])
  })

  it('R10: learns from a running visit at once, except session-kNN, which learns when it ends', () => {
    const model = new VisitRanker()
    model.extend([], 0, day)
    model.extend([0], 1, day)
    expect(model.coView.evidence(0, 1).visits).toBe(1)
    expect(model.sessionKnn.recentVisits()).toEqual([])
    expect(model.repeats.expect([5]).chances[0]).toBeCloseTo(0.5 / 11, 9)
    model.finish([0, 1])
    expect(model.sessionKnn.recentVisits()).toEqual([[0, 1]])
    expect(model.byteLength).toBe(model.coView.byteLength + model.sessionKnn.byteLength)
  })
})
