/** Catalog search and lookup of the Universal Commerce Protocol, version 2026-04-08. Sentences in quotes are the specification's. */
import { readFileSync } from 'node:fs'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { createClient } from '@vitrine/client'
import { agentClick, createTracker, memoryStorage } from '@vitrine/client/events'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EffectCases, ordered, startEffectCases } from './event-effects.ts'
import { config, putSearchShop } from './mcp-shop.ts'
import type { TestShop } from './harness.ts'

const VERSION = '2026-04-08'
const SEARCH = 'dev.ucp.shopping.catalog.search'
const LOOKUP = 'dev.ucp.shopping.catalog.lookup'
const PLATFORM = 'https://agent.example/profile.json'

const profile = (version: string, capabilities: object) =>
  JSON.stringify({ ucp: { version, services: {}, capabilities, payment_handlers: {} } })

/** Profiles that the platforms of these cases publish; no other address can be reached. */
const PROFILES: Record<string, string> = {
  [PLATFORM]: profile(VERSION, {
    [SEARCH]: [{ version: '2026-01-23' }, { version: VERSION }],
    [LOOKUP]: [{ version: VERSION }],
  }),
  'https://agent.example/search-only.json': profile(VERSION, { [SEARCH]: [{ version: VERSION }] }),
  'https://agent.example/older.json': profile('2026-01-11', { [SEARCH]: [{ version: '2026-01-11' }] }),
  'https://agent.example/checkout.json': profile(VERSION, { 'dev.ucp.shopping.checkout': [{ version: VERSION }] }),
  'https://agent.example/broken.json': '<html>',
}
const fetched: string[] = []

let cases: EffectCases
let shop: TestShop

beforeAll(async () => {
  const agentProfiles = {
    async fetch(url: string) {
      fetched.push(url)
      const text = PROFILES[url]
      if (text === undefined) throw new Error('no such host')
      return Buffer.from(text)
    },
  }
  cases = await startEffectCases({ agentProfiles })
  shop = await cases.harness.createShop({ ...config, currency_rates: { USD: 2 } })
  await putSearchShop(cases.harness, shop)
})
afterAll(() => cases.harness.close())

const ask = (path: string, body: object, agent: string | null = `profile="${PLATFORM}"`) =>
  cases.harness.request(`/ucp/${shop.shop}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(agent === null ? {} : { 'ucp-agent': agent }) },
    body: JSON.stringify(body),
  })
const search = (body: object, agent?: string | null) => ask('catalog/search', body, agent)
const lookup = async (body: object, agent?: string | null) => (await ask('catalog/lookup', body, agent)).body
const getProduct = async (body: object) => (await ask('catalog/product', body)).body

/** The schemas as the protocol publishes them, without their prose. */
const published = JSON.parse(readFileSync(new URL('schemas/ucp.json', import.meta.url), 'utf8'))
const ajv = new Ajv2020({ schemas: published.schemas, strict: false, validateFormats: false, allErrors: true })

function expectPublished(schema: string, value: unknown): void {
  const check = ajv.getSchema(`https://ucp.dev/schemas/${schema}`)
  expect([schema, check?.(value), check?.errors ?? null]).toEqual([schema, true, null])
}

const ids = (products: { id: string }[]) => products.map(({ id }) => id)

describe('the profile at /.well-known/ucp', () => {
  it('names the endpoints of the shop and the capabilities that it has', async () => {
    const { status, body } = await cases.harness.request(`/.well-known/ucp?shop=${shop.shop}`)
    expect(status).toBe(200)
    const endpoint = `${cases.harness.url}/ucp/${shop.shop}`
    expect(body.ucp.services['dev.ucp.shopping']).toMatchObject([
      { transport: 'rest', endpoint },
      { transport: 'mcp', endpoint: `${endpoint}/mcp` },
    ])
    expect(Object.keys(body.ucp.capabilities)).toEqual([SEARCH, LOOKUP])
    expectPublished('ucp.json#/$defs/business_schema', body.ucp)
    expect(body.ucp).toMatchObject({ version: VERSION, payment_handlers: {} })
  })

  it('is the same for a shop that a proxy names, and there is none for others', async () => {
    const named = await cases.harness.request('/.well-known/ucp', { headers: { 'x-shop': shop.shop } })
    expect(named.body.ucp.services['dev.ucp.shopping'][0].endpoint).toContain(shop.shop)
    expect((await cases.harness.request('/.well-known/ucp?shop=nobody.example.com')).status).toBe(404)
    expect((await cases.harness.request('/.well-known/ucp')).status).toBe(404)
  })
})

