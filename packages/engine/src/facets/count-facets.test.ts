import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareValues, orderedValue } from '../columns/value-order.ts'
import type { EngineDoc } from '../columns/engine-doc.ts'
import { type Random, randomDoc, randomFrom } from '../index/testing/random-catalog.ts'
import { parsedQuery } from '../index/testing/small-shop.ts'
import { searchIndex } from '../index/search-index.ts'
import type { SearchRequest } from '../index/search-request.ts'
import { emptyIndex, mergeSegments, type ShopIndex, withChanges, withMerged } from '../index/shop-index.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text/text-settings.ts'
import type { FacetField, Selection } from './facet-field.ts'
import type { FacetRequest, FacetResult } from './facet-request.ts'
import {
  oracleCount,
  oracleFolding,
  oracleIsVisible,
  oracleKey,
  oracleMatches,
  oracleNumber,
  oracleSpellings,
  oracleValues,
} from './testing/facet-oracle.ts'

const FIELDS: Record<string, FacetField> = {
  vendor: { kind: 'terms', name: 'vendor' },
  tag: { kind: 'terms', name: 'tag' },
  collection: { kind: 'terms', name: 'collection' },
  color: { kind: 'option', name: 'color' },
  size: { kind: 'option', name: 'size' },
  stock: { kind: 'availability' },
  price: { kind: 'number', name: 'price' },
  rating: { kind: 'number', name: 'rating' },
  discount: { kind: 'number', name: 'discount' },
}

const RANGES = [
  { from: 0, to: 5 },
  { from: 5, to: 20 },
  { from: 20, to: Number.POSITIVE_INFINITY },
]

const VALUES: Record<string, string[]> = {
  vendor: ['Acme', 'acme', 'Öko', 'nobody'],
  tag: ['new', 'sale', 'a:b', 'eco', 'Scarf', 'scarves'],
  collection: ['c1', 'c2'],
  color: ['red', 'RED', 'blue', 'Green', 'grün', 'none such', 'None Such'],
  size: ['S', 'small', 'M', '9', '10'],
  stock: ['in_stock', 'out_of_stock'],
}

describe('facet counts', () => {
  it('equal those of the oracle on random catalogs, selections and options', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const random = randomFrom(seed)
        const { index, docs } = randomIndex(random)
        const request = randomRequest(random, index)
        const visible = docs.filter((doc) => oracleIsVisible(doc, request.visibility))
        const found = request.query ? visible.filter((doc) => doc.title.split(' ').includes('wool')) : visible
        const catalog = { docs, visible, found }
        const result = searchIndex(index, request)
        expect(result.total).toBe(found.filter((doc) => oracleMatches(doc, request.selections, request.prices)).length)
        request.facets.forEach((facet, i) => {
          if (facet.field.kind === 'number') expectRange(catalog, request, facet, result.facets[i])
          else expectTerms(catalog, request, facet, result.facets[i])
        })
      }),
      { numRuns: 300 },
    )
  })
})

/** `docs` are visible to the shopper; some of them match the query. */
interface Catalog {
  docs: EngineDoc[]
  visible: EngineDoc[]
  found: EngineDoc[]
}

/** Builds an index in several steps that also replace and remove products. */
function randomIndex(random: Random): { index: ShopIndex; docs: EngineDoc[] } {
  let index = emptyIndex('en')
  const docsById = new Map<number, EngineDoc>()
  for (let step = 0; step <= random(4); step++) {
    const upserts = Array.from({ length: random(6) }, () => randomDoc(random, 1 + random(12)))
    const deletes = random(3) === 0 ? [1 + random(12)] : []
    index = withChanges(index, upserts, deletes)
    for (const doc of upserts) docsById.set(doc.id, doc)
    for (const id of deletes) docsById.delete(id)
    if (index.views.length > 1 && random(3) === 0) index = mergeAll(index)
  }
  return { index, docs: [...docsById.values()] }
}

