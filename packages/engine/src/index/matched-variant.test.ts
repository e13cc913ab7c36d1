import { describe, expect, it } from 'vitest'
import { SHOP_PRICES } from '../columns/price-conversion.ts'
import type { Selection } from '../facets/facet-field.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text/text-settings.ts'
import type { EngineVariant } from '../columns/engine-doc.ts'
import { searchIndex } from './search-index.ts'
import {
  buildIndex,
  indexData,
  mergeSegments,
  openIndex,
  type ShopIndex,
  withChanges,
  withMerged,
} from './shop-index.ts'
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts'
import { randomDoc, randomFrom } from './testing/random-catalog.ts'
import { parsedQuery } from './testing/small-shop.ts'
import { sampleDoc } from '../text/testing/sample-docs.ts'

function variant(id: number, color: string, size: string, more: Partial<EngineVariant> = {}): EngineVariant {
  return { id, price: 10, compareAt: null, available: true, options: { Color: color, Size: size }, ...more }
}

const VARIANTS = [
  variant(11, 'Blue', 'S'),
  variant(12, 'Red', 'S', { price: 30 }),
  variant(13, 'Red', 'M', { price: 20 }),
  variant(14, 'Dark green', 'M', { available: false }),
]

function shopOf(variants: readonly EngineVariant[]): ShopIndex {
  const options = [...new Set(variants.flatMap((each) => Object.values(each.options)))]
  const skus = variants.flatMap((each) => each.partNumbers ?? [])
  const text = sampleDoc({ title: 'Cotton shirt', options, skus })
  const doc = { ...randomDoc(randomFrom(1), 1), title: text.title, text, variants, terms: {}, visibleFromMs: 0 }
  return buildIndex([doc], 'en')
}

function matched(index: ShopIndex, text?: string, selections: readonly Selection[] = []): number | null | undefined {
  const query =
    text === undefined
      ? undefined
      : { parsed: parsedQuery(index, text), prefixLast: false, settings: DEFAULT_TEXT_SETTINGS }
  const result = searchIndex(index, {
    ...(query ? { query } : {}),
    visibility: { terms: [], inStockOnly: false, hidden: [] },
    selections,
    facets: [],
    prices: SHOP_PRICES,
    sort: 'relevance',
    offset: 0,
    limit: 10,
    outOfStockLast: false,
  })
  return result.hits[0]?.variantId
}

function option(name: string, ...values: string[]): Selection {
  return { key: name, field: { kind: 'option', name }, operator: 'or', values, ranges: [] }
}

const upTo = (to: number): Selection => ({
  key: 'price',
  field: { kind: 'number', name: 'price' },
  operator: 'or',
  values: [],
  ranges: [{ from: 0, to }],
})

describe('the variant that matched', () => {
  it('has the first color of the shop, even if another color is first', () => {
    expect(matched(shopOf([variant(21, 'Red', 'S'), variant(22, 'Blue', 'S')]), 'blue shirt')).toBe(22)
  })

  const shop = shopOf(VARIANTS)

  it('is the first of the product if nothing distinguishes variants', () => {
    expect(matched(shop)).toBe(11)
    expect(matched(shop, 'shirt')).toBe(11)
  })

  it('has the words of the query among its options, in any form', () => {
    expect(matched(shop, 'red shirt')).toBe(12)
    expect(matched(shop, 'green shirt')).toBe(14)
    expect(matched(shop, 'shirt gren')).toBe(14)
  })

  it('passes the filters', () => {
    expect(matched(shop, undefined, [option('size', 'M')])).toBe(13)
    expect(matched(shop, undefined, [option('color', 'Red'), upTo(25)])).toBe(13)
    const soldOut: Selection = {
      key: 'stock',
      field: { kind: 'availability' },
      operator: 'or',
      values: ['out_of_stock'],
      ranges: [],
    }
    expect(matched(shop, undefined, [option('color', 'Dark green'), soldOut])).toBe(14)
  })

  it('satisfies query and filters together', () => {
    expect(matched(shop, 'red shirt', [option('size', 'M')])).toBe(13)
    expect(matched(shop, 'blue shirt', [option('size', 'M')])).toBeUndefined()
  })

  it('is the one with most of the words', () => {
    const more = shopOf([...VARIANTS, variant(15, 'Green', 'S')])
    expect(matched(more, 'dark green shirt')).toBe(14)
    expect(matched(more, 'green shirt')).toBe(14)
  })

  it('is an available one without a query, and the first of the product if none is', () => {
    const gone = shopOf([
      variant(21, 'Blue', 'S', { available: false }),
      variant(22, 'Red', 'S'),
      variant(23, 'Red', 'M'),
    ])
    expect(matched(gone)).toBe(22)
    expect(matched(gone, 'shirt')).toBe(21)
    expect(matched(gone, 'blue shirt')).toBe(21)
    expect(matched(shopOf([variant(31, 'Blue', 'S', { available: false })]))).toBe(31)
  })

  it('is the one with the part number in the query, however it is written', () => {
    const parts = shopOf([
      variant(41, 'Blue', 'S', { partNumbers: ['SH-100-S'] }),
      variant(42, 'Blue', 'M', { partNumbers: ['SH-100-M', '4006381333931'], available: false }),
    ])
    for (const text of ['SH-100-M', 'sh100m', 'sh 100 m', '4006381333931', 'shirt sh-100-m'])
      expect([text, matched(parts, text)]).toEqual([text, 42])
    expect(matched(parts, 'SH-100-M', [option('size', 'S')])).toBe(41)
  })

  it('does not exist if no variant passes all filters', () => {
    expect(matched(shop, undefined, [option('color', 'Red'), upTo(15)])).toBeNull()
  })

  it('does not exist in a product without variants', () => {
    expect(matched(shopOf([]))).toBeNull()
  })

  it('is found after writes and merges, and from a snapshot', () => {
    const other = { ...randomDoc(randomFrom(2), 2), title: 'Cap', terms: {}, visibleFromMs: 0 }
    const written = withChanges(shop, [other], [])
    const sources = written.views.map(({ segment }) => segment)
    const merged = withMerged(
      written,
      sources,
      written.views.map(({ liveDocs }) => liveDocs),
      mergeSegments(written.views),
    )
    const bytes = encodeSnapshot(indexData(merged), {})
    const read = openIndex(decodeSnapshot(new Uint8Array(Buffer.concat(bytes))).data)
    for (const index of [written, merged, read]) expect(matched(index, 'red cotton shirt')).toBe(12)
  })
})
