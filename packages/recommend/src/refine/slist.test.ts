import { describe, expect, it } from 'vitest'
import { SparseAccumulator } from '../core/sparse-accumulator.ts'
import { Slist, SparseGram } from './slist.ts'

function scores(model: Slist, context: readonly number[], size = 300): Float64Array {
  const accumulator = new SparseAccumulator()
  accumulator.reset(size)
  model.score(accumulator, context)
  return accumulator.scores
}
const times = (count: number, visit: number[]) => Array.from({ length: count }, () => visit)

describe('SLIST', () => {
  it('R1: one source and one target solve to cross / (own + 10)', () => {
    // Product 0 has 0.2 (any order) + 0.8 (viewed first) with itself, and 0.2 + 0.8 (1 follows 0) with product 1.
    const model = Slist.fit([[0, 1]])
    expect(scores(model, [0])[1]).toBeCloseTo(1 / 11, 6)
    // From 1 back to 0 there is only the 0.2 for any order.
    expect(scores(model, [1])[0]).toBeCloseTo(0.2 / 10.2, 6)
  })

  it('R2: more evidence gives a higher weight, up to 1', () => {
    const weight = (count: number) => scores(Slist.fit(times(count, [0, 1])), [0])[1] as number
    expect(weight(10)).toBeCloseTo(10 / 20, 6)
    expect(weight(90)).toBeCloseTo(0.9, 6)
  })

  it('R3: a product that follows at once ranks above a later one, by e^−distance', () => {
    const model = Slist.fit(times(50, [0, 1, 2, 3]))
    const found = scores(model, [0])
    expect(found[1]).toBeGreaterThan(found[2] as number)
    expect(found[2]).toBeGreaterThan(found[3] as number)
  })

  it('R4: a source that explains the target takes the weight of one that only occurs with it', () => {
    // Before 2, product 0 always occurs together with 1. Without 1 it leads to 3.
    const model = Slist.fit([...times(40, [0, 1, 2]), ...times(40, [0, 3]), ...times(40, [1, 2])])
    expect(scores(model, [1])[2]).toBeGreaterThan(3 * (scores(model, [0])[2] as number))
    expect(scores(model, [0])[3]).toBeGreaterThan(0.3)
  })

  it('R5: each earlier product of a visit counts 0.8 of the next, a repeat only at its newest, up to 50', () => {
    const model = Slist.fit([[0, 100], [1, 101], [2, 102]]) // biome-ignore format: one line reads better
    const found = scores(model, [0, 1, 0, 2])
    const own = scores(model, [0])[100] as number
    expect(found[100]).toBeCloseTo(own, 9)
    expect((found[101] as number) / own).toBeCloseTo(0.8, 6)
    expect((found[102] as number) / own).toBeCloseTo(0.8 ** 3, 6)
    const far = [...Array.from({ length: 50 }, (_, i) => 200 + i), 0]
    expect(scores(model, far)[100]).toBe(0)
    expect(scores(model, far.slice(1))[100]).toBeGreaterThan(0)
  })

  it('R6: solves up to `limit` targets, and returns how many are left', () => {
    const model = new Slist()
    model.update([0, 1, 2])
    expect(model.solve(1)).toBe(2)
    expect(model.solve(2)).toBe(0)
    expect(model.size).toBe(3)
    expect([new Slist().size, Slist.fit([[0]]).size]).toEqual([0, 1])
    model.update([2, 0])
    expect(model.solve(0)).toBeGreaterThan(0)
  })

  it('R7: followers count up to eight products ahead', () => {
    const model = Slist.fit(
      times(
        30,
        Array.from({ length: 12 }, (_, i) => i),
      ),
    )
    const crossed = scores(model, [0])
    expect(crossed[1]).toBeGreaterThan(crossed[11] as number)
  })

  it('R8: only the last 50 products of a visit count', () => {
    const model = Slist.fit([Array.from({ length: 60 }, (_, i) => i)])
    expect(scores(model, [9])[10]).toBe(0)
    expect(scores(model, [10])[11]).toBeGreaterThan(0)
  })
})

describe('a sparse matrix of sums', () => {
  it('treats a column without a row as the rarest one', () => {
    const gram = new SparseGram()
    gram.add(0, 1, 4.5)
    gram.add(0, 2, 4.6)
    gram.add(2, 9, 1)
    // 4.5 / √20 is more than 4.6 / √21.
    expect(gram.strongest(0, 1)).toEqual([[1, 4.5]])
  })

  it('returns the largest entries of a row, damped by the frequency of the column', () => {
    const gram = new SparseGram()
    gram.add(0, 1, 2)
    gram.add(0, 1, 3)
    gram.add(0, 2, 4.9)
    gram.add(0, 3, 4.9)
    for (let i = 0; i < 30; i++) gram.add(1, 100 + i, 1)
    expect([gram.get(0, 1), gram.get(0, 9), gram.get(9, 0)]).toEqual([5, 0, 0])
    // 5 / √(30 + 20) is less than 4.9 / √20.
    expect(gram.strongest(0, 2)).toEqual([[2, 4.9], [3, 4.9]]) // biome-ignore format: one line reads better
    expect(gram.strongest(0, 3)).toHaveLength(3)
    expect(gram.strongest(7, 3)).toEqual([])
  })
})