describe('catalog search', () => {
  it('answers with products as the protocol writes them', async () => {
    const { status, body } = await search({ query: 'velvett sofa' })
    expect(status).toBe(200)
    expectPublished('shopping/catalog_search.json#/$defs/search_response', body)
    expect(body.ucp).toEqual({ version: VERSION, capabilities: { [SEARCH]: [{ version: VERSION }] } })
    expect(body.pagination).toEqual({ has_next_page: false, total_count: 1 })
    const price = { amount: 50_000, currency: 'EUR' }
    expect(body.products).toEqual([
      {
        id: '1',
        handle: 'velvet-sofa',
        title: 'Velvet sofa',
        description: { plain: 'Soft & wide.' },
        url: expect.stringMatching(`^https://${shop.shop}/products/velvet-sofa\\?vitrine_request=`),
        categories: [{ value: 'Sofas', taxonomy: 'merchant' }],
        price_range: { min: price, max: price },
        media: [],
        options: [{ name: 'Color', values: [{ label: 'Sage' }] }],
        variants: [
          {
            id: '10',
            sku: 'SKU-1',
            title: 'Sage',
            description: { plain: 'Velvet sofa, Sage' },
            price,
            availability: { available: true, status: 'in_stock' },
            options: [{ name: 'Color', label: 'Sage' }],
          },
        ],
        tags: ['living'],
      },
    ])
  })

  it('"All specified filters combine with AND logic", categories among themselves with OR', async () => {
    const sofas = await search({ filters: { categories: ['Sofas'] } })
    expect(ids(sofas.body.products).sort()).toEqual(['1', '3'])
    const both = await search({ filters: { categories: ['Sofas', 'Armchairs'], price: { max: 60_000 } } })
    expect(ids(both.body.products).sort()).toEqual(['1', '2'])
    const expensive = await search({ query: 'sofa', filters: { price: { min: 60_000 } } })
    expect(ids(expensive.body.products)).toEqual(['3'])
  })

  it('shows and filters prices in the currency of the context, and says where it cannot', async () => {
    const dollars = await search({ query: 'sofa', context: { currency: 'USD' }, filters: { price: { max: 110_000 } } })
    expect(dollars.body.products.map((one: { price_range: object }) => one.price_range)).toEqual([
      { min: { amount: 100_000, currency: 'USD' }, max: { amount: 100_000, currency: 'USD' } },
    ])
    const pounds = await search({ query: 'sofa', context: { currency: 'GBP' }, filters: { price: { max: 1 } } })
    expect(pounds.body.products).toHaveLength(2)
    expect(pounds.body.messages).toMatchObject([{ type: 'warning', code: 'price_filter_ignored' }])
  })

  it('"Cursor to fetch the next page of results. MUST be present when has_next_page is true."', async () => {
    const first = await search({ query: 'sofa', pagination: { limit: 1 } })
    expect(first.body.pagination).toMatchObject({ has_next_page: true, total_count: 2 })
    const { cursor } = first.body.pagination
    const second = await search({ query: 'sofa', pagination: { limit: 1, cursor } })
    expect(second.body.pagination).toEqual({ has_next_page: false, total_count: 2 })
    expect(ids([...first.body.products, ...second.body.products]).sort()).toEqual(['1', '3'])
    expect((await search({ query: 'sofa', pagination: { cursor: 'nonsense' } })).status).toBe(400)
    expect((await search({ query: 'sofa', pagination: { limit: 5000 } })).status).toBe(200)
  })

  it('"A valid search request MUST include at least one of: a query string, one or more filters"', async () => {
    for (const body of [{}, { query: ' ' }, { filters: {} }, { filters: { categories: [] } }])
      expect([body, (await search(body)).status]).toEqual([body, 400])
    const { status, body } = await search({ query: 'nothing at all like this' })
    expect([status, body.products, body.messages]).toEqual([200, [], undefined])
  })

  it('is a serve: an order that follows its link is attributed to it', async () => {
    const { body } = await search({ query: 'armchair' })
    const link = new URL(body.products[0].url)
    const client = createClient({ shop: shop.shop, apiKey: shop.key, baseUrl: cases.harness.url })
    const context = () => ({ navigator: { user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } })
    const tracker = createTracker({ client, storage: memoryStorage(), context })
    await agentClick(tracker, { productId: 2 }, link.search)
    await tracker.standard('checkout_completed', ordered('ucp-1', 2).data as never)
    await cases.settle()
    const { orders } = await cases.report(shop, 'orders?key=ucp-1')
    expect(orders[0].lines[0].attributed_to).toMatchObject({
      touch: 'click',
      surface: 'search',
      query: 'armchair',
      serve_id: link.searchParams.get('vitrine_request'),
    })
  })

  it('refuses an unknown shop', async () => {
    const answer = await cases.harness.request('/ucp/nobody.example.com/catalog/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'ucp-agent': `profile="${PLATFORM}"` },
      body: '{"query": "sofa"}',
    })
    expect(answer.status).toBe(401)
  })
})

