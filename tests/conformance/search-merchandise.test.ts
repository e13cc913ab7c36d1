import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { AGGREGATIONS, createSearchShop, SEARCH } from './search-shop.ts'

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await createSearchShop(harness)
})
afterAll(() => harness?.close())

async function withRules(...rules: object[]): Promise<void> {
  const { status, body } = await harness.admin('PATCH', `/shops/${shop.shop}/config`, { search: { rules } })
  expect(body.error).toBeUndefined()
  expect(status).toBe(200)
}

const search = async (body: object) => (await harness.post(SEARCH, { view: 'product_ids', ...body }, shop)).body
const ids = async (body: object): Promise<number[]> =>
  (await search(body)).products.map((one: { product_id: number }) => one.product_id)

describe('the merchant', () => {
  it('pins products, even if they do not match, and the explanation names the rule', async () => {
    await withRules({
      id: 'p',
      when: { query: 'shirt' },
      pin: [
        { product_id: 4, position: 1 },
        { product_id: 3, position: 2 },
      ],
    })
    const body = await search({ query: ' SHIRT ', explain: true })
    const found = body.products.map((one: { product_id: number }) => one.product_id)
    expect(found.slice(0, 2)).toEqual([4, 3])
    expect(found).toHaveLength(4)
    expect(body.pagination.total).toBe(4)
    expect(body.products[0].explanation.rule).toBe('p')
    const counted = await harness.post(AGGREGATIONS, { query: 'shirt' }, shop)
    expect(counted.body.metadata.total_products).toBe(4)
    expect((await ids({ query: 'shirt', sort_by: 'price_desc' }))[0]).toBe(2)
  })

  it('never pins what the shopper may not see or has filtered out', async () => {
    await withRules({
      id: 'p',
      when: { query: 'shirt' },
      pin: [
        { product_id: 7, position: 1 },
        { product_id: 4, position: 1 + 1 },
      ],
    })
    expect(await ids({ query: 'shirt' })).not.toContain(7)
    expect(await ids({ query: 'shirt', applied_filters: [{ key: 'vendor', value: ['Öko'] }] })).toEqual([2])
  })

  it('hides products from results and counts', async () => {
    await withRules({ id: 'h', when: { query: 'linen', match: 'contains' }, hide: [1] })
    expect(await ids({ query: 'linen shirt' })).not.toContain(1)
    expect(await ids({ query: 'shirt' })).toContain(1)
  })

  it('boosts and buries', async () => {
    await withRules({ id: 'b', when: { query: 'shirt' }, boost: [{ vendor: 'Öko', weight: 10 }] })
    expect((await ids({ query: 'shirt' }))[0]).toBe(2)
    await withRules({ id: 'b', when: { query: 'shirt' }, bury: [{ product_ids: [2], weight: 10 }] })
    expect((await ids({ query: 'shirt' }))[0]).toBe(1)
    await withRules({ id: 'c', when: { collection: 'shirts' }, boost: [{ product_ids: [2], weight: 10 }] })
    expect((await ids({ collection: 11 }))[0]).toBe(2)
  })

  it('redirects, and only during the time of the rule', async () => {
    const rule = { id: 'r', when: { query: 'returns' }, redirect: '/pages/shipping' }
    await withRules(rule)
    expect((await search({ query: 'returns' })).search_metadata.redirect).toBe('/pages/shipping')
    expect((await search({ query: 'return' })).search_metadata.redirect).toBeNull()
    await withRules({ ...rule, starts_at: '2999-01-01T00:00:00Z' })
    expect((await search({ query: 'returns' })).search_metadata.redirect).toBeNull()
    await withRules({ ...rule, starts_at: '2000-01-01T00:00:00Z', ends_at: '2001-01-01T00:00:00Z' })
    expect((await search({ query: 'returns' })).search_metadata.redirect).toBeNull()
  })

  it('adds synonyms, one way and both ways', async () => {
    const { status } = await harness.admin('PATCH', `/shops/${shop.shop}/config`, {
      search: { rules: [], synonyms: [['mug', 'becher'], { from: 'tee', to: 'shirt' }] },
    })
    expect(status).toBe(200)
    expect(await ids({ query: 'becher' })).toContain(4)
    expect((await ids({ query: 'tee' })).sort()).toEqual([1, 2, 3])
  })

  it('gets the path of every fault in a rule, and nothing changes', async () => {
    const { status, body } = await harness.admin('PATCH', `/shops/${shop.shop}/config`, {
      search: { rules: [{ id: 'x', when: {}, pin: [{ product_id: '', position: 0 }] }] },
    })
    expect(status).toBe(400)
    const paths = body.error.map((item: { path: unknown[] }) => item.path.join('.'))
    expect(paths).toContain('search.rules.0.pin.0.product_id')
    expect(paths).toContain('search.rules.0.pin.0.position')
  })
})
