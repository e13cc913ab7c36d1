import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { type IndexedShop, openIndexedShop } from '../query/testing/indexed-shop.ts'
import { ProductNames } from '../recommend/catalog/product-names.ts'
import { type AgentDeps, browseFacets, searchForAgent, showProduct } from './agent-tools.ts'

let world: IndexedShop
let deps: AgentDeps
beforeAll(async () => {
  const filters = [
    { id: 1, key: 'tag', title: 'Tag', attribute_type: 'tag' as const },
    { id: 2, key: 'price', title: 'Price', attribute_type: 'price' as const },
  ]
  const products = [
    ...Array.from({ length: 8 }, (_, i) => sampleProduct(i + 1, { title: `Mug ${i + 1}`, tags: [`t${i + 1}`] })),
    sampleProduct(20, { title: 'Draft', status: 'draft' }),
    sampleProduct(21, {
      title: 'Wide sofa',
      bodyHtml: 'x'.repeat(801),
      tags: Array.from({ length: 30 }, (_, i) => `s${i}`),
      options: [{ id: 1, name: 'Size', position: 1, values: Array.from({ length: 50 }, (_, i) => `v${i}`) }],
      variants: Array.from({ length: 43 }, (_, i) => ({
        ...sampleProduct(21).variants[0]!,
        id: i + 1000,
        inventoryQuantity: i,
      })),
      images: [{ id: 1, src: 'https://x.example/1.jpg', alt: null, width: null, height: null }],
    }),
  ]
  world = await openIndexedShop({ filters }, products)
  const catalogs = { of: async () => ({ names: new ProductNames(() => products) }) }
  deps = { ...world.parts, catalogs, newId: () => 'serve' } as unknown as AgentDeps
})
afterAll(() => world.close())
const call = () => world.call<unknown>({})

describe('searching', () => {
  it('A1: returns five products by default, and says whether there are more', async () => {
    const found = await searchForAgent(deps, call(), { query: 'mug' })
    expect([found.products.length, found.total, found.page, found.has_more]).toEqual([5, 8, 1, true])
    const second = await searchForAgent(deps, call(), { query: 'mug', page: 2 })
    expect([second.products.length, second.page, second.has_more]).toEqual([3, 2, false])
    expect((await searchForAgent(deps, call(), { query: 'mug', limit: 2 })).products).toHaveLength(2)
  })

  it('A2: accepts filters, and reports how the words were understood', async () => {
    const found = await searchForAgent(deps, call(), { query: 'mug', filters: [{ key: 'tag', values: ['t3', 't4'] }] })
    expect(found.products.map((one) => one.product_id).sort()).toEqual([3, 4])
    expect(found).toMatchObject({ request_id: 'request', corrected_query: null, relaxed: false, understood: [] })
    expect(found.products[0]?.url).toContain('vitrine_request=request')
  })
})

describe('one product', () => {
  it('A3: has a limited description, tags, values and variants', async () => {
    const reported = await showProduct(deps, call(), { product_id: 21 })
    expect(reported).toMatchObject({ serve_id: 'serve', product_id: 21, title: 'Wide sofa', more_variants: 3 })
    expect([reported.tags.length, reported.options[0]?.values.length, reported.variants.length]).toEqual([20, 40, 40])
    expect([reported.description.length, reported.description.endsWith('…'), reported.image]).toEqual([
      801,
      true,
      'https://x.example/1.jpg',
    ])
    expect(reported.variants.slice(0, 2).map(({ in_stock }) => in_stock)).toEqual([false, true])
    expect(world.served.at(-1)).toMatchObject({
      surface: 'recommendation',
      recommendationType: 'agent_product',
      serveId: 'serve',
      products: [{ productId: 21, position: 1 }],
    })
    const short = await showProduct(deps, call(), { product_id: 'SKU-1' })
    expect([short.description, short.more_variants, short.image]).toEqual(['A sample.', 0, null])
  })

  it('A4: is not found if nobody may see it or it does not exist', async () => {
    for (const id of [20, 99])
      await expect(showProduct(deps, call(), { product_id: id })).rejects.toMatchObject({ status: 404 })
  })
})

describe('the available filters', () => {
  it('A5: have ten values by default, and bounds if the facet has them', async () => {
    const all = await browseFacets(deps, call(), {})
    const of = (key: string, from = all) => from.facets.find((one) => one.key === key)!
    expect([all.total, of('tag').values.length, of('tag').has_more]).toEqual([9, 10, true])
    expect(of('price')).toMatchObject({ min: 10, max: 10 })
    expect(of('tag')).not.toHaveProperty('min')
    const few = await browseFacets(deps, call(), { query: 'mug', values: 3, keys: ['tag'] })
    expect([few.total, few.facets.length, of('tag', few).values.length]).toEqual([8, 1, 3])
    const picked = await browseFacets(deps, call(), { filters: [{ key: 'tag', values: ['t1'] }] })
    expect(picked.total).toBe(1)
  })
})