describe('catalog lookup', () => {
  it('"Implementations MUST support lookup by product ID and variant ID", each product once, with what resolved to it', async () => {
    const body = await lookup({ ids: ['1', '10', '1', 'SKU-2', 'gone', '4'] })
    expectPublished('shopping/catalog_lookup.json#/$defs/lookup_response', body)
    const told = body.products.map(({ id, variants }: { id: string; variants: { id: string; inputs: object[] }[] }) => [
      id,
      variants.map((one) => [one.id, one.inputs]),
    ])
    const both = [
      { id: '1', match: 'featured' },
      { id: '10', match: 'exact' },
    ]
    expect(told).toEqual([
      ['1', [['10', both]]],
      ['2', [['20', [{ id: 'SKU-2', match: 'exact' }]]]],
    ])
    // Products that shoppers may not see are not found either.
    expect(body.messages.map(({ code, content }: { code: string; content: string }) => [code, content])).toEqual([
      ['not_found', 'gone'],
      ['not_found', '4'],
    ])
  })

  it('"a price filter excludes variants outside the specified range"', async () => {
    const body = await lookup({ ids: ['1', '2'], filters: { price: { max: 40_000 } } })
    expect(ids(body.products)).toEqual(['2'])
  })

  it('"MUST reject requests exceeding their limit with an appropriate error (HTTP 400 request_too_large)"', async () => {
    const many = Array.from({ length: 101 }, (_, at) => String(at))
    const { status, body } = await ask('catalog/lookup', { ids: many })
    expect([status, body.code]).toEqual([400, 'request_too_large'])
  })

  it('answers the same products as the look-up of the storefront', async () => {
    const asked = ['3', '1', '4', '99']
    const { body } = await cases.harness.post('/api/storefront/v1/headless/products', { ids: asked }, shop)
    const looked = body.products.map(({ product_id }: { product_id: number }) => String(product_id))
    expect(ids((await lookup({ ids: asked })).products)).toEqual(looked)
  })

  it('needs the capability, which search does not bring along', async () => {
    const body = await lookup({ ids: ['1'] }, 'profile="https://agent.example/search-only.json"')
    expect(body.messages).toMatchObject([{ code: 'capabilities_incompatible' }])
    expectPublished('shopping/types/error_response.json', body)
  })
})

