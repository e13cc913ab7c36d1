import { MAX_RESULT_WINDOW, type SearchRequest } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { readPresented } from '../agents/agent-product.ts'
import { type IndexedShop, openIndexedShop } from '../query/testing/indexed-shop.ts'
import { searchProducts } from './search-products.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are read as the wire shows them
type Answer = any

let world: IndexedShop
const asked: string[] = []

beforeAll(async () => {
  const priced = (id: number, title: string, price: number, color: string, productType: string) =>
    sampleProduct(id, {
      title,
      productType,
      tags: [color],
      variants: [{ ...sampleProduct(id).variants[0]!, price, sku: `AB-10${id}` }],
    })
  world = await openIndexedShop(
    {
      filters: [{ id: 1, key: 'type', title: 'Type', attribute_type: 'product_type' }],
      search: {
        default_search_result_page_size: 2,
        rules: [{ id: 'r', when: { query: 'lamp' }, pin: [{ product_id: 4, position: 1 }] }],
      },
    },
    [
      priced(1, 'Blue mug', 10, 'blue', 'Mugs'),
      priced(2, 'Red mug', 30, 'red', 'Mugs'),
      priced(3, 'Green mug', 20, 'green', 'Cups'),
      priced(4, 'Desk lamp', 50, 'black', 'Lamps'),
      priced(5, 'Floor lamp', 60, 'black', 'Lamps'),
    ],
  )
})
afterAll(() => world.close())

const search = async (body: SearchRequest, config: object = {}): Promise<Answer> => {
  asked.length = 0
  world.served.length = 0
  const personal = {
    scorer: async (_: unknown, { visitorId }: { visitorId?: string | null }) => {
      asked.push(String(visitorId))
      return { attributes: [], affinity: () => 0 }
    },
  }
  const { shop } = world
  const changed = { ...shop, config: { ...shop.config, search: { ...shop.config.search, ...config } } }
  return readPresented(await searchProducts({ ...world.parts, personal }, world.call(body, { shop: changed })))
}
const ids = ({ products }: Answer) => products.map((one: Answer) => one.product_id)

describe('a page of results', () => {
  it('S1: has the shop’s page size unless the request has its own, and is followed by the next page', async () => {
    const first = await search({ query: 'mug', sort_by: 'price_asc', view: 'product_ids' })
    expect([ids(first), first.pagination]).toMatchObject([
      [1, 3],
      { total: 3, page: 1, limit: 2, total_pages: 2, has_next_page: true, has_prev_page: false },
    ])
    const second = await search({ query: 'mug', sort_by: 'price_asc', view: 'product_ids', pagination: { page: 2 } })
    expect([ids(second), second.pagination.has_next_page]).toEqual([[2], false])
    expect(world.served.at(-1)?.products).toEqual([{ productId: 2, position: 3 }])
    expect(ids(await search({ query: 'mug', view: 'product_ids', pagination: { limit: 3 } }))).toHaveLength(3)
  })

  it('S2: reaches down to the deepest result and no further', async () => {
    const at = (page: number) => search({ query: 'mug', pagination: { page, limit: 100 } })
    expect((await at(MAX_RESULT_WINDOW / 100)).products).toEqual([])
    await expect(at(MAX_RESULT_WINDOW / 100 + 1)).rejects.toMatchObject({
      items: [{ path: ['pagination', 'page'], message: expect.stringContaining('less than or equal to 100') }],
    })
  })

  it('S3: has whole products or only ids, and highlights and explanations if requested', async () => {
    const [whole] = (await search({ query: 'desk lamp' })).products
    expect(whole).toMatchObject({ product_id: 4, title: 'Desk lamp', matched_variant_id: 400 })
    expect(whole).not.toHaveProperty('highlights')
    expect(whole).not.toHaveProperty('explanation')
    const [marked] = (await search({ query: 'desk lamp', highlight: true, explain: true })).products
    expect(marked.highlights.title).toContain('<mark>Desk</mark>')
    expect(marked.explanation).toMatchObject({ match: expect.any(String), typos: 0, in_stock: true })
    const [id] = (await search({ query: 'desk lamp', view: 'product_ids' })).products
    expect(id).toEqual({ product_id: 4, matched_variant_id: 400 })
  })

  it('S4: counts only the requested facets', async () => {
    const counted = await search({ query: 'mug', facets: [{ key: 'type' }] })
    expect(counted.aggregations.type.buckets).toMatchObject([
      { value: 'Mugs', count: 2 },
      { value: 'Cups', count: 1 },
    ])
    expect(await search({ query: 'mug' })).not.toHaveProperty('aggregations')
  })
})

describe('the metadata of a search', () => {
  it('S5: states browse without words, text with words, and the correction', async () => {
    const metadata = async (body: SearchRequest) => (await search(body)).search_metadata
    expect(await metadata({})).toMatchObject({ search_type: 'browse', query: '', has_embedding: false })
    expect(await metadata({ query: 'mug' })).toMatchObject({
      search_type: 'text',
      corrected_query: null,
      relaxed: false,
    })
    expect(await metadata({ query: 'grean mug' })).toMatchObject({ corrected_query: 'green mug' })
  })

  it('S6: keeps typed constraints when the words are replaced', async () => {
    const { search_metadata: reported } = await search({ query: 'grean mug under 25' })
    expect(reported.understood.map((one: Answer) => one.kind)).toEqual(['product_type', 'price'])
    expect(reported.corrected_query).toBe('green mug under 25')
  })

  it('S7: lists constraints that were dropped because no product meets them', async () => {
    const { search_metadata: reported, products } = await search({ query: 'mug under 5' })
    expect([reported.relaxed, reported.dropped, products.length > 0]).toEqual([true, ['under 5'], true])
    expect(reported.understood.find((one: Answer) => one.kind === 'price')).toMatchObject({ held: 'dropped' })
  })

  it('S8: is recorded in the serve: words, total, rules, and the rule that placed each product', async () => {
    await search({ query: 'lamp' })
    expect(world.served).toMatchObject([
      {
        shop: 'a.example',
        surface: 'search',
        requestId: 'request',
        visitorId: 'v',
        query: 'lamp',
        total: 2,
        rules: ['r'],
        products: [
          { productId: 4, position: 1, step: 'rule:r' },
          { productId: 5, position: 2 },
        ],
      },
    ])
    expect(world.served[0]!.products[1]).not.toHaveProperty('step')
    await search({ query: 'lamp', sort_by: 'price_desc' })
    expect(world.served[0]!.rules).toEqual([])
  })
})

describe('the shopper who searches', () => {
  it('S9: matters only for sorting by relevance', async () => {
    const isPersonal = async (body: SearchRequest, config?: object) => {
      const { search_metadata: reported } = await search(body, config)
      expect(reported.personalized).toBe(asked.length > 0)
      return reported.personalized
    }
    expect(await isPersonal({ query: 'mug' })).toBe(true)
    expect(await isPersonal({ query: 'mug', sort_by: 'price_asc' })).toBe(false)
    expect(await isPersonal({ query: 'mug' }, { default_ordering: 'price_asc' })).toBe(false)
    expect(await isPersonal({ query: 'mug', sort_by: 'relevance' }, { default_ordering: 'price_asc' })).toBe(true)
    expect(await isPersonal({ query: 'mug' }, { personalization_enabled: false })).toBe(false)
  })

  it('S10: does not matter for a part number alone', async () => {
    expect((await search({ query: 'AB-104' })).search_metadata.personalized).toBe(false)
    expect((await search({ query: 'lamp AB-104' })).search_metadata.personalized).toBe(true)
  })
})
