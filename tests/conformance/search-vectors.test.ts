import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { AGGREGATIONS, SEARCH } from './search-shop.ts'

let harness: Harness
let shop: TestShop

const TITLES: Record<number, [title: string, type: string]> = {
  1: ['Marsh three-seat sofa, grey fabric', 'Sofas'],
  2: ['Insulated down parka', 'Jackets'],
  3: ['Ceramic mug, blue glaze', 'Kitchen'],
  4: ['Trail running shoe', 'Shoes'],
  5: ['Oak dining table', 'Tables'],
  6: ['Toner cartridge 006R90321', 'Office'],
  7: ['Toner cartridge 006R90322', 'Office'],
  8: ['Cotton summer dress', 'Dresses'],
}

beforeAll(async () => {
  harness = await startHarness({ VITRINE_EMBEDDER: 'local' })
  shop = await harness.createShop()
  await harness.putProducts(
    shop,
    Object.entries(TITLES).map(([id, [title, type]]) => ({
      id: Number(id),
      title,
      handle: `p-${id}`,
      product_type: type,
      vendor: 'Acme',
      status: 'active',
      published_at: '2026-01-01T00:00:00Z',
      variants: [{ id: Number(id) * 10, price: '10.00', sku: title.includes('006R') ? title.slice(-9) : `S-${id}` }],
    })),
  )
  for (const node of harness.nodes) await node.vectors.runOnce()
  for (const query of ['couch', WARM, ...OUT_OF_DOMAIN]) await known(query)
  for (const { vectors } of harness.nodes) await vectors.outOfDomain.learn(vectors.vectors.text(shop.shop)!.space)
})
afterAll(() => harness?.close())

const OUT_OF_DOMAIN = ['asdkjh qwe', 'wefwef', 'hjkl hjkl hjkl']
const WARM = 'something warm for a winter walk'

/** Embeds the query on every node, so that results do not depend on the machine's speed. */
async function known(query: string): Promise<void> {
  for (const node of harness.nodes) {
    const { vectors, queries, embedder } = node.vectors
    // The first text loads the model.
    await embedder.text!.embed([query], 'query')
    expect(await queries.find(query, vectors.text(shop.shop)!.space)).toBeDefined()
  }
}

async function search(body: object) {
  const { body: answer } = await harness.post(SEARCH, body, shop)
  const titles = answer.products.map(({ title }: { title: string }) => title)
  return { titles, metadata: answer.search_metadata, total: answer.pagination.total, products: answer.products }
}