describe('one product', () => {
  beforeAll(async () => {
    const variant = (id: number, options: [string, string], inventory: number) => ({
      id,
      option1: options[0],
      option2: options[1],
      price: String(id),
      sku: `C-${id}`,
      inventory_quantity: inventory,
      inventory_management: 'shopify',
    })
    await cases.harness.putProducts(shop, [
      {
        id: 50,
        title: 'Cushion',
        handle: 'cushion',
        status: 'active',
        published_at: '2026-01-01T00:00:00Z',
        options: [
          { name: 'Color', values: ['Red', 'Blue'] },
          { name: 'Size', values: ['S', 'L'] },
        ],
        variants: [variant(501, ['Red', 'S'], 0), variant(502, ['Red', 'L'], 3), variant(503, ['Blue', 'S'], 3)],
      },
    ])
  })
  const choice = ({ selected, variants }: { selected: { label: string }[]; variants: { id: string }[] }) => [
    selected.map(({ label }) => label).join(' '),
    ids(variants).join(' '),
  ]

  it('"the featured variant and other variants matching product.selected"', async () => {
    const { product, ...rest } = await getProduct({ id: '50' })
    expectPublished('shopping/catalog_lookup.json#/$defs/get_product_response', { product, ...rest })
    expect(choice(product)).toEqual(['Red L', '502'])
    expect(choice((await getProduct({ id: '50', selected: [{ name: 'Color', label: 'Red' }] })).product)).toEqual([
      'Red',
      '502 501',
    ])
  })

  it('"The requested variant MUST be the first element", and "selected is ignored"', async () => {
    const { product } = await getProduct({ id: '501', selected: [{ name: 'Color', label: 'Blue' }] })
    expect(choice(product)).toEqual(['Red S', '501'])
  })

  it('"the server drops options from the end of this list first"', async () => {
    const selected = [
      { name: 'Color', label: 'Blue' },
      { name: 'Size', label: 'L' },
    ]
    const kept = async (preferences: string[]) =>
      choice((await getProduct({ id: '50', selected, preferences })).product)
    expect(await kept(['Color', 'Size'])).toEqual(['Blue', '503'])
    expect(await kept(['Size', 'Color'])).toEqual(['L', '502'])
  })

  it('option values "reflect availability relative to the effective selections"', async () => {
    const { product } = await getProduct({ id: '50', selected: [{ name: 'Color', label: 'Red' }] })
    expect(product.options).toEqual([
      {
        name: 'Color',
        values: [
          { label: 'Red', available: true, exists: true },
          { label: 'Blue', available: true, exists: true },
        ],
      },
      {
        name: 'Size',
        values: [
          { label: 'S', available: false, exists: true },
          { label: 'L', available: true, exists: true },
        ],
      },
    ])
  })

  it('"When the identifier is not found, the server returns ucp.status: error with a messages array"', async () => {
    const body = await getProduct({ id: 'gone' })
    expect(body).toMatchObject({ ucp: { status: 'error' }, messages: [{ code: 'not_found' }] })
    expectPublished('shopping/types/error_response.json', body)
  })
})

describe('the tools over the Model Context Protocol', () => {
  const meta = { 'ucp-agent': { profile: PLATFORM } }
  const message = (name: string, args: object) => ({
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name, arguments: args },
  })
  /** As a plain caller sees it: the status beside the error. */
  const post = async (name: string, args: object) => {
    const accept = 'application/json, text/event-stream'
    const { status, body } = await cases.harness.post(`/ucp/${shop.shop}/mcp`, message(name, args), shop, { accept })
    const text = typeof body === 'string' ? body.replace(/^[^{]*/, '') : JSON.stringify(body)
    return { status, ...JSON.parse(text) }
  }

  it('are those of the protocol, and take what it publishes', async () => {
    const client = new Client({ name: 'a stock client', version: '1.0.0' })
    await client.connect(new StreamableHTTPClientTransport(new URL(`${cases.harness.url}/ucp/${shop.shop}/mcp`)))
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(['search_catalog', 'lookup_catalog', 'get_product'])
    for (const [name, catalog, schema] of [
      ['search_catalog', { query: 'sofa' }, 'catalog_search.json#/$defs/search'],
      ['lookup_catalog', { ids: ['1'] }, 'catalog_lookup.json#/$defs/lookup'],
      ['get_product', { id: '1' }, 'catalog_lookup.json#/$defs/get_product'],
    ] as const) {
      expectPublished('mcp-meta.json', meta)
      expectPublished(`shopping/${schema}_request`, catalog)
      const { structuredContent, content } = await client.callTool({ name, arguments: { meta, catalog } })
      expectPublished(`shopping/${schema}_response`, structuredContent)
      expect(JSON.parse((content as { text: string }[])[0]!.text)).toEqual(structuredContent)
    }
    await client.close()
  })

  it('answer as the REST binding does', async () => {
    const { result } = await post('lookup_catalog', { meta, catalog: { ids: ['3', '1'] } })
    const without = (products: { url: string }[]) => products.map(({ url: _, ...rest }) => rest)
    expect(without(result.structuredContent.products)).toEqual(without((await lookup({ ids: ['3', '1'] })).products))
  })

  it('"servers MUST return the corresponding HTTP status code alongside the JSON-RPC error"', async () => {
    const agent = (profile: string) => ({ meta: { 'ucp-agent': { profile } }, catalog: { query: 'sofa' } })
    expect(await post('search_catalog', agent('https://agent.example/gone.json'))).toMatchObject({
      status: 424,
      error: { code: -32001, data: { code: 'profile_unreachable' } },
    })
    expect(await post('search_catalog', agent('https://agent.example/older.json'))).toMatchObject({
      status: 422,
      error: { code: -32001, data: { code: 'version_unsupported' } },
    })
    expect(await post('search_catalog', { catalog: { query: 'sofa' } })).toMatchObject({
      status: 400,
      error: { code: -32602 },
    })
    const many = Array.from({ length: 101 }, (_, at) => String(at))
    expect(await post('lookup_catalog', { meta, catalog: { ids: many } })).toMatchObject({ error: { code: -32602 } })
  })
})

