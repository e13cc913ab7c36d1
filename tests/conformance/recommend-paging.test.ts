import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { AUTOMATIC, bought, createRecommendShop, live, product, TOP } from './recommend-shop.ts'

let harness: Harness
let shop: TestShop
beforeAll(async () => {
  harness = await startHarness()
  shop = await createRecommendShop(harness)
})
afterAll(() => harness.close())

const automatic = (body: object, to = shop) =>
  harness.post(AUTOMATIC, { product_ids: [1], view: 'product_ids', ...body }, to)
const top = (body: object, to = shop) =>
  harness.post(TOP, { strategy: 'BESTSELLERS', view: 'product_ids', ...body }, to)
const idsOf = (body: { products: { product_id: number }[] }) => body.products.map((each) => each.product_id)

describe('automatic recommendations', () => {
  it('have a status, a serve id, pagination and products', async () => {
    const { status, body } = await automatic({ view: undefined })
    expect(status).toBe(200)
    expect(body).toMatchObject({ status: 'ok', pagination: { hasMore: true, cursor: expect.any(String) } })
    expect(body.products).toHaveLength(25)
    expect(body.products[0]).toMatchObject({ product_type: 'Dress', tags: expect.any(String) })
  })

  it('page through the whole catalog: every product once, except the anchors', async () => {
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const { body } = await automatic({ pagination: { limit: 7, cursor } })
      seen.push(...idsOf(body))
      cursor = body.pagination.cursor
      expect(body.pagination.hasMore).toBe(cursor !== null)
    } while (cursor)
    expect(seen).toHaveLength(39)
    expect(new Set(seen).size).toBe(39)
  })

  it.each([
    [
      'an option on a variant in stock',
      { variants: { options: [{ name: 'Color', value: 'Blue' }], is_in_stock: true } },
      [],
    ],
    ['a sku', { variants: { sku: ['R-5', 'b-6'] } }, [5, 6]],
    ['vendor and tag', { vendors: ['Acme'], tags: ['linen'] }, [3, 9, 15, 21, 27, 33, 39]],
    [
      'a metafield',
      { metafields: [{ namespace: 'custom', key: 'care', value: 'wipe' }], tags: ['clothes'] },
      [2, 4, 6, 8, 10, 12, 14, 16],
    ],
    ['a value of a list metafield', { metafields: [{ namespace: 'custom', key: 'fibres', value: 'silk' }] }, [2]],
  ])('filters by %s', async (_, filter, expected) => {
    const { body } = await automatic({ filter, pagination: { limit: 100 } })
    expect(idsOf(body).sort((a, b) => a - b)).toEqual(expected)
  })

  it('refuse missing or bad fields with items', async () => {
    const missing = await harness.post(AUTOMATIC, {}, shop)
    expect(missing.status).toBe(400)
    expect(missing.body.errors[0]).toMatchObject({
      path: ['product_ids'],
      type: 'any.required',
      context: { key: 'product_ids' },
    })
    for (const bad of [{ product_ids: Array(11).fill(1) }, { product_ids: [''] }, { view: 'x' }, { pagination: { limit: 101 } }, { recommendation_type: 'trending' }]) // biome-ignore format: a list
      expect((await automatic(bad)).status).toBe(400)
  })

  it('refuse forged cursors, and those of another query, endpoint or shop', async () => {
    const { body } = await automatic({ pagination: { limit: 5 } })
    const cursor: string = body.pagination.cursor
    const other = await createRecommendShop(harness)
    const [payload, signature] = cursor.split('.') as [string, string]
    const forged = `${Buffer.from(JSON.stringify(['x', 'y', 0, 0])).toString('base64url')}.${signature}`
    const refusals = [
      automatic({ pagination: { cursor: 'nonsense' } }),
      automatic({ pagination: { cursor: forged } }),
      automatic({ pagination: { cursor: `${payload}.` } }),
      automatic({ product_ids: [2], pagination: { cursor } }),
      automatic({ filter: { tags: ['wool'] }, pagination: { cursor } }),
      automatic({ pagination: { cursor } }, other),
      top({ pagination: { cursor } }),
    ]
    for (const refusal of await Promise.all(refusals)) {
      expect(refusal.status).toBe(400)
      expect(refusal.body.errors[0]).toMatchObject({ path: ['pagination', 'cursor'], type: 'any.invalid' })
    }
  })

  it('return the same page for the same cursor', async () => {
    const { body: first } = await automatic({ pagination: { limit: 5 } })
    const again = async () =>
      idsOf((await automatic({ pagination: { limit: 5, cursor: first.pagination.cursor } })).body)
    expect(await again()).toEqual(await again())
  })
})

type Change = { kind: 'add' | 'delete' | 'sell'; id: number }

