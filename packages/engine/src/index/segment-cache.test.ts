/** Tests that what is kept about an index is bounded, and says how many bytes it holds. */
import { describe, expect, it } from 'vitest'
import { settingsCache, settingsCacheBytes, TextIndexCache, TextSegmentCache } from '../text/text-cache.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text/text-settings.ts'
import type { ValueUnion } from '../facets/value-union.ts'
import { packStrings } from '../columns/string-table.ts'
import type { OptionColumn } from '../columns/variant-columns.ts'
import { cacheKey, SalesCache, SegmentCache, SnapshotCache } from './segment-cache.ts'

const candidate = { term: 1, text: 'a', rests: [], share: 1 }

describe('the bytes of a cache', () => {
  it('B1: are those of all that a segment has kept', () => {
    const cache = new SegmentCache()
    expect(cache.bytes).toBe(0)
    cache.termSets.set('a', new Uint32Array(10))
    expect(cache.bytes).toBe(40)
    cache.titleOrders.set('a', { order: new Uint32Array(3), rank: new Uint32Array(5), titleOf: () => '' })
    expect(cache.bytes).toBe(40 + 12 + 20)
    cache.wantedCodes.set('a', new Uint8Array(7))
    expect(cache.bytes).toBe(79)
    cache.features.set('vendor', ['vendor:a', 'vendor:b'])
    expect(cache.bytes).toBe(79 + 128)
    const values = packStrings(['a'])
    cache.dictionaries.set(values, {
      groups: { groupOf: new Uint32Array(1), firstOf: new Uint32Array(2) },
      inBase: { base: values, places: new Int32Array(4), alike: new Uint8Array(3) },
      docCounts: { liveDocs: new Uint32Array(9), counts: new Uint32Array(5) },
    })
    expect(cache.bytes).toBe(207 + 4 + 8 + 16 + 3 + 20)
    cache.dictionaries.set(packStrings(['b']), { groups: null })
    expect(cache.bytes).toBe(258)
    cache.optionWords.set({} as OptionColumn, [['sky', 'blue'], ['red'], ['navy']])
    expect(cache.bytes).toBe(258 + 3 * 64)
  })

  it('B2: of text are 64 for each entry, two for each compound, and those of the titles', () => {
    const cache = new TextSegmentCache()
    cache.compounds.set('helm', { byHead: [candidate], bySound: [], byFirstPart: [candidate, candidate] })
    expect(cache.bytes).toBe((1 + 6) * 64)
    cache.titles = { heads: new Uint32Array(2), next: new Uint32Array(2) }
    expect(cache.bytes).toBe(7 * 64 + 16)
    const norms = new TextIndexCache()
    expect(norms.bytes).toBe(0)
    norms.norms = {
      titleNorm: new Float32Array(1),
      metafieldNorm: new Float32Array(2),
      descriptionNorm: new Float32Array(4),
    }
    expect(norms.bytes).toBe(28)
  })

  it('B3: of settings are those of their tables, and 64 for each word with synonyms', () => {
    const cache = settingsCache()
    const table = () => new Float32Array(2)
    cache.set(DEFAULT_TEXT_SETTINGS, {
      id: 1,
      synonyms: new Map([['a', []]]),
      tables: { title: table(), plain: table(), metafields: table(), description: table() },
    })
    expect(settingsCacheBytes(cache)).toBe(4 * 8 + 64)
  })

  it('B4: of sales and of a snapshot are those of their lists', () => {
    const sales = new SalesCache()
    expect(sales.bytes).toBe(0)
    sales.order = new Uint32Array(3)
    sales.shares = { most: 1, shares: new Float32Array(5) }
    expect(sales.bytes).toBe(32)
    const snapshot = new SnapshotCache()
    snapshot.unions.set('a', {
      numbering: [new Uint32Array(2), null, undefined, new Uint32Array(1)],
    } as unknown as ValueUnion)
    expect(snapshot.bytes).toBe(12)
    snapshot.visible.set('a', [new Uint32Array(2), new Uint32Array(1)])
    expect(snapshot.bytes).toBe(12 + 12)
  })

  it('B5: every list has a limit', () => {
    const [segment, text, snapshot] = [new SegmentCache(), new TextSegmentCache(), new SnapshotCache()]
    expect([segment.termSets.max, segment.titleOrders.max, snapshot.visible.max]).toEqual([64, 16, 64])
    expect([segment.wantedCodes.max, segment.wantedCodes.maxSize]).toEqual([4096, 4 * 1024 * 1024])
    expect([text.compounds.max, settingsCache().max]).toEqual([1000, 4])
    expect([snapshot.answers.max, snapshot.answers.maxSize]).toEqual([500, 96 * 1024 * 1024])
    expect([snapshot.unions.max, snapshot.priceRanges.max]).toEqual([256, 256])
  })
})

describe('the key of what is asked', () => {
  it('B6: tells open ranges from empty ones, and sets apart by what they hold', () => {
    const keys = [
      { max: Number.POSITIVE_INFINITY },
      { max: null },
      { max: Number.NEGATIVE_INFINITY },
      { max: Number.NaN },
      { max: 5 },
      { max: new Set([1]) },
      { max: new Set([2]) },
    ].map(cacheKey)
    expect(new Set(keys).size).toBe(keys.length)
    expect(cacheKey({ max: 5 })).toBe(cacheKey({ max: 5 }))
  })
})
