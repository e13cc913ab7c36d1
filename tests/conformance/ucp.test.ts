/** Quoted sentences are from the specification of the Universal Commerce Protocol, version 2026-04-08. */
import { createClient } from '@vitrine/client'
import { agentClick, createTracker, memoryStorage } from '@vitrine/client/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ordered } from './event-effects.ts'
import { expectPublished, LOOKUP, PLATFORM, SEARCH, VERSION, startUcpShop, type UcpShop } from './ucp-platform.ts'

let ucp: UcpShop
beforeAll(async () => {
  ucp = await startUcpShop()
})
afterAll(() => ucp.cases.harness.close())

const search = (body: object, agent?: string | null) => ucp.ask('catalog/search', body, agent)
const lookup = async (body: object, agent?: string | null) => (await ucp.ask('catalog/lookup', body, agent)).body
const getProduct = async (body: object) => (await ucp.ask('catalog/product', body)).body

const ids = (products: { id: string }[]) => products.map(({ id }) => id)

describe('the profile at /.well-known/ucp', () => {
  it('names the endpoints of the shop and the capabilities that it has', async () => {
    const { status, body } = await ucp.cases.harness.request(`/.well-known/ucp?shop=${ucp.shop.shop}`)
    expect(status).toBe(200)
    const endpoint = `${ucp.cases.harness.url}/ucp/${ucp.shop.shop}`
    expect(body.ucp.services['dev.ucp.shopping']).toMatchObject([
      { transport: 'rest', endpoint },
      { transport: 'mcp', endpoint: `${endpoint}/mcp` },
    ])
    expect(Object.keys(body.ucp.capabilities)).toEqual([SEARCH, LOOKUP])
    expectPublished('ucp.json#/$defs/business_schema', body.ucp)
    expect(body.ucp).toMatchObject({ version: VERSION, payment_handlers: {} })
  })

  it('is the same for a shop that a proxy names, and missing for other shops', async () => {
    const named = await ucp.cases.harness.request('/.well-known/ucp', { headers: { 'x-shop': ucp.shop.shop } })
    expect(named.body.ucp.services['dev.ucp.shopping'][0].endpoint).toContain(ucp.shop.shop)
    expect((await ucp.cases.harness.request('/.well-known/ucp?shop=nobody.example.com')).status).toBe(404)
    expect((await ucp.cases.harness.request('/.well-known/ucp')).status).toBe(404)
  })
})

describe('catalog search', () => {
  it('returns products in the format of the protocol', async () => {
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
        url: expect.stringMatching(`^https://${ucp.shop.shop}/products/velvet-sofa\\?vitrine_request=`),
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

  it('shows and filters prices in the currency of the context, and says if it cannot', async () => {
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

  it('is recorded as a serve: an order that follows its link is attributed to it', async () => {
    const { body } = await search({ query: 'armchair' })
    const link = new URL(body.products[0].url)
    const client = createClient({ shop: ucp.shop.shop, apiKey: ucp.shop.key, baseUrl: ucp.cases.harness.url })
    const context = () => ({ navigator: { user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } })
    const tracker = createTracker({ client, storage: memoryStorage(), context })
    await agentClick(tracker, { productId: 2 }, link.search)
    await tracker.standard('checkout_completed', ordered('ucp-1', 2).data as never)
    await ucp.cases.settle()
    const { orders } = await ucp.cases.report(ucp.shop, 'orders?key=ucp-1')
    expect(orders[0].lines[0].attributed_to).toMatchObject({
      touch: 'click',
      surface: 'search',
      query: 'armchair',
      serve_id: link.searchParams.get('vitrine_request'),
    })
  })

  it('refuses an unknown shop', async () => {
    const answer = await ucp.cases.harness.request('/ucp/nobody.example.com/catalog/search', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'ucp-agent': `profile="${PLATFORM}"` },
      body: '{"query": "sofa"}',
    })
    expect(answer.status).toBe(401)
  })
})

describe('catalog lookup', () => {
  it('"Implementations MUST support lookup by product ID and variant ID", each product once, with the ids that match it', async () => {
    const body = await lookup({ ids: ['1', '10', '1', 'SKU-2', 'gone', '4'] })
    expectPublished('shopping/catalog_lookup.json#/$defs/lookup_response', body)
    const reported = body.products.map(
      ({ id, variants }: { id: string; variants: { id: string; inputs: object[] }[] }) => [
        id,
        variants.map((one) => [one.id, one.inputs]),
      ],
    )
    const both = [
      { id: '1', match: 'featured' },
      { id: '10', match: 'exact' },
    ]
    expect(reported).toEqual([
      ['1', [['10', both]]],
      ['2', [['20', [{ id: 'SKU-2', match: 'exact' }]]]],
    ])
    // Products that shoppers may not see are missing too.
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
    const { status, body } = await ucp.ask('catalog/lookup', { ids: many })
    expect([status, body.code]).toEqual([400, 'request_too_large'])
  })

  it('returns the same products as the lookup of the storefront', async () => {
    const asked = ['3', '1', '4', '99']
    const { body } = await ucp.cases.harness.post('/api/storefront/v1/headless/products', { ids: asked }, ucp.shop)
    const looked = body.products.map(({ product_id }: { product_id: number }) => String(product_id))
    expect(ids((await lookup({ ids: asked })).products)).toEqual(looked)
  })

  it('needs its own capability, which search does not include', async () => {
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
    await ucp.cases.harness.putProducts(ucp.shop, [
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

  it('answers 200 with an error inside if there is no common capability', async () => {
    const { status, body } = await search({ query: 'sofa' }, 'profile="https://agent.example/checkout.json"')
    expect(status).toBe(200)
    expect(body.ucp).toEqual({ version: VERSION, status: 'error', capabilities: {} })
    expect(body.messages).toMatchObject([{ code: 'capabilities_incompatible', severity: 'unrecoverable' }])
    expect(body.products).toBeUndefined()
  })

  it('fetches a profile once', async () => {
    await search({ query: 'sofa' })
    await search({ query: 'sofa' }, `version="1", profile="${PLATFORM}"`)
    expect(ucp.fetched.filter((url) => url === PLATFORM)).toHaveLength(1)
  })
})