function mergeAll(index: ShopIndex): ShopIndex {
  const sources = index.views.map(({ segment }) => segment)
  const liveAtStart = index.views.map((view) => view.liveDocs)
  return withMerged(index, sources, liveAtStart, mergeSegments(index.views))
}

function randomRequest(random: Random, index: ShopIndex): SearchRequest {
  const selections: Selection[] = []
  const facets: FacetRequest[] = []
  for (const key of Object.keys(FIELDS)) {
    const operator = random(3) ? 'or' : 'and'
    if (random(3) === 0) selections.push(randomSelection(random, key, operator))
    facets.push(randomFacet(random, key, operator))
  }
  const text = { parsed: parsedQuery(index, 'wool'), prefixLast: false, settings: DEFAULT_TEXT_SETTINGS }
  return {
    query: random(3) ? undefined : text,
    visibility: {
      terms: [
        { name: 'publication', anyOf: random(3) ? ['1'] : ['1', '2'] },
        { name: 'market', anyOf: random(2) ? ['*'] : ['*', '2'] },
        { name: 'catalog', anyOf: random(2) ? ['*'] : ['*', 'b1'] },
      ].slice(0, random(4)),
      inStockOnly: random(4) === 0,
      hidden: random(4) === 0 ? [1 + random(12)] : [],
      nowMs: random(3) === 0 ? 1000 : undefined,
    },
    selections,
    facets,
    prices: random(2)
      ? { discountPercent: 0, rate: 1, shopDecimals: 2, decimals: 2 }
      : { discountPercent: 10 * random(3), rate: [0.92, 151.3][random(2)], shopDecimals: 2, decimals: 2 * random(2) },
    sort: 'relevance',
    offset: 0,
    limit: 5,
    outOfStockLast: random(2) === 0,
  }
}

function randomFacet(random: Random, key: string, operator: 'or' | 'and'): FacetRequest {
  return {
    key,
    field: FIELDS[key],
    operator,
    sortBy: (['count', 'value', 'position'] as const)[random(3)],
    limit: random(2) ? 20 : 1 + random(3),
    includeZeroCounts: random(3) === 0,
    includeDisabled: random(2) === 0,
    groupOthers: random(3) === 0,
    authored: (VALUES[key] ?? [])
      .filter(() => random(3) === 0)
      .map((value, position) => ({ value, position, enabled: random(3) > 0 })),
    step: random(2) ? 5 : undefined,
    ranges: random(4) ? undefined : RANGES,
  }
}

function randomSelection(random: Random, key: string, operator: 'or' | 'and'): Selection {
  const field = FIELDS[key]
  if (field.kind !== 'number') {
    const values = [...new Set(VALUES[key].filter(() => random(2)).concat(VALUES[key][random(VALUES[key].length)]))]
    return { key, field, operator, values, ranges: [] }
  }
  const range = () => {
    const from = random(50)
    // Some ranges are reversed and contain no number.
    const to = from + random(15) - 2
    return { from: random(4) ? from : Number.NEGATIVE_INFINITY, to: random(4) ? to : Number.POSITIVE_INFINITY }
  }
  return { key, field, operator, values: [], ranges: Array.from({ length: 1 + random(5) }, range) }
}

