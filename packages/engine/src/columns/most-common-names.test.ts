import { describe, expect, it } from 'vitest'
import { fullBitset } from './bitset.ts'
import { buildColumnSegment } from './column-segment.ts'
import { mergeColumnSegments } from './merge-columns.ts'
import { isOpenEnded, MAX_OPTION_NAMES, MAX_TERM_NAMES, mostCommonNames } from './most-common-names.ts'
import type { EngineDoc } from './engine-doc.ts'

/** A product with three metafields and three options that no other product has, and one of each that all share. */
function hostileDoc(id: number): EngineDoc {
  const own = Array.from({ length: 3 }, (_, i) => `Own ${id} ${i}`)
  return {
    id,
    title: `Thing ${id}`,
    text: { title: `Thing ${id}` } as never,
    terms: {
      vendor: ['Maker'],
      catalog: [`only-${id}`],
      'metafield:common.key': ['a'],
      ...Object.fromEntries(own.map((name) => [`metafield:${name}`, ['x']])),
    },
    variants: [
      {
        price: 1,
        compareAt: null,
        available: true,
        options: { Color: 'Red', ...Object.fromEntries(own.map((name) => [name, 'x'])) },
      },
    ],
    collectionPlaces: {},
    rating: null,
    createdMs: 0,
    visibleFromMs: 0,
    popularity: 0,
  }
}

const segment = (from: number, count: number) =>
  buildColumnSegment(Array.from({ length: count }, (_, i) => hostileDoc(from + i)))

describe('columns of a catalog that invents names', () => {
  it('are limited to the most common names, whether built at once or merged', () => {
    const whole = segment(0, 1000)
    const halves = [segment(0, 500), segment(500, 500)].map((columns) => ({ columns, liveDocs: fullBitset(500) }))
    for (const { variants, terms } of [whole, mergeColumnSegments(halves)]) {
      expect(variants.options.size).toBe(MAX_OPTION_NAMES)
      expect(variants.options.get('color')?.byDoc.codes).toHaveLength(1000)
      expect([...terms.keys()].filter(isOpenEnded)).toHaveLength(MAX_TERM_NAMES)
      expect(terms.get('metafield:common.key')?.codes).toHaveLength(1000)
      // Attributes that decide visibility keep their column, however rare their values are.
      expect(terms.get('catalog')?.codes).toHaveLength(1000)
    }
  })

  it('all exist if there are not too many', () => {
    const { variants, terms } = segment(0, 50)
    expect(variants.options.size).toBe(151)
    expect([...terms.keys()].filter(isOpenEnded)).toHaveLength(151)
  })
})

describe('mostCommonNames', () => {
  it('returns the names with the highest counts, breaks ties by name, and keeps the order', () => {
    const counts = new Map([
      ['c', 1],
      ['a', 1],
      ['d', 5],
      ['b', 1],
    ])
    expect(mostCommonNames(counts, 3)).toEqual(['a', 'd', 'b'])
    expect(mostCommonNames(counts, 4)).toEqual(['c', 'a', 'd', 'b'])
  })
})
