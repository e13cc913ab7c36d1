/** Compares each order that shoppers and merchants may choose with a full sort. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SHOP_PRICES } from '../columns/price-conversion.ts'
import type { EngineDoc } from '../columns/engine-doc.ts'
import { searchIndex } from './search-index.ts'
import type { SortKey } from './search-request.ts'
import { buildIndex, type ShopIndex, withChanges } from './shop-index.ts'
import { randomDoc, randomFrom } from './testing/random-catalog.ts'

const NO_PRICE = Number.MAX_VALUE
const lowestPrice = ({ variants }: EngineDoc) => Math.min(NO_PRICE, ...variants.map(({ price }) => price))
const isInStock = ({ variants }: EngineDoc) => variants.some(({ available }) => available)
const reduction = ({ variants }: EngineDoc) =>
  Math.max(
    0,
    ...variants.map(({ price, compareAt }) => (compareAt ? Math.floor(100 * (1 - price / compareAt) + 1e-6) : 0)),
  )
const place = ({ terms, collectionPlaces }: EngineDoc) =>
  terms.collection!.includes('c1') ? (collectionPlaces.c1 ?? NO_PRICE) : NO_PRICE
const byTitle = (a: EngineDoc, b: EngineDoc) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0)

/** Product ids break ties. */
const ORDERS: Partial<Record<SortKey, (a: EngineDoc, b: EngineDoc) => number>> = {
  price_asc: (a, b) => lowestPrice(a) - lowestPrice(b),
  // Products without a price come last in both directions.
  price_desc: (a, b) => {
    const key = (doc: EngineDoc) => (doc.variants.length === 0 ? NO_PRICE : -lowestPrice(doc))
    return key(a) - key(b)
  },
  newest: (a, b) => b.createdMs - a.createdMs,
  best_selling: (a, b) => b.popularity - a.popularity,
  relevance: (a, b) => b.popularity - a.popularity,
  discount_desc: (a, b) => reduction(b) - reduction(a),
  collection_order: (a, b) => place(a) - place(b),
  title_asc: byTitle,
  title_desc: (a, b) => byTitle(b, a),
}

function ordered(index: ShopIndex, sort: SortKey, limit: number, outOfStockLast: boolean): number[] {
  const { hits } = searchIndex(index, {
    visibility: { terms: [], inStockOnly: false, hidden: [] },
    selections: [],
    facets: [],
    prices: SHOP_PRICES,
    sort,
    collection: 'c1',
    offset: 0,
    limit,
    outOfStockLast,
  })
  return hits.map(({ id }) => id)
}

function expected(docs: readonly EngineDoc[], sort: SortKey, limit: number, outOfStockLast: boolean): number[] {
  const stock = (doc: EngineDoc) => (outOfStockLast && !isInStock(doc) ? 1 : 0)
  return docs
    .toSorted((a, b) => stock(a) - stock(b) || ORDERS[sort]!(a, b) || a.id - b.id)
    .slice(0, limit)
    .map(({ id }) => id)
}

describe('an order', () => {
  it.each(Object.keys(ORDERS) as SortKey[])('%s: equals sorting all products', (sort) => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 60 }), fc.boolean(), (seed, limit, outOfStockLast) => {
        const random = randomFrom(seed)
        const docs = Array.from({ length: 40 + random(60) }, (_, i) => randomDoc(random, ((i * 37) % 101) + 1))
        const half = Math.floor(docs.length / 2)
        const whole = buildIndex(docs, 'en')
        const grown = withChanges(buildIndex(docs.slice(0, half), 'en'), docs.slice(half), [])
        const wanted = expected(docs, sort, limit, outOfStockLast)
        expect(ordered(whole, sort, limit, outOfStockLast)).toEqual(wanted)
        expect(ordered(grown, sort, limit, outOfStockLast)).toEqual(wanted)
      }),
      { numRuns: 12 },
    )
  })
})
