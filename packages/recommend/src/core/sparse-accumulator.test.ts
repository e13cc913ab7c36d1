import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SparseAccumulator } from './sparse-accumulator.ts'

const filled = (...scores: [item: number, score: number][]) => {
  const accumulator = new SparseAccumulator()
  accumulator.reset(50)
  for (const [item, score] of scores) accumulator.add(item, score)
  return accumulator
}
const items = (accumulator: SparseAccumulator, limit: number, accept?: (item: number) => boolean) =>
  accumulator.top(limit, accept).map(({ item }) => item)

describe('scores of one query', () => {
  it('C1: do not list an item at zero or below', () => {
    const accumulator = filled([1, 0], [2, -3], [3, 0.5])
    expect([accumulator.count, accumulator.scores[2], items(accumulator, 9)]).toEqual([1, 0, [3]])
  })

  it('C2: add a row like its items one by one', () => {
    const cell = fc.record({ item: fc.nat(20), weight: fc.integer({ min: -2, max: 6 }) })
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 30 }), fc.nat(5), fc.constantFrom(0, 0.5, 2), (cells, start, scale) => {
        const [whole, single] = [filled([3, 1]), filled([3, 1])]
        const [itemsOf, weights] = [Int32Array.from(cells, (one) => one.item), Float32Array.from(cells, (one) => one.weight)] // biome-ignore format: one line reads better
        const end = Math.max(start, cells.length - 1)
        whole.addRow({ items: itemsOf, weights, start, end, scale })
        for (const { item, weight } of cells.slice(start, end)) single.add(item, scale * weight)
        expect([whole.count, whole.top(30)]).toEqual([single.count, single.top(30)])
      }),
    )
  })

  it('C3: find the best behind any number of refused items', () => {
    const accumulator = filled(...Array.from({ length: 40 }, (_, i): [number, number] => [i, 100 - i]))
    expect(items(accumulator, 3, (item) => item >= 30)).toEqual([30, 31, 32])
    expect(items(accumulator, 3, (item) => item > 37)).toEqual([38, 39])
    expect(items(accumulator, 3, () => false)).toEqual([])
    expect([items(accumulator, 0), items(accumulator, -1)]).toEqual([[], []])
    expect(accumulator.top(1)).toEqual([{ item: 0, score: 100 }])
  })

  it('C4: call `accept` for no more items than needed', () => {
    const accumulator = filled(...Array.from({ length: 40 }, (_, i): [number, number] => [i, 100 - i]))
    const asked: number[] = []
    accumulator.top(2, (item) => asked.push(item) > 0)
    expect(asked.sort((a, b) => a - b)).toEqual([0, 1])
    asked.length = 0
    // `accept` refuses both candidates, so the accumulator offers up to eight.
    accumulator.top(2, (item) => asked.push(item) > 0 && item > 1)
    expect(asked.slice(2).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
  })

  it('C5: return the k-th best score, 0 if there are fewer', () => {
    const accumulator = filled([1, 5], [2, 9], [3, 7])
    expect([1, 2, 3, 4].map((reach) => accumulator.kthScore(reach))).toEqual([9, 7, 0, 0])
  })

  it('C6: return the sum of the others when items are taken off, even unknown ones', () => {
    const accumulator = filled([1, 5], [2, 9], [3, 7])
    expect(accumulator.takeOff([2, 40, 5000])).toBe(12)
    expect([accumulator.count, items(accumulator, 9)]).toEqual([2, [3, 1]])
    expect(accumulator.takeOff([])).toBe(12)
  })

  it('C7: replace a score and list the item once', () => {
    const accumulator = filled([1, 5])
    accumulator.set(1, 2)
    accumulator.set(4, 3)
    accumulator.set(4, 1)
    accumulator.set(6, 0)
    accumulator.set(7, -1)
    expect([accumulator.count, accumulator.top(9)]).toEqual([2, [{ item: 1, score: 2 }, { item: 4, score: 1 }]]) // biome-ignore format: one line reads better
  })

  it('C8: make room for the number of items of a query', () => {
    const accumulator = new SparseAccumulator()
    accumulator.reset(3000)
    for (let item = 0; item < 3000; item++) accumulator.add(item, item + 1)
    expect([accumulator.count, accumulator.top(1)[0]]).toEqual([3000, { item: 2999, score: 3000 }])
    accumulator.reset(10)
    expect([accumulator.count, accumulator.scores.every((score) => score === 0)]).toEqual([0, true])
  })
})
