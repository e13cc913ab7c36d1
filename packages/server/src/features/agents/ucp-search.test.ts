import type { UcpSearchRequest } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { type IndexedShop, openIndexedShop } from '../query/testing/indexed-shop.ts'
import { searchForPlatform } from './ucp-search.ts'

let world: IndexedShop
beforeAll(async () => {
  world = await openIndexedShop(
    { shop: { currency: 'EUR' }, currency_rates: { USD: 2 } } as never,
    Array.from({ length: 12 }, (_, i) =>
      sampleProduct(i + 1, {
        title: `Mug ${i + 1}`,
        productType: i < 10 ? 'Mugs' : 'Cups',
        variants: [{ ...sampleProduct(i + 1).variants[0]!, price: i + 1 }],
      }),
    ),
  )
})
afterAll(() => world.close())
const ask = (body: UcpSearchRequest) => searchForPlatform(world.parts, world.call(body))
const ids = async (body: UcpSearchRequest) =>
  (await ask(body)).products?.map(({ id }) => Number(id)).sort((a, b) => a - b)

describe('a search of a platform', () => {
  it('P1: needs words or a filter', async () => {
    for (const body of [{}, { query: '  ' }, { filters: {} }, { filters: { categories: [] } }])
      await expect(ask(body)).rejects.toMatchObject({ status: 400 })
    expect(await ids({ filters: { categories: ['Cups'] } })).toEqual([11, 12])
    expect(await ids({ query: 'mug', filters: { categories: ['Cups'] } })).toEqual([11, 12])
    expect(await ids({ filters: { price: { min: 1150 } } })).toEqual([12])
  })

  it('P2: returns ten products a page by default, and continues with its cursor', async () => {
    const first = await ask({ query: 'mug' })
    expect([first.products?.length, first.pagination?.has_next_page, first.pagination?.total_count]).toEqual([
      10,
      true,
      12,
    ])
    const { cursor } = first.pagination as { cursor: string }
    const second = await ask({ query: 'mug', pagination: { cursor } })
    expect(second.products).toHaveLength(2)
    expect(second.pagination).toEqual({ has_next_page: false, total_count: 12 })
    expect((await ask({ query: 'mug', pagination: { limit: 3 } })).products).toHaveLength(3)
    const most = await ask({ query: 'mug', pagination: { limit: 500 } })
    expect(most.products).toHaveLength(12)
  })

  it('P3: refuses an invalid cursor', async () => {
    for (const text of ['page=0', 'page=-1', 'page=100000', 'page=1 ', 'x'])
      await expect(
        ask({ query: 'mug', pagination: { cursor: Buffer.from(text).toString('base64url') } }),
      ).rejects.toThrow('must be a cursor from an earlier answer')
  })

  it('P4: reads prices in the context’s currency; a filter without a rate is left out with a message', async () => {
    expect(await ids({ filters: { price: { min: 1000, max: 1100 } } })).toEqual([10, 11])
    expect(await ids({ context: { currency: 'usd' }, filters: { price: { max: 400 } } })).toEqual([1, 2])
    const unknown = await ask({ query: 'mug', context: { currency: 'GBP' }, filters: { price: { max: 1 } } })
    expect([unknown.products?.length, unknown.messages?.[0]?.code]).toEqual([10, 'price_filter_ignored'])
    expect(await ask({ query: 'mug', context: { currency: 'GBP' }, filters: { price: {} } })).not.toHaveProperty(
      'messages',
    )
  })

  it('P5: is recorded as shown, and every link has the answer’s id', async () => {
    const { products } = await ask({ query: 'mug 7', pagination: { limit: 1 } })
    expect(products?.[0]?.url).toContain('vitrine_request=request')
    expect(world.served.at(-1)).toMatchObject({ requestId: 'request', query: 'mug 7', products: [{ position: 1 }] })
  })
})
