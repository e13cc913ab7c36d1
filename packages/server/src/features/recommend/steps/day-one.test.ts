import { describe, expect, it } from 'vitest'
import { rankedStream } from '../ranked-stream.ts'
import type { RecommendQuery } from '../recommend-context.ts'
import { isService } from '../catalog/product-kind.ts'
import { type ContextSpec, createContext, orders, type ProductSpec, query } from '../testing/shop-context.ts'

const KINDS: readonly [type: string, tags: string[]][] = [
  ['Swimsuit', ['beach', 'women']],
  ['Sandals', ['beach', 'women']],
  ['Sunglasses', ['beach', 'travel']],
  ['Parka', ['snow', 'men']],
  ['Gloves', ['snow', 'men']],
  ['Beanie', ['snow', 'travel']],
]
const catalog: ProductSpec[] = KINDS.flatMap(([productType, tags], kind) =>
  Array.from({ length: 6 }, (_, i) => ({
    id: kind * 10 + i + 1,
    title: `${productType} ${i}`,
    productType: i % 2 ? productType : productType.toUpperCase(),
    tags,
    stock: 3 + ((kind + i * 7) % 11),
    launchedDaysAgo: 1 + (((kind * 6 + i) * 5) % 36),
  })),
)

const take = (spec: ContextSpec, changes: Partial<RecommendQuery>, count = 12) => {
  const stream = rankedStream(createContext(spec), query(changes))
  return Array.from({ length: count }, (_, i) => stream.at(i)).flatMap((one) => one ?? [])
}
const ids = (spec: ContextSpec, changes: Partial<RecommendQuery>, count?: number) =>
  take(spec, changes, count).map(({ productId }) => productId)
const kindsOf = (found: readonly number[]) => new Set(found.map((id) => KINDS[Math.floor(id / 10)]?.[0]))

describe('lists on the first day', () => {
  const lists = (['bestsellers', 'trending', 'recent_launch', 'personalized'] as const).map((type) =>
    ids({ products: catalog }, { type }),
  )

  it('differ from each other', () => {
    expect(new Set(lists.map((list) => list.join())).size).toBe(4)
    for (const [at, list] of lists.entries())
      for (const other of lists.slice(at + 1)) expect(list.filter((id) => other.includes(id)).length).toBeLessThan(10)
  })

  it('show every kind of the shop', () => {
    const [bestsellers, trending, , personalized] = lists
    expect([bestsellers, trending, personalized].map((list) => kindsOf(list ?? []).size)).toEqual([
      6,
      6,
      expect.any(Number),
    ])
    expect(kindsOf(personalized ?? []).size).toBeGreaterThan(3)
  })

  it('begin with reviewed or reduced products, and say so', () => {
    const rated = catalog.map((one) => (one.id === 33 ? { ...one, rating: { value: 4.8, count: 200 } } : one))
    const sandals = take({ products: rated }, { type: 'bestsellers' }, 6)
    expect(sandals.map(({ productId }) => productId)).toContain(33)
    expect(sandals.map(({ why }) => why())).not.toContainEqual(expect.stringMatching(/sold|bought/))
  })

  it('differ between new visitors', () => {
    const of = (seed: string) => ids({ products: catalog, seed }, { type: 'personalized' })
    expect(of('one')).not.toEqual(of('two'))
    expect(of('one')).toEqual(of('one'))
  })
})

