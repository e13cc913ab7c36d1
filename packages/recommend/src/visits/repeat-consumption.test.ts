import { describe, expect, it } from 'vitest'
import { distinctNewestFirst, RepeatConsumption } from './repeat-consumption.ts'

const learnt = (...steps: [before: number[], next: number][]) => {
  const model = new RepeatConsumption()
  for (const [before, next] of steps) model.extend(before, next)
  return model
}
const times = (count: number, step: [number[], number]) => Array.from({ length: count }, () => step)

describe('repeat consumption', () => {
  it('R1: without evidence a return has a probability of 0.05', () => {
    expect(new RepeatConsumption().expect([1, 2])).toEqual({ items: [2, 1], chances: [0.05, 0.05] })
  })

  it('R2: the probability is (returns + 0.5) / (occasions + 10), by the distance to the product', () => {
    const model = learnt(...times(10, [[1, 2], 1]), ...times(10, [[1, 2], 9]))
    const { chances } = model.expect([7, 8])
    expect(chances[0]).toBeCloseTo(0.5 / 30, 9)
    expect(chances[1]).toBeCloseTo(10.5 / 30, 9)
  })

  it('R3: depends on the number of products of the visit, up to six', () => {
    const model = learnt(...times(10, [[1, 2], 1]), ...times(10, [[11, 12, 13, 14, 15, 16], 11]))
    expect(model.expect([5, 6, 7]).chances).toEqual([0.05, 0.05, 0.05])
    expect(model.expect([5, 6]).chances[1]).toBeCloseTo(10.5 / 20, 9)
    expect(model.expect([1, 2, 3, 4, 5, 6, 7].map((one) => one + 50)).chances[5]).toBeCloseTo(10.5 / 20, 9)
  })

  it('R4: depends on whether the last view was a return or a reload', () => {
    const model = learnt(...times(10, [[1, 2, 1], 2]))
    expect(model.expect([5, 6]).chances[1]).toBe(0.05)
    expect(model.expect([5, 6, 5]).chances[1]).toBeCloseTo(10.5 / 20, 9)
    expect(model.expect([5, 6, 6]).chances[1]).toBe(0.05)
    const reloads = learnt(...times(10, [[1, 2, 2], 1]))
    expect(reloads.expect([5, 6, 6]).chances[1]).toBeCloseTo(10.5 / 20, 9)
    expect(reloads.expect([5, 6, 5]).chances[1]).toBe(0.05)
  })

  it('R5: a product with more returns than others is more likely, with a prior of eight returns', () => {
    const model = learnt([[1, 2], 1])
    // At each return to product 1, the expected probability was 0.05.
    const rate = 1.5 / 11
    expect(model.expect([1, 3]).chances[1]).toBeCloseTo((rate * 9) / 8.05, 9)
    expect(model.expect([2, 3]).chances[1]).toBeCloseTo((rate * 8) / 8.05, 9)
    expect(model.expect([50, 3]).chances[1]).toBeCloseTo(rate, 9)
  })

  it('R6: expects no return to a product more than ten products back', () => {
    const visit = Array.from({ length: 14 }, (_, i) => i)
    expect(new RepeatConsumption().expect(visit).items).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4])
    expect(distinctNewestFirst([1, 2, 1, 3], 9)).toEqual([3, 1, 2])
  })

  it('expects the same after save and load', () => {
    const model = learnt([[1, 2], 1], [[1, 2, 1], 2])
    expect(RepeatConsumption.load(model.save()).expect([1, 2])).toEqual(model.expect([1, 2]))
  })
})
