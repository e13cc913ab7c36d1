import { createClient } from '@vitrine/client'
import { agentClick, createTracker, memoryStorage } from '@vitrine/client/events'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EffectCases, ordered, startEffectCases } from './event-effects.ts'
import { config, putSearchShop } from './mcp-shop.ts'
import type { TestShop } from './harness.ts'

const TOOLS = ['browse_facets', 'find_similar', 'get_recommendations', 'search_products', 'show_product']
/** About 2,000 tokens: an answer must leave room in a model's context. */
const MAX_BYTES = 8 * 1024

let cases: EffectCases
let shop: TestShop
let agent: Client

beforeAll(async () => {
  cases = await startEffectCases()
  shop = await cases.harness.createShop(config)
  await putSearchShop(cases.harness, shop)
  agent = await connect('/mcp', { authorization: `Bearer ${shop.key}` })
})
afterAll(async () => {
  await agent.close()
  await cases.harness.close()
})

async function connect(path: string, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'a stock client', version: '1.0.0' })
  const requestInit = { headers: { 'x-shop': shop.shop, ...headers } }
  await client.connect(new StreamableHTTPClientTransport(new URL(cases.harness.url + path), { requestInit }))
  return client
}

async function call(name: string, args: Record<string, unknown>, client = agent) {
  const { content, isError } = await client.callTool({ name, arguments: args })
  const [{ text } = { text: '' }] = content as { text: string }[]
  expect(text.length).toBeLessThan(MAX_BYTES)
  return isError ? { refused: text } : JSON.parse(text)
}

