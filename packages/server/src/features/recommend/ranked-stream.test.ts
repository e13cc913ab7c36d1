import { describe, expect, it } from 'vitest'
import { CHAINS } from './chains.ts'
import { rankedStream } from './ranked-stream.ts'
import type { RecommendQuery } from './recommend-context.ts'
import { type ContextSpec, createContext, idsOf, orders, query, visits } from './testing/shop-context.ts'

const products = [1, 2, 3, 4, 5].map((id) => ({ id, launchedDaysAgo: id }))
const stream = (spec: ContextSpec, changes: Partial<RecommendQuery>) => {
  const made = rankedStream(createContext(spec), query(changes))
  made.at(Number.MAX_SAFE_INTEGER)
  return made.made
}
const ids = (spec: ContextSpec, changes: Partial<RecommendQuery>) => idsOf(stream(spec, changes))

describe('a ranking', () => {
  it('R1: fills with the next step what a step leaves empty, each product once', () => {
    const events = [...orders(25, [4]), ...visits(10, [2], 5)]
    expect(
      stream({ products, events }, { type: 'bestsellers' }).map(({ productId, step }) => [productId, step]),
    ).toEqual([
      [4, 'bestsellers'],
      [2, 'most_viewed'],
      [1, 'featured'],
      [3, 'featured'],
      [5, 'featured'],
    ])
  })

  it('R1b: has one listing of a product: in the color that the shopper views, unless sold out, or else the first', () => {
    const titles = [
      'Oslo chair red',
      'Oslo chair blue',
      'Bergen lamp red',
      'Bergen lamp blue',
      'Blue wool rug',
      'Grey wool rug',
    ]
    const shop = titles.map((title, at) => ({ id: at + 1, launchedDaysAgo: at + 1, title }))
    const list = (viewed: number[], some = shop) =>
      ids({ products: some, history: { browsedProducts: viewed } }, { type: 'bestsellers' })
    expect(list([])).toEqual([1, 3, 5])
    expect(list([4])).toEqual([2, 4, 5])
    expect(list([6])).toEqual([1, 3, 6])
    expect(
      list(
        [4],
        shop.map((one) => (one.id === 2 ? { ...one, stock: 0 } : one)),
      ),
    ).toEqual([1, 4, 5])
  })

  it('R2: never contains the anchor', () => {
    const lamps = products.map((one) => ({ ...one, productType: 'Lamps' }))
    expect(ids({ products: lamps }, { anchors: [3] }).sort()).toEqual([1, 2, 4, 5])
  })

  it('R3: has sold-out products last', () => {
    const some = products.map((one) => ({ ...one, stock: one.id === 1 ? 0 : 1 }))
    expect(ids({ products: some }, { type: 'bestsellers' })).toEqual([2, 3, 4, 5, 1])
  })

  it('R4: keeps sold-out products in place in the shopper’s history and in the merchant’s list', () => {
    const some = products.map((one) => ({ ...one, stock: one.id === 1 ? 0 : 1 }))
    expect(ids({ products: some, history: { browsedProducts: [1, 2] } }, { type: 'recently_viewed' })).toEqual([1, 2])
  })

  it('R5: never contains products that the shopper must not see', () => {
    const some = [...products, { id: 6, status: 'draft' as const }, { id: 7, launchedDaysAgo: -1 }]
    expect(ids({ products: some }, { type: 'bestsellers' })).toEqual([1, 2, 3, 4, 5])
    const gone = products.map((one) => ({ ...one, stock: one.id === 1 ? 0 : 1 }))
    expect(
      ids({ products: gone, config: { search: { exclude_out_of_stock: true } } }, { type: 'bestsellers' }),
    ).toEqual([2, 3, 4, 5])
  })

  it('R6: leaves out the cart only for types based on the cart', () => {
    expect(ids({ products }, { type: 'personalized', cart: [2] })).not.toContain(2)
    expect(ids({ products }, { type: 'cross_sell', cart: [2] })).not.toContain(2)
    expect(ids({ products }, { type: 'bestsellers', cart: [2] })).toContain(2)
  })

  it('R7: leaves out purchases of the last 30 days in personal lists, and all purchases in messages', () => {
    const bought = [[1, 29.9], [2, 30.1]] as const // biome-ignore format: one line reads better
    const shown = (type: 'personalized' | 'email_recommendations' | 'bestsellers') =>
      ids({ products, bought }, { type }).filter((id) => id <= 2)
    expect([shown('personalized'), shown('email_recommendations')]).toEqual([[2], []])
    expect(shown('bestsellers').sort()).toEqual([1, 2])
  })

  it('R8: has only products with one of the requested tags, in any case', () => {
    const tagged = products.map((one) => ({ ...one, tags: one.id === 2 ? ['Linen'] : one.id === 3 ? ['oak'] : [] }))
    expect(ids({ products: tagged }, { type: 'bestsellers', tags: ['LINEN', 'Oak'] })).toEqual([2, 3])
    expect(ids({ products: tagged }, { type: 'bestsellers', tags: [] })).toHaveLength(5)
  })

  it('R9: has kinds that were just bought after all others, but before sold-out products', () => {
    const typed = products.map((one) => ({
      ...one,
      productType: one.id <= 2 ? 'Dress' : 'Shoe',
      stock: one.id === 3 ? 0 : 1,
    }))
    expect(ids({ products: typed }, { type: 'bestsellers', kindsLast: new Set(['dress']) })).toEqual([4, 5, 1, 2, 3])
  })

  it('R10: uses steps and diversity of a variant instead of the chain’s own', () => {
    const events = [...orders(25, [4]), ...visits(10, [2], 5)]
    expect(ids({ products, events }, { type: 'bestsellers', steps: ['newest'] })).toEqual([1, 2, 3, 4, 5])
    const typed = [1, 2, 3, 4, 5, 6].map((id) => ({
      id,
      launchedDaysAgo: id,
      productType: id <= 4 ? 'Dress' : 'Shoe',
      title: id <= 4 ? `dress ${id}` : `shoe ${id}`,
    }))
    const viewed = typed.flatMap(({ id }) => visits(20 - id, [id], 5))
    const spread = (diversity: number) =>
      ids({ products: typed, events: viewed }, { type: 'bestsellers', steps: ['most_viewed'], diversity })
    expect(spread(0)).toEqual([1, 2, 3, 4, 5, 6])
    expect(spread(0.5).indexOf(5)).toBeLessThan(2)
  })

  it('R11: never moves up fillers for diversity', () => {
    const typed = [1, 2, 3, 4, 5].map((id) => ({
      id,
      launchedDaysAgo: id,
      productType: id <= 3 ? 'Dress' : `Type ${id}`,
    }))
    const found = stream(
      { products: typed, events: visits(30, [90, 1, 2, 3]), history: { browsedProducts: [90] } },
      { type: 'personalized', diversity: 0.9 },
    )
    expect(
      found
        .slice(0, 3)
        .map(({ productId }) => productId)
        .sort(),
    ).toEqual([1, 2, 3])
    expect(found.slice(3).every(({ step }) => step === 'assorted')).toBe(true)
  })

  it('R12: is computed only as far as it is read, and then stays the same', () => {
    const made = rankedStream(createContext({ products }), query({ type: 'bestsellers' }))
    expect(made.at(1)?.productId).toBe(2)
    expect(made.made).toHaveLength(2)
    expect(made.at(0)?.productId).toBe(1)
    expect(made.at(5)).toBeUndefined()
  })
})