function expectTerms(
  { docs, visible, found }: Catalog,
  request: SearchRequest,
  facet: FacetRequest,
  result: FacetResult,
): void {
  const selected = request.selections.find(({ key }) => key === facet.key)?.values ?? []
  const keyOf = (value: string) => oracleKey(value, facet.field)
  const existing = visible.flatMap((doc) => oracleValues(doc, facet.field))
  const authored = byFirstKey(facet.authored, ({ value }) => keyOf(value))
  const spellings = oracleSpellings(docs, facet.field)
  const listed = [...existing, ...selected, ...facet.authored.map(({ value }) => value)]
  const once = byFirstKey(result.buckets, ({ value }) => keyOf(value))
  const expected = [...byFirstKey(listed, keyOf)]
    .map(([key, value]) => ({
      value: authored.get(key)?.value ?? spellings.get(key) ?? once.get(key)?.value ?? value,
      count: oracleCount(found, request.selections, facet, value, request.prices),
    }))
    .filter(({ value, count }) => {
      if (authored.get(keyOf(value))?.enabled === false && !facet.includeDisabled) return false
      return count > 0 || selected.some((one) => keyOf(one) === keyOf(value)) || facet.includeZeroCounts
    })
  const shown = result.buckets.filter(({ isOthers }) => !isOthers)
  expect(shown.length).toBe(Math.min(facet.limit, expected.length))
  const counts = new Map(expected.map(({ value, count }) => [value, count]))
  expect(shown).toEqual(
    shown.map(({ value }) => ({
      value,
      count: counts.get(value),
      enabled: authored.get(keyOf(value))?.enabled ?? true,
      isOthers: false,
    })),
  )
  expect(shown.map(({ value }) => value)).toEqual(
    inOrder(expected, facet)
      .slice(0, facet.limit)
      .map(({ value }) => value),
  )
  const sum = (list: { count: number }[]) => list.reduce((total, { count }) => total + count, 0)
  expect(result.otherCount).toBe(sum(expected) - sum(shown))
  expect(result.hasMore).toBe(expected.length > facet.limit)
  expect(result.buckets.filter(({ isOthers }) => isOthers).map(({ count }) => count)).toEqual(
    result.hasMore && facet.groupOthers ? [result.otherCount] : [],
  )
}

interface Counted {
  value: string
  count: number
}

/** Sorts by position, count or value, as requested. The later ones break ties. */
function inOrder(counted: readonly Counted[], { field, sortBy, authored }: FacetRequest): Counted[] {
  const keyOf = (value: string) => oracleKey(value, field)
  const places = byFirstKey(authored, ({ value }) => keyOf(value))
  const place = ({ value }: Counted) =>
    sortBy === 'position' ? (places.get(keyOf(value))?.position ?? Number.MAX_SAFE_INTEGER) : 0
  const ordered = (value: string) => orderedValue(value, oracleFolding(field))
  const byCount = (a: Counted, b: Counted) => (sortBy === 'value' ? 0 : b.count - a.count)
  const byValue = (a: Counted, b: Counted) =>
    field.kind === 'availability' ? (a.value < b.value ? -1 : 1) : compareValues(ordered(a.value), ordered(b.value))
  return [...counted].sort((a, b) => place(a) - place(b) || byCount(a, b) || byValue(a, b))
}

function byFirstKey<T>(list: readonly T[], keyOf: (one: T) => string): Map<string, T> {
  const first = new Map<string, T>()
  for (const one of list) if (!first.has(keyOf(one))) first.set(keyOf(one), one)
  return first
}

function expectRange({ found }: Catalog, request: SearchRequest, facet: FacetRequest, result: FacetResult): void {
  const others = request.selections.filter(({ key }) => facet.operator === 'and' || key !== facet.key)
  const numbers = found
    .filter((doc) => oracleMatches(doc, others, request.prices))
    .map((doc) => oracleNumber(doc, facet.field, request.prices))
    .filter((number) => number !== undefined)
  expect(result.stats?.count).toBe(numbers.length)
  if (numbers.length === 0) return
  expect(result.stats).toMatchObject({ min: Math.min(...numbers), max: Math.max(...numbers) })
  expect(result.stats?.sum).toBeCloseTo(
    numbers.reduce((sum, number) => sum + number, 0),
    3,
  )
  for (const { range, count } of result.buckets) {
    expect(count).toBe(numbers.filter((number) => number >= range!.from && number <= range!.to).length)
  }
  if (!result.hasMore && !facet.ranges && facet.field.kind === 'number' && facet.field.name !== 'rating') {
    expect(result.buckets.reduce((sum, { count }) => sum + count, 0)).toBe(numbers.length)
  }
}