describe('the tools for shopping agents', () => {
  it('are listed with descriptions and schemas, and change nothing', async () => {
    const { tools } = await agent.listTools()
    expect(tools.map(({ name }) => name).sort()).toEqual(TOOLS)
    for (const { description, inputSchema, annotations } of tools) {
      expect(description?.length).toBeGreaterThan(20)
      expect(inputSchema.type).toBe('object')
      expect(annotations).toMatchObject({ readOnlyHint: true })
    }
  })

  it('search_products finds products, with current prices and stock and its own links', async () => {
    const found = await call('search_products', { query: 'velvett sofa' })
    expect(found).toMatchObject({ total: 1, corrected_query: 'velvet sofa', page: 1, has_more: false })
    expect(found.products).toEqual([
      {
        product_id: 1,
        title: 'Velvet sofa',
        vendor: 'Northloom',
        product_type: 'Sofas',
        price: 500,
        compare_at_price: null,
        currency: 'EUR',
        in_stock: true,
        image: null,
        url: `https://${shop.shop}/products/velvet-sofa?vitrine_request=${found.request_id}`,
      },
    ])
    const changed = await cases.harness.admin('GET', `/shops/${shop.shop}/products/1`)
    const variants = changed.body.variants.map((one: object) => ({ ...one, price: '450.00', inventory_quantity: 0 }))
    await cases.harness.putProducts(shop, [{ ...changed.body, variants }])
    const again = await call('search_products', { query: 'velvet sofa', filters: [{ key: 'price', values: [':460'] }] })
    expect(again.products).toMatchObject([{ price: 450, in_stock: false }])
  })

  it('show_product lists variants, and nothing that shoppers may not see', async () => {
    const product = await call('show_product', { product_id: 2 })
    expect(product).toMatchObject({ title: 'Linen armchair', description: 'Soft & wide.', currency: 'EUR' })
    expect(product.variants).toEqual([{ variant_id: 20, title: 'Navy', sku: 'SKU-2', price: 300, in_stock: true }])
    expect(await call('show_product', { product_id: 9 })).toEqual({ refused: 'there is no product 9' })
    expect(await call('show_product', { product_id: 4 })).toEqual({ refused: 'there is no product 4' })
  })

  it('find_similar and get_recommendations return available products', async () => {
    const similar = await call('find_similar', { product_id: 2, limit: 2 })
    expect(similar.serve_id).toBeTruthy()
    expect(similar.products.map((one: { product_id: number }) => one.product_id)).not.toContain(2)
    // The shop has no complements, which are all that this type shows.
    expect((await call('get_recommendations', { type: 'bought_together', product_ids: [2] })).products).toEqual([])
    for (const type of ['bestsellers', 'new_arrivals', 'trending']) {
      const { products } = await call('get_recommendations', { type, product_ids: [2], limit: 2 })
      expect([type, products.length]).toEqual([type, 2])
      expect(products[0].url).toContain('vitrine_serve=')
    }
  })

  it('browse_facets lists values that search_products accepts', async () => {
    const { total, facets } = await call('browse_facets', {})
    expect(total).toBe(3)
    const color = facets.find(({ key }: { key: string }) => key === 'color')
    expect(color.values).toContainEqual({ value: 'Navy', label: 'Navy', count: 2 })
    const filters = [{ key: 'color', values: [color.values[0].value] }]
    expect((await call('search_products', { query: '', filters })).total).toBe(color.values[0].count)
    expect(await call('browse_facets', { keys: ['colour'] })).toMatchObject({
      refused: expect.stringContaining('facets'),
    })
  })

  it('accept currencies of ISO 4217 and no others', async () => {
    for (const [name, args] of [
      ['search_products', { query: 'sofa' }],
      ['show_product', { product_id: 1 }],
    ] as const) {
      expect(await call(name, { ...args, currency: 'usd' })).not.toHaveProperty('refused')
      expect(await call(name, { ...args, currency: 'ZZZ' })).toEqual({ refused: expect.stringContaining('ISO 4217') })
    }
  })

  it('are called one at a time: a batch would have many searches for the cost of one', async () => {
    const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
    const post = async (body: unknown) => {
      const accept = 'application/json, text/event-stream'
      return (await cases.harness.post('/mcp/public', body, shop, { accept })).status
    }
    expect([await post(list), await post([list, list])]).toEqual([200, 400])
  })

  it('need no key, and are refused with a wrong one or for no shop', async () => {
    const anonymous = await connect('/mcp/public')
    expect((await call('search_products', { query: 'armchair' }, anonymous)).total).toBe(1)
    await anonymous.close()
    await expect(connect('/mcp', { authorization: 'Bearer vsk_wrong' })).rejects.toThrow()
    await expect(connect('/mcp/public', { 'x-shop': 'nobody.example.com' })).rejects.toThrow()
    expect((await fetch(`${cases.harness.url}/mcp`)).status).toBe(405)
  })
})

describe('an order that starts with an agent', () => {
  // An earlier test sold out a sofa, but similar products must be in stock.
  beforeAll(() => putSearchShop(cases.harness, shop))

  it.each([
    ['search_products', { query: 'armchair' }, 'svc:search_result_clicked', { surface: 'search', query: 'armchair' }],
    ['find_similar', { product_id: 3 }, 'svc:section:click', { surface: 'recommendation' }],
    ['show_product', { product_id: 2 }, 'svc:section:click', { surface: 'recommendation' }],
  ])('is attributed to the answer of %s whose link was followed', async (tool, args, _event, expected) => {
    const answer = await call(tool, args)
    const shown = answer.products?.[0] ?? answer
    const client = createClient({ shop: shop.shop, apiKey: shop.key, baseUrl: cases.harness.url })
    const context = () => ({ navigator: { user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } })
    const tracker = createTracker({ client, storage: memoryStorage(), context })
    await agentClick(tracker, { productId: shown.product_id }, new URL(shown.url).search)
    const order = `agent-${tool}`
    await tracker.standard('checkout_completed', ordered(order, shown.product_id).data as never)
    await cases.settle()
    const { orders } = await cases.report(shop, `orders?key=${order}`)
    expect(orders[0].lines[0].attributed_to).toMatchObject({
      touch: 'click',
      serve_id: answer.request_id ?? answer.serve_id,
      ...expected,
    })
  })
})
