/** Catalog search of the Universal Commerce Protocol, version 2026-04-08. Sentences in quotes are the specification's. */
import { createClient } from '@vitrine/client'
import { agentClick, createTracker, memoryStorage } from '@vitrine/client/events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type EffectCases, ordered, startEffectCases } from './event-effects.ts'
import { config, putSearchShop } from './mcp-shop.ts'
import type { TestShop } from './harness.ts'

const VERSION = '2026-04-08'
const SEARCH = 'dev.ucp.shopping.catalog.search'
const PLATFORM = 'https://agent.example/profile.json'

const profile = (version: string, capabilities: object) =>
  JSON.stringify({ ucp: { version, services: {}, capabilities, payment_handlers: {} } })

/** Profiles that the platforms of these cases publish; no other address can be reached. */
const PROFILES: Record<string, string> = {
  [PLATFORM]: profile(VERSION, { [SEARCH]: [{ version: '2026-01-23' }, { version: VERSION }] }),
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

const search = (body: object, agent: string | null = `profile="${PLATFORM}"`) =>
  cases.harness.request(`/ucp/${shop.shop}/catalog/search`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(agent === null ? {} : { 'ucp-agent': agent }) },
    body: JSON.stringify(body),
  })
const ids = (products: { id: string }[]) => products.map(({ id }) => id)

describe('the profile at /.well-known/ucp', () => {
  it('names the endpoint of the shop and the one capability that it has', async () => {
    const { status, body } = await cases.harness.request(`/.well-known/ucp?shop=${shop.shop}`)
    expect(status).toBe(200)
    const [service] = body.ucp.services['dev.ucp.shopping']
    expect(service).toMatchObject({ transport: 'rest', endpoint: `${cases.harness.url}/ucp/${shop.shop}` })
    expect(Object.keys(body.ucp.capabilities)).toEqual([SEARCH])
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
    const dear = await search({ query: 'sofa', filters: { price: { min: 60_000 } } })
    expect(ids(dear.body.products)).toEqual(['3'])
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