describe('the product feed of the Agentic Commerce Protocol', () => {
  it('has every product that shoppers may see, in the shape that is published', async () => {
    const bundle = JSON.parse(readFileSync(new URL('schemas/acp.json', import.meta.url), 'utf8'))
    const check = new Ajv2020({ strict: false, validateFormats: false })
      .addSchema(bundle)
      .getSchema(`${bundle.$id}#/$defs/Product`)
    const { body } = await cases.harness.admin('GET', `/shops/${shop.shop}/feeds/acp`)
    const lines = String(body)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    for (const line of lines) expect([line.id, check?.(line), check?.errors ?? null]).toEqual([line.id, true, null])
    expect(ids(lines)).toEqual(['1', '2', '3', '50'])
    expect(lines[0]).toMatchObject({
      title: 'Velvet sofa',
      url: `https://${shop.shop}/products/velvet-sofa`,
      variants: [{ id: '10', price: { amount: 50_000, currency: 'EUR' }, availability: { available: true } }],
    })
  })
})

describe('negotiation', () => {
  const refusals: [string, string | null, number, string][] = [
    ['no profile', null, 400, 'invalid_profile_url'],
    ['a profile not served over HTTPS', 'profile="http://agent.example/profile.json"', 400, 'invalid_profile_url'],
    ['what is no address', 'profile="agent"', 400, 'invalid_profile_url'],
    ['a profile out of reach', 'profile="https://agent.example/gone.json"', 424, 'profile_unreachable'],
    ['what is no profile', 'profile="https://agent.example/broken.json"', 422, 'profile_malformed'],
    ['another version', 'profile="https://agent.example/older.json"', 422, 'version_unsupported'],
  ]
  it.each(refusals)('refuses %s', async (_name, agent, status, code) => {
    const answer = await search({ query: 'sofa' }, agent)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(answer.body.content.length).toBeGreaterThan(10)
  })

  it('answers 200 with an error inside where nothing is in common', async () => {
    const { status, body } = await search({ query: 'sofa' }, 'profile="https://agent.example/checkout.json"')
    expect(status).toBe(200)
    expect(body.ucp).toEqual({ version: VERSION, status: 'error', capabilities: {} })
    expect(body.messages).toMatchObject([{ code: 'capabilities_incompatible', severity: 'unrecoverable' }])
    expect(body.products).toBeUndefined()
  })

  it('fetches a profile once', async () => {
    await search({ query: 'sofa' })
    await search({ query: 'sofa' }, `version="1", profile="${PLATFORM}"`)
    expect(fetched.filter((url) => url === PLATFORM)).toHaveLength(1)
  })
})