describe('freebies and services', () => {
  const extras: ProductSpec[] = [
    { id: 91, title: 'Gift Card', price: 25, stock: 999 },
    { id: 92, title: 'Shipping protection', price: 2, stock: 999 },
    { id: 93, title: 'Sample', price: 0, stock: 999 },
  ]
  const products = [...catalog, ...extras]
  const offered = (changes: Partial<RecommendQuery>) => ids({ products }, changes, 60).filter((id) => id > 90)

  it('are left out of lists', () => {
    for (const type of ['bestsellers', 'trending', 'recent_launch', 'personalized', 'cross_sell'] as const)
      expect(offered({ type, anchors: [1] })).toEqual([])
  })

  it('are shown on request', () => {
    const collections = [{ id: 1, handle: 'gifts', title: 'Gifts', product_ids: [91, 1] }]
    expect(ids({ products, config: { collections } }, { type: 'bestsellers', collection: 'gifts' }).sort()).toEqual([
      1, 91,
    ])
    const past = { products, history: { browsedProducts: [92] } }
    expect(ids(past, { type: 'recently_viewed' })).toEqual([92])
  })

  it('are not recognized by a price of zero in a shop without prices', () => {
    const free = catalog.map((one) => ({ ...one, price: 0 }))
    expect(ids({ products: free }, { type: 'bestsellers' })).toHaveLength(12)
  })

  it('are recognized by name, unlike accessories for them', () => {
    const is = (title: string, productType = '') => isService({ title, productType })
    expect([is('E-Gift Card $50'), is('Anything', 'Gift Cards'), is('Order insurance')]).toEqual([true, true, true])
    expect([is('Gift card holder'), is('Gift for her'), is('Protection cream')]).toEqual([false, false, false])
  })
})

describe('complements before there are orders', () => {
  it('are of other kinds with the same collections and tags, and no substitutes', () => {
    const found = take({ products: catalog }, { type: 'cross_sell', anchors: [1] }, 8)
    const kinds = kindsOf(found.map(({ productId }) => productId))
    expect(kinds).not.toContain('Swimsuit')
    expect([...kindsOf(found.slice(0, 4).map(({ productId }) => productId))].sort()).toEqual(['Sandals', 'Sunglasses'])
    expect(found[0]?.step).toBe('goes_with')
    expect(found[0]?.why()).toMatch(/^goes with /)
  })

  it('are not for men if the product is for women', () => {
    const mixed = catalog.map((one) => (one.id % 2 ? one : { ...one, tags: ['beach', one.id % 4 ? 'men' : 'women'] }))
    const men = new Set(mixed.filter(({ tags }) => tags?.includes('men')).map(({ id }) => id))
    const found = ids({ products: mixed }, { type: 'bought_together', anchors: [1] }, 6)
    expect(found.filter((id) => men.has(id))).toEqual([])
  })

  it('are found by the noun of the title if there are no types', () => {
    const untyped = catalog.map(({ productType: _, ...one }) => ({ ...one, title: `Nice ${one.title}` }))
    const found = ids({ products: untyped }, { type: 'bought_together', anchors: [1] }, 4)
    expect([...kindsOf(found)].sort()).toEqual(['Sandals', 'Sunglasses'])
  })
})

describe('the merchant’s choices on the platform', () => {
  const set = (key: string, value: string) => ({ namespace: 'shopify--discovery--product_recommendation', key, value })
  const withList = (key: string, value: string) =>
    catalog.map((one) => (one.id === 1 ? { ...one, metafields: [set(key, value)] } : { ...one, handle: `h-${one.id}` }))

  it('come first: complementary products as complements, related products as alternatives', () => {
    const gids = JSON.stringify(['gid://shopify/Product/33', 'gid://shopify/Product/999', 'gid://shopify/Product/52'])
    const complements = { products: withList('complementary_products', gids) }
    expect(ids(complements, { type: 'bought_together', anchors: [1] }, 2)).toEqual([33, 52])
    const [first] = take(complements, { type: 'cross_sell', anchors: [1] }, 1)
    expect([first?.productId, first?.why()]).toEqual([33, 'chosen by the shop'])
    expect(
      ids({ products: withList('related_products', gids) }, { type: 'similar_products', anchors: [1] }, 2),
    ).toEqual([33, 52])
  })

  it('alternate with products bought together after the first three', () => {
    const products = withList('complementary_products', '[33, 52, 43, 34, 53]')
    const events = orders(6, [1, 12])
    expect(ids({ products, events }, { type: 'bought_together', anchors: [1] }, 6)).toEqual([33, 52, 43, 12, 34, 53])
  })

  it('may be handles, as in CSV exports', () => {
    const products = withList('related_products', 'h-33; h-52')
    expect(ids({ products }, { type: 'similar_products', anchors: [1] }, 2)).toEqual([33, 52])
  })
})