describe('a chain of cursors while the catalog changes', () => {
  const change: fc.Arbitrary<Change> = fc.oneof(
    fc.record({ kind: fc.constant<'add'>('add'), id: fc.integer({ min: 100, max: 140 }) }),
    fc.record({ kind: fc.constantFrom<'delete' | 'sell'>('delete', 'sell'), id: fc.integer({ min: 2, max: 40 }) }),
  )

  it('shows no product twice, and each that existed all the time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(change, { maxLength: 3 }), { minLength: 8, maxLength: 8 }),
        fc.integer({ min: 4, max: 11 }),
        fc.boolean(),
        async (rounds, limit, loseStreams) => {
          const mine = await createRecommendShop(harness)
          const { seen, gone } = await walk(mine, rounds, { limit, loseStreams })
          expect(new Set(seen).size).toBe(seen.length)
          for (let id = 2; id <= 40; id++) if (!gone.has(id)) expect(seen).toContain(id)
        },
      ),
      { numRuns: 6 },
    )
  })
})

/** Reads all pages and changes the shop in between. `loseStreams` also loses the state of paging, like a restart. */
async function walk(
  mine: TestShop,
  rounds: Change[][],
  { limit, loseStreams }: { limit: number; loseStreams: boolean },
) {
  const seen: number[] = []
  const gone = new Set<number>()
  let cursor: string | null = null
  let round = 0
  do {
    const { body } = await automatic({ pagination: { limit, cursor } }, mine)
    seen.push(...idsOf(body))
    cursor = body.pagination.cursor
    for (const one of rounds[round++] ?? []) {
      if (one.kind === 'add') await harness.putProducts(mine, [product(one.id)])
      else if (one.kind === 'sell') await live(harness, mine, [bought([one.id], { visitor: `b${one.id}` })])
      else {
        await harness.admin('DELETE', `/shops/${mine.shop}/products/${one.id}`)
        gone.add(one.id)
      }
    }
    if (loseStreams) for (const node of harness.nodes) node.rankings.clear()
  } while (cursor)
  return { seen, gone }
}

describe('top recommendations', () => {
  it('rank by the requested metric and period, then continue to the end of the catalog', async () => {
    const mine = await createRecommendShop(harness)
    await live(harness, mine, [
      bought([20], { visitor: 'a', daysAgo: 20, quantity: 9 }),
      bought([30], { visitor: 'b', daysAgo: 3, quantity: 3 }),
      bought([40], { visitor: 'c', daysAgo: 2 }),
      bought([40], { visitor: 'd', daysAgo: 1 }),
    ])
    const first = async (options?: object) =>
      idsOf((await top({ strategy_options: options, pagination: { limit: 3 } }, mine)).body)
    expect(await first()).toEqual([20, 30, 40])
    expect((await first({ sales_time_period: 7 })).slice(0, 2)).toEqual([30, 40])
    expect((await first({ sales_time_period: 15, bestseller_metric: 'orders' }))[0]).toBe(40)
    expect((await first({ bestseller_metric: 'revenue' }))[0]).toBe(20)
    const { body } = await top({ pagination: { limit: 3 } }, mine)
    expect(body).toMatchObject({
      status: 'ok',
      strategy: 'BESTSELLERS',
      pagination: { total: 40, totalRelation: 'eq', limit: 3, hasMore: true },
    })
  })

  it('list new arrivals, latest first', async () => {
    const { body } = await top({ strategy: 'NEW_ARRIVALS', pagination: { limit: 4 } })
    expect(idsOf(body)).toEqual([1, 2, 3, 4])
  })

  it('can be narrowed by text and filter, and count facets over all matching products', async () => {
    const { body } = await top({
      query: 'lamp',
      facets: ['vendor', 'product_type', 'tag', 'price'],
      filter: { tags: ['linen'] },
    })
    expect(idsOf(body).sort()).toEqual([17, 19, 21, 23])
    expect(body.pagination).toMatchObject({ total: 4, hasMore: false, cursor: null })
    expect(body.facets.product_type).toEqual([{ value: 'Lamp', count: 4 }])
    expect(body.facets.vendor).toEqual([{ value: 'Northwind', count: 3 }, { value: 'Acme', count: 1 }]) // biome-ignore format: short
    expect(body.facets.tag[0]).toEqual({ value: 'home', count: 4 })
    expect(body.facets.price).toMatchObject({ min: 27, max: 33 })
    expect(body.facets.price.buckets.reduce((sum: number, each: { count: number }) => sum + each.count, 0)).toBe(4)
  })

  it('page to the end without repetition', async () => {
    const seen: number[] = []
    let cursor: string | null = null
    do {
      const { body } = await top({ pagination: { limit: 9, cursor } })
      seen.push(...idsOf(body))
      cursor = body.pagination.cursor
    } while (cursor)
    expect([...seen].sort((a, b) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
  })

  it.each([
    [{ strategy: 'bestsellers' }, ['strategy'], 'any.only'],
    [{ strategy_options: { sales_time_period: 14 } }, ['strategy_options', 'sales_time_period'], 'any.only'],
    [{ strategy_options: { bestseller_metric: 'likes' } }, ['strategy_options', 'bestseller_metric'], 'any.only'],
    [{ facets: ['colour'] }, ['facets', 0], 'any.only'],
    [{ view: 'all' }, ['view'], 'any.only'],
    [{ pagination: { limit: 0 } }, ['pagination', 'limit'], 'number.min'],
  ])('refuses %j', async (bad, path, type) => {
    const { status, body } = await top(bad)
    expect(status).toBe(400)
    expect(body.errors[0]).toMatchObject({ path, type })
  })
})