describe('the chains', () => {
  it('end with the newest products if an empty list would be worse', () => {
    const endless = Object.entries(CHAINS)
      .filter(([, { steps }]) => steps.at(-1) === 'newest')
      .map(([type]) => type)
    expect(endless.sort()).toEqual([
      'bestsellers',
      'email_recommendations',
      'personalized',
      'recent_launch',
      'similar_products',
      'trending',
    ])
  })

  it('R1: fill every type that can be filled on a shop’s first day', () => {
    const typed = [1, 2, 3, 4].map((id) => ({
      id,
      launchedDaysAgo: id,
      productType: id <= 2 ? 'Dress' : 'Shoe',
      tags: ['linen'],
    }))
    const rest = [5, 6, 7].map((id) => ({ id, launchedDaysAgo: id, productType: 'Lamp', tags: ['home'] }))
    const of = (type: RecommendQuery['type']) => ids({ products: [...typed, ...rest] }, { type, anchors: [1] })
    expect(of('similar_products')[0]).toBe(2)
    expect(of('bought_together').sort()).toEqual([3, 4])
    expect(of('cross_sell').sort()).toEqual([3, 4])
    for (const type of ['bestsellers', 'trending', 'personalized', 'recent_launch', 'email_recommendations'] as const)
      expect([type, of(type).length]).toEqual([type, 6])
    expect(of('recently_viewed')).toEqual([])
  })

  it('R2: put evidence of orders before similarity, and visits before bestsellers', () => {
    const typed = [1, 2, 3, 4].map((id) => ({
      id,
      productType: id <= 2 ? 'Dress' : 'Shoe',
      tags: id === 4 ? [] : ['linen'],
    }))
    const rest = [5, 6, 7].map((id) => ({ id, productType: 'Lamp', tags: ['home'] }))
    const products = [...typed, ...rest]
    const events = [...orders(6, [1, 4]), ...orders(200, [90])]
    expect(ids({ products, events }, { type: 'bought_together', anchors: [1] })[0]).toBe(4)
    expect(ids({ products }, { type: 'bought_together', anchors: [1] })[0]).toBe(3)
  })
})
