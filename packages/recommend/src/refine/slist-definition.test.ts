import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SparseAccumulator } from '../core/sparse-accumulator.ts'
import { Slist } from './slist.ts'

const ITEMS = 14
const visits = fc.array(fc.array(fc.nat(ITEMS - 1), { minLength: 1, maxLength: 16 }), { minLength: 1, maxLength: 5 })

function scores(model: Slist, context: readonly number[], size = 1000): Float64Array {
  const accumulator = new SparseAccumulator()
  accumulator.reset(size)
  model.score(accumulator, context)
  return accumulator.scores
}

describe('SLIST', () => {
  it('D1: agrees with its definition for any visits', () => {
    fc.assert(
      fc.property(visits, (all) => {
        const model = Slist.fit(all)
        const { gram, cross } = obviousSums(all)
        for (let target = 0; target < ITEMS; target++) {
          const weights = obviousWeights(gram, cross[target]!)
          for (let source = 0; source < ITEMS; source++)
            expect(scores(model, [source])[target]).toBeCloseTo(Math.max(0, weights[source]!), 6)
        }
      }),
      { numRuns: 30 },
    )
  })

  it('D2: counts sources and followers up to eight products apart', () => {
    const line = Array.from({ length: ITEMS }, (_, i) => i)
    const model = Slist.fit(Array.from({ length: 500 }, () => line))
    const { gram, cross } = obviousSums(Array.from({ length: 500 }, () => line))
    const weights = obviousWeights(gram, cross[13]!)
    for (let source = 0; source < ITEMS; source++)
      expect(scores(model, [source])[13]).toBeCloseTo(Math.max(0, weights[source]!), 5)
  })

  it('D3: a target has at most 100 sources, those with the most evidence', () => {
    const source = (i: number) => Array.from({ length: i < 100 ? 2 : 1 }, () => [i, 500])
    const model = Slist.fit(Array.from({ length: 140 }, (_, i) => source(i)).flat())
    const leads = Array.from({ length: 140 }, (_, i) => scores(model, [i])[500]! > 0)
    expect(leads).toEqual(Array.from({ length: 140 }, (_, i) => i < 100))
  })

  it('D4: a source keeps its 200 strongest targets once it has 400', () => {
    const target = (i: number) => Array.from({ length: i < 200 ? 2 : 1 }, () => [900, i])
    const targets = (count: number) => {
      const found = scores(Slist.fit(Array.from({ length: count }, (_, i) => target(i)).flat()), [900])
      return Array.from({ length: count }, (_, i) => found[i]! > 0)
    }
    expect(targets(399)).toEqual(Array.from({ length: 399 }, () => true))
    expect(targets(400)).toEqual(Array.from({ length: 400 }, (_, i) => i < 200))
  })
})

type Weighted = [item: number, weight: number]

function obviousSums(all: readonly (readonly number[])[]) {
  const table = () => Array.from({ length: ITEMS }, () => new Array<number>(ITEMS).fill(0))
  const [gram, cross] = [table(), table()]
  const add = (sources: readonly Weighted[], targets: readonly Weighted[], share: number) => {
    for (const [a, weight] of sources) {
      for (const [b, other] of sources) gram[a]![b]! += share * weight * other
      for (const [b, future] of targets) if (share > 0.5 || a !== b) cross[b]![a]! += share * weight * future
    }
  }
  for (const visit of all) {
    const distinct = [...new Set(visit)].map((item): Weighted => [item, 1])
    add(distinct, distinct, 0.2)
    for (let at = 0; at + 1 < visit.length; at++)
      add(fading(visit.slice(Math.max(0, at - 6), at + 1).reverse()), fading(visit.slice(at + 1, at + 9)), 0.8)
  }
  return { gram, cross }
}

function fading(items: readonly number[]): Weighted[] {
  return [...new Set(items)].map((item) => [item, Math.exp(-items.indexOf(item))])
}

function obviousWeights(gram: readonly number[][], cross: readonly number[]): number[] {
  const sources = cross.flatMap((sum, item) => (sum > 0 ? [item] : []))
  const rows = sources.map((a) => [...sources.map((b) => gram[a]![b]! + (a === b ? 10 : 0)), cross[a]!])
  for (let pivot = 0; pivot < rows.length; pivot++) {
    const own = rows[pivot]!
    const scaled = own.map((value) => value / own[pivot]!)
    rows.forEach((row, at) => {
      rows[at] = at === pivot ? scaled : row.map((value, column) => value - row[pivot]! * scaled[column]!)
    })
  }
  const weights = new Array<number>(ITEMS).fill(0)
  sources.forEach((source, at) => {
    weights[source] = rows[at]!.at(-1)!
  })
  return weights
}
