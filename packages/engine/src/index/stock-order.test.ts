import { describe, expect, it } from 'vitest'
import { SHOP_PRICES } from '../columns/price-conversion.ts'
import { sampleDoc } from '../text/testing/sample-docs.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text/text-settings.ts'
import { searchIndex } from './search-index.ts'
import type { SearchRequest } from './search-request.ts'
import { buildIndex } from './shop-index.ts'
import { randomDoc, randomFrom } from './testing/random-catalog.ts'
import { parsedQuery } from './testing/small-shop.ts'

function product(id: number, title: string, available: boolean, description = '') {
  const variants = [{ price: 10, compareAt: null, available, options: {} }]
  const text = sampleDoc({ title, description })
  return { ...randomDoc(randomFrom(id), id), title, text, variants, terms: {}, visibleFromMs: 0 }
}

const SHOP = buildIndex(
  [
    product(1, 'Velvet sofa small', false),
    product(2, 'Velvet sofa large', true),
    product(3, 'Velvet cushion', true),
    product(4, 'Leather sofa', true),
    product(5, 'Sofa table', false),
    product(6, 'Desk fan', false),
    product(7, 'Bottle', true, 'Dries quickly in front of a fan.'),
    ...Array.from({ length: 200 }, (_, i) => product(100 + i, `Lamp ${i}`, true)),
  ],
  'en',
)

function ask(text: string, more: Partial<SearchRequest> = {}): number[] {
  const { hits } = searchIndex(SHOP, {
    query: { parsed: parsedQuery(SHOP, text), prefixLast: false, settings: DEFAULT_TEXT_SETTINGS },
    visibility: { terms: [], inStockOnly: false, hidden: [] },
    selections: [],
    facets: [],
    prices: SHOP_PRICES,
    sort: 'relevance',
    offset: 0,
    limit: 10,
    outOfStockLast: true,
    popularityWeight: 0,
    ...more,
  })
  return hits.map(({ id }) => id)
}

describe('sold-out products', () => {
  it.each([0, 1])('S1: rank below those in stock that match equally well (sales weigh %d)', (popularityWeight) => {
    expect(ask('velvet sofa', { popularityWeight }).slice(0, 2)).toEqual([2, 1])
  })

  it.each([0, 1])('S2: rank above those in stock that match worse (sales weigh %d)', (popularityWeight) => {
    const found = ask('velvet sofa', { popularityWeight })
    expect(found.slice(0, 2)).toEqual([2, 1])
    expect(found.slice(2)).toContain(4)
    expect(found.indexOf(1)).toBeLessThan(found.indexOf(4))
  })

  it.each([0, 1])(
    'S2: rank above those in stock that only mention what they are (sales weigh %d)',
    (popularityWeight) => {
      expect(ask('fan', { popularityWeight })).toEqual([6, 7])
    },
  )

  it('S3: keep their position if the shop does not move them', () => {
    expect(ask('velvet sofa', { outOfStockLast: false })[0]).toBe(1)
  })

  it('S4: have the same position on every page', () => {
    const whole = ask('velvet sofa')
    const paged = whole.flatMap((_, offset) => ask('velvet sofa', { offset, limit: 1 }))
    expect(paged).toEqual(whole)
  })
})