describe('search by meaning', () => {
  it('finds a sofa for a couch without a synonym', async () => {
    const { titles, metadata } = await search({ query: 'couch', mode: 'vector' })
    expect(titles[0]).toContain('sofa')
    expect(metadata).toMatchObject({ search_type: 'vector', has_embedding: true })
  })

  it('combines words and meaning by default, and explains both', async () => {
    const { titles, metadata, products } = await search({ query: WARM, explain: true })
    expect(titles[0]).toContain('parka')
    expect(metadata).toMatchObject({ search_type: 'hybrid', has_embedding: true })
    expect(products[0].explanation.vector_score).toBeGreaterThan(0)
  })

  it('finds a sofa for a couch by default too, if no word matches', async () => {
    const { titles } = await search({ query: 'couch' })
    expect(titles[0]).toContain('sofa')
  })

  it.each(OUT_OF_DOMAIN)('finds nothing for %s, which has no meaning', async (query) => {
    const { total, metadata } = await search({ query })
    expect(total).toBe(0)
    expect(metadata).toMatchObject({ search_type: 'hybrid', has_embedding: true })
    const { body } = await harness.post(AGGREGATIONS, { query }, shop)
    expect(body.metadata.total_products).toBe(0)
  })

  it('is not used for part numbers', async () => {
    const { titles, metadata, total } = await search({ query: '006R90321' })
    expect(titles[0]).toBe('Toner cartridge 006R90321')
    expect(total).toBe(1)
    expect(metadata).toMatchObject({ search_type: 'text', has_embedding: false })
  })

  it('is not used on request', async () => {
    const { total, metadata } = await search({ query: WARM, mode: 'text' })
    expect(total).toBe(0)
    expect(metadata).toMatchObject({ search_type: 'text', has_embedding: false })
  })

  it('answers eight new queries at once, each from one result set: totals, facet counts and pages agree, even while products are being embedded', async () => {
    const busy = harness.vitrine!.vectors.embedder.text!.embed(Array(60).fill('a product of some catalog'), 'document')
    const queries = [
      'settee',
      'garden seat',
      'sweater',
      'boots for rain',
      'drinking cup',
      'rug',
      'lamp',
      'winter jacket',
    ]
    const asked = queries.map(async (query) => {
      const [first, second, counts] = await Promise.all([
        search({ query, pagination: { page: 1, limit: 2 } }),
        search({ query, pagination: { page: 2, limit: 2 } }),
        harness.post(AGGREGATIONS, { query }, shop),
      ])
      const later = await search({ query, pagination: { page: 1, limit: 2 } })
      expect([query, second.total, counts.body.metadata.total_products, later.total]).toEqual([
        query,
        ...Array(3).fill(first.total),
      ])
      expect(second.metadata.has_embedding).toBe(first.metadata.has_embedding)
      expect(second.titles.filter((title: string) => first.titles.includes(title))).toEqual([])
      expect(later.titles).toEqual(first.titles)
    })
    await Promise.all(asked)
    await busy
  })

  it('is not used for a language that no model of the shop understands', async () => {
    const hasEmbedding = async (locale: string) => (await search({ query: 'couch', locale })).metadata.has_embedding
    expect([await hasEmbedding('ja'), await hasEmbedding('fi')]).toEqual([true, false])
  })

  it('counts the same products in search and in filter-aggregations', async () => {
    const { total } = await search({ query: 'couch' })
    const { body } = await harness.post(AGGREGATIONS, { query: 'couch' }, shop)
    expect(total).toBeGreaterThan(0)
    expect(body.metadata.total_products).toBe(total)
  })
})

describe('embedding', () => {
  it('says how far it is', async () => {
    const { status, body } = await harness.admin('GET', `/shops/${shop.shop}/embedding`)
    expect(status).toBe(200)
    expect(body.spaces).toContainEqual({ kind: 'text', space: expect.any(String), done: 8, total: 8, complete: true })
    expect(body.failures).toEqual([])
    expect((await harness.admin('GET', '/shops/nowhere.myshopify.com/embedding')).status).toBe(404)
  })
})

describe('a shop in another language', () => {
  it('is searched by the model for that language', async () => {
    const spanish = await harness.createShop({ shop: { primary_locale: 'es' } })
    const titles = ['Zapatillas de correr', 'Olla de acero', 'Escritorio de roble', 'Paraguas plegable']
    await harness.putProducts(
      spanish,
      titles.map((title, i) => ({
        id: i + 1,
        title,
        handle: `p-${i}`,
        status: 'active',
        published_at: '2026-01-01T00:00:00Z',
        variants: [{ id: 10 * (i + 1), price: '10.00' }],
      })),
    )
    for (const { vectors } of harness.nodes) {
      await vectors.runOnce()
      await vectors.embedder.multilingual!.embed(['cacerola'], 'query')
    }
    const { body } = await harness.post(SEARCH, { query: 'cacerola', mode: 'vector' }, spanish)
    expect(body.search_metadata).toMatchObject({ search_type: 'vector', has_embedding: true })
    expect(body.products[0].title).toBe('Olla de acero')
  })
})

describe('a model that fails', () => {
  it('leaves search to the words, and the answer says so', async () => {
    const broken = await startHarness({ VITRINE_EMBEDDER: 'local' })
    const other = await broken.createShop()
    await broken.putProducts(other, [
      {
        id: 1,
        title: 'Grey sofa',
        handle: 'a',
        status: 'active',
        published_at: '2026-01-01T00:00:00Z',
        variants: [{ id: 10, price: '10.00' }],
      },
    ])
    for (const node of broken.nodes) {
      await node.vectors.runOnce()
      await node.vectors.embedder.close()
    }
    const { body } = await broken.post(SEARCH, { query: 'grey sofa' }, other)
    expect(body.products).toHaveLength(1)
    expect(body.search_metadata).toMatchObject({ search_type: 'text', has_embedding: false })
    await broken.close()
  })
})
