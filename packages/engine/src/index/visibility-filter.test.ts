import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasBit } from '../columns/bitset.ts'
import type { EngineDoc } from '../columns/engine-doc.ts'
import { buildIndex, type ShopIndex, withChanges } from './shop-index.ts'
import { randomDoc, randomFrom } from './testing/random-catalog.ts'
import { type VisibilityFilter, visibleTo } from './visibility-filter.ts'

const OPEN: VisibilityFilter = { terms: [], inStockOnly: false, hidden: [] }

function seen(index: ShopIndex, filter: VisibilityFilter): number[] {
  const sets = visibleTo(index, filter)
  return index.views
    .flatMap(({ segment: { columns } }, view) =>
      [...columns.ids].filter((_, doc) => hasBit(sets[view]!, doc)).map(Number),
    )
    .sort((a, b) => a - b)
}

const isSeen = (doc: EngineDoc, { terms, inStockOnly, hidden, nowMs }: VisibilityFilter) =>
  terms.every(({ name, anyOf }) => (doc.terms[name] ?? []).some((value) => anyOf.includes(value))) &&
  (!inStockOnly || doc.variants.some(({ available }) => available)) &&
  !hidden.includes(doc.id) &&
  (nowMs === undefined || doc.visibleFromMs <= nowMs)

const term = fc.record({
  name: fc.constantFrom('publication', 'market', 'catalog', 'nowhere'),
  anyOf: fc.subarray(['1', '2', '*', 'b1']),
})
const filter: fc.Arbitrary<VisibilityFilter> = fc.record(
  {
    terms: fc.array(term, { maxLength: 2 }),
    inStockOnly: fc.boolean(),
    hidden: fc.array(fc.integer({ min: 1, max: 45 }), { maxLength: 3 }),
    nowMs: fc.constantFrom(0, 999, 1000, 1500, 2000, 9999),
  },
  { requiredKeys: ['terms', 'inStockOnly', 'hidden'] },
)

describe('a product is visible', () => {
  it('V1: if every term matches one of its values, it is in stock if required, not hidden, and has appeared', () => {
    fc.assert(
      fc.property(fc.nat(), fc.array(filter, { minLength: 1, maxLength: 4 }), (seed, filters) => {
        const random = randomFrom(seed)
        const docs = Array.from({ length: 40 }, (_, i) => randomDoc(random, i + 1))
        const index = withChanges(buildIndex(docs.slice(0, 25), 'en'), docs.slice(25), [3])
        const live = docs.filter(({ id }) => id !== 3)
        // Applies all filters to one index, twice and in turn: results cached for one filter must not be used for
        // another.
        for (const asked of [...filters, ...filters])
          expect(seen(index, asked)).toEqual(live.filter((doc) => isSeen(doc, asked)).map(({ id }) => id))
      }),
      { numRuns: 60 },
    )
  })

  it('V2: unless a rule hides products like it', () => {
    const random = randomFrom(7)
    const docs = Array.from({ length: 20 }, (_, i) => randomDoc(random, i + 1))
    const index = buildIndex(docs, 'en')
    const isPriced = ({ variants }: EngineDoc) => variants.length > 0
    const hiddenTargets = [{ ids: new Set([2, 5]) }, { price: { min: 0, max: 99 } }]
    const left = docs.filter((doc) => doc.id !== 2 && doc.id !== 5 && !isPriced(doc))
    expect(seen(index, { ...OPEN, hiddenTargets })).toEqual(left.map(({ id }) => id))
    expect(seen(index, OPEN)).toHaveLength(20)
  })

  it('V3: by sets that are computed once, unless rules or the time decide', () => {
    const random = randomFrom(9)
    const index = buildIndex(
      Array.from({ length: 5 }, (_, i) => ({ ...randomDoc(random, i + 1), visibleFromMs: 1000 })),
      'en',
    )
    const isKept = (asked: VisibilityFilter) => visibleTo(index, asked) === visibleTo(index, { ...asked })
    expect([isKept(OPEN), isKept({ ...OPEN, nowMs: 1000 }), isKept({ ...OPEN, nowMs: 999 })]).toEqual([
      true,
      true,
      false,
    ])
    expect([isKept({ ...OPEN, hidden: [1] }), isKept({ ...OPEN, hiddenTargets: [{ ids: new Set([1]) }] })]).toEqual([
      false,
      false,
    ])
  })
})
