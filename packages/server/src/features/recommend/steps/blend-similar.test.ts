import { describe, expect, it } from 'vitest'
import type { ViewedIds } from '../ranked-ids.ts'
import { createContext } from '../testing/shop-context.ts'
import { blendSimilar, kindsOf } from './blend-similar.ts'

const chairs = [1, 2, 3].map((id) => ({ id, title: 'aa', productType: 'Chair', tags: id <= 2 ? ['oak'] : [] }))
const lamps = [11, 12].map((id) => ({ id, title: `b${id}`, productType: 'Lamp' }))
const rest = Array.from({ length: 10 }, (_, i) => ({ id: 50 + i, title: `c${i}`, productType: `Type ${i}` }))
const context = createContext({ products: [...chairs, ...lamps, ...rest] })

const viewed = (...rows: [id: number, score: number, visits: number][]): ViewedIds => ({
  ids: Float64Array.from(rows, ([id]) => id),
  scores: Float32Array.from(rows, ([, score]) => score),
  visits: Uint16Array.from(rows, ([, , visits]) => visits),
})
const blend = (rows: ViewedIds, share: number) => {
  const { ids, visits } = blendSimilar(context, [1], { viewed: rows, share })
  return Array.from(ids, (id, i) => [id, visits[i]])
}

describe('the blend of visits and similarity', () => {
  it('R1: weighs visits by their share, and similarity by the rest', () => {
    expect(blend(viewed([12, 1, 9]), 0.9).map(([id]) => id)).toEqual([12, 2, 3])
    expect(blend(viewed([12, 1, 9]), 0.3).map(([id]) => id)).toEqual([2, 3, 12])
  })

  it('R2: adds the scores of a product in both rankings, and keeps its visits', () => {
    const both = blend(viewed([3, 1, 7]), 0.5)
    expect(both[0]).toEqual([3, 7])
    expect(both).toContainEqual([2, 0])
  })

  it('R3: halves the scores of other types and puts them after the best of the anchor’s type, if one was viewed', () => {
    expect(blend(viewed([12, 1, 30], [3, 0.2, 4]), 0.98).map(([id]) => id)[0]).toBe(3)
    expect(blend(viewed([12, 1, 30]), 0.98).map(([id]) => id)[0]).toBe(12)
  })

  it('R4: keeps the order of other types, and weak scores stay weak', () => {
    const order = blend(viewed([3, 1, 9], [12, 0.9, 8], [11, 0.6, 7]), 0.98).map(([id]) => id)
    expect(order.slice(0, 3)).toEqual([3, 12, 11])
  })

  it('R5: does not look up similarity for 48 products from visits and a share of 0.95', () => {
    const many = (count: number) =>
      viewed(...Array.from({ length: count }, (_, i): [number, number, number] => [1000 + i, 1 - i / 100, 5]))
    expect(blend(many(48), 0.95)).toHaveLength(48)
    expect(blend(many(47), 0.95).length).toBeGreaterThan(47)
    expect(blend(many(48), 0.94).length).toBeGreaterThan(48)
  })

  it('R6: combines a hundred of each, ordered by score', () => {
    const many = viewed(...Array.from({ length: 130 }, (_, i): [number, number, number] => [1000 + i, 1 - i / 1000, 5]))
    const found = blend(many, 0.99).map(([id]) => id as number)
    expect(found).toHaveLength(100)
    expect(found.slice(0, 3)).toEqual([1000, 1001, 1002])
    expect(found).not.toContain(1100)
  })

  it('R7: knows the types of products, each once', () => {
    expect([...kindsOf(context, [1, 2, 11, 999])]).toEqual(['chair', 'lamp'])
  })
})
