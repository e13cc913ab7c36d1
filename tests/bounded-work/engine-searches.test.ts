import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SearchIndex } from '../../packages/server/src/ports/search-index/search-index.ts'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'
import { AGGREGATIONS, createSearchShop, INSTANT, SEARCH } from '../conformance/search-shop.ts'

const MAX_SEARCHES = 5
const words = (count: number, word: (i: number) => string) => Array.from({ length: count }, (_, i) => word(i)).join(' ')

/** Queries that could make a server search the index again and again. */
const HOSTILE = [
  'shirt',
  `zzzxqv ${words(97, (i) => `-q${i}q`)}`,
  `zzzxqv ${words(40, (i) => `without red${i}`)}`,
  words(60, (i) => `under ${i} dollars over ${i + 900}`),
  words(50, () => 'red blue green size m size xl acme shirt'),
  words(80, (i) => `nothing${i}`),
  `shirt ${words(30, (i) => `"${'phrase '.repeat(3)}${i}"`)}`,
  `${'"'.repeat(500)} -- - -"" '' \\ ( ) * ~ ^`,
  words(30, (i) => `${i} x ${i + 1} in ${i} kg`),
  'shirt not red not blue not green not mauve not m not s not l under 1',
  `shi ${words(20, () => 'sh sho shoe')}`,
  'cheap cheapest not too expensive around 50 between 10 and 5 10k to 12k',
]

describe('searches of the index per request', () => {
  let harness: Harness
  let shop: TestShop
  let searches = 0

  beforeAll(async () => {
    harness = await startHarness({ VITRINE_EMBEDDER: 'none' })
    shop = await createSearchShop(harness)
    const index: SearchIndex = harness.vitrine!.index
    const search = index.search.bind(index)
    index.search = (...asked) => {
      searches++
      return search(...asked)
    }
  })
  afterAll(() => harness?.close())

  for (const [name, path] of Object.entries({ search: SEARCH, 'filter-aggregations': AGGREGATIONS, typing: INSTANT })) {
    it(`number at most ${MAX_SEARCHES} for ${name}, whatever the query`, async () => {
      for (const query of HOSTILE) {
        searches = 0
        const { status } = await harness.post(path, { query }, shop)
        expect([query.slice(0, 60), status]).toEqual([query.slice(0, 60), 200])
        expect(searches, query).toBeGreaterThan(0)
        expect(searches, query).toBeLessThanOrEqual(MAX_SEARCHES)
      }
    })
  }
})
