import { createClient, InvalidRequestError, UnauthorizedError } from '@vitrine/client'
import { connectPixel, type PixelEvent } from '@vitrine/client/pixel'
import { createTracker, type EventReport, memoryStorage, searchEvents } from '@vitrine/client/events'
import { insightsClient, type InstantSearchHit, instantSearchClient } from '@vitrine/client/instantsearch'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'

/** Node's user agent names no browser. */
const context = () => ({ navigator: { user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Gecko/20100101 Firefox/140.0' } })

/** Fields of a single operation: the discount of sections, the texts of product pages. */
const EXTRA = ['discount', 'description', 'rating']

const product = (id: number, title: string, color: string, price: number) => ({
  id,
  title,
  handle: title.toLowerCase().replaceAll(' ', '-'),
  vendor: 'Northloom',
  product_type: 'Shirts',
  tags: 'summer',
  status: 'active',
  published_at: '2026-01-01T00:00:00Z',
  options: [{ name: 'Color', values: [color] }],
  variants: [
    { id: id * 10, title: color, sku: `SKU-${id}`, price: String(price), option1: color, inventory_quantity: 5 },
  ],
  images: [],
  metafields: [{ namespace: 'care_guide', key: 'wash_at', value: '30' }],
})

describe('the client', () => {
  let harness: Harness
  let shop: TestShop

  beforeAll(async () => {
    harness = await startHarness()
    shop = await harness.createShop({
      filters: [
        { id: 1, key: 'color', title: 'Color', attribute_type: 'option', attribute: 'Color', type: 'color' },
        { id: 2, key: 'price', title: 'Price', attribute_type: 'price', type: 'range' },
      ],
    })
    await harness.putProducts(shop, [
      product(1, 'Linen shirt', 'Sage', 40),
      product(2, 'Linen blouse', 'Navy', 60),
      product(3, 'Wool coat', 'Navy', 200),
    ])
  })
  afterAll(() => harness.close())

  const client = (more: object = {}) =>
    createClient({ shop: shop.shop, apiKey: shop.key, baseUrl: harness.url, ...more })

  it('starts a visit and sends its token from then on', async () => {
    const one = client()
    const answer = await one.init({ userId: 'u-1', pageType: 'home' })
    expect(answer).toMatchObject({
      userId: 'u-1',
      visitor: { browsedProducts: [] },
      config: { analyticsEnabled: true },
    })
    one.setSessionToken(answer.sessionToken)
    expect((await one.init()).userId).toBe('u-1')
  })

  it('searches with filters and reads facets and metafields unrenamed', async () => {
    const answer = await client().search({
      query: 'linen',
      appliedFilters: [{ key: 'price', value: [':50'] }],
      facets: [{ key: 'color' }],
    })
    expect(answer.pagination.total).toBe(1)
    expect(answer.products[0]).toMatchObject({
      productId: 1,
      metafields: [{ namespace: 'care_guide', key: 'wash_at', value: '30' }],
    })
    expect(answer.aggregations?.color?.buckets).toEqual([
      expect.objectContaining({ value: 'Sage', count: 1, isOthers: false }),
    ])
  })

  it.each(['USD', 'EUR', 'JPY', 'KWD'])(
    'gives every variant its price in %s, the cheapest that of its product',
    async (currency) => {
      const rates = { currency_rates: { EUR: 0.9173, JPY: 151.37, KWD: 0.30771 } }
      expect((await harness.admin('PATCH', `/shops/${shop.shop}/config`, rates)).status).toBe(200)
      const [one, visitor] = [client(), { visitorId: 'v', currency }]
      const sections = await one.sections({ pageType: 'home', userId: 'v', currency })
      const products = [
        ...(await one.search({ query: '', ...visitor })).products,
        ...sections.sections.flatMap((section) => section.products),
      ]
      expect(products.length).toBeGreaterThan(2)
      for (const { displayCurrency, displayPrice, variants } of products)
        expect([displayCurrency, Math.min(...variants.map((variant) => variant.displayPrice ?? 0))]).toEqual([
          currency,
          displayPrice,
        ])
    },
  )

  it('asks for configuration, filters, facets and type-ahead', async () => {
    const one = client()
    expect((await one.searchConfig({ targetPage: 'search' })).config.searchResultCount).toBeGreaterThan(0)
    expect((await one.filters()).filters.map(({ key, attributeType }) => [key, attributeType])).toEqual([
      ['color', 'option'],
      ['price', 'price'],
    ])
    expect((await one.filterAggregations({ query: '', facets: [{ key: 'color' }] })).metadata.totalProducts).toBe(3)
    expect((await one.instantSearch({ query: 'lin' })).products).toHaveLength(2)
    expect((await one.searchInit({ visitorId: 'v' })).visitorId).toBe('v')
  })

  it('turns refusals into typed errors with items and request id', async () => {
    const error = await client()
      .search({ query: '', facets: [{ key: 'nonsense' }] })
      .catch((one) => one)
    expect(error).toBeInstanceOf(InvalidRequestError)
    expect(error.items[0].path).toEqual(['facets', 0, 'key'])
    expect(error.requestId).toMatch(/^[0-9a-f-]{36}$/)
    await expect(client({ apiKey: `vsk_${'z'.repeat(32)}` }).init()).rejects.toBeInstanceOf(UnauthorizedError)
  })

  it("reports events, which appear in the visitor's history", async () => {
    const one = client()
    const tracker = createTracker({ client: one, storage: memoryStorage(), channel: 'headless', context })
    await tracker.standard('product_viewed', { productVariant: { id: '10', product: { id: '1' } } })
    const visitor = tracker.identity.visitorId()
    await expect.poll(async () => (await one.init({ userId: visitor })).visitor.browsedProducts).toEqual([1])
    const answer = await one.search({ query: 'linen', visitorId: visitor })
    await searchEvents(tracker, answer, { searchTerm: 'linen', source: 'search_page' }).clicked({ productId: 2 })
    await searchEvents(createTracker({ client: one, storage: memoryStorage(), host: 'search' }), answer).rendered()
    const log = await harness.admin('GET', `/shops/${shop.shop}/events`)
    expect(log.status).toBe(200)
    expect(JSON.stringify(log.body)).toContain('svc:search_result_clicked')
    expect(JSON.stringify(log.body)).toContain('svc:search_result_rendered')
  })

  it('sends nothing without consent, and nothing if the shop has analytics off', async () => {
    const sent: string[] = []
    const one = client({ onExchange: ({ path }: { path: string }) => sent.push(path) })
    const silent = createTracker({
      client: one,
      storage: memoryStorage(),
      consent: { analyticsProcessingAllowed: false },
    })
    await silent.standard('page_viewed', {})
    const off = createTracker({ client: one, storage: memoryStorage(), analyticsEnabled: false })
    await off.standard('page_viewed', {})
    expect(sent).toEqual([])
  })

  it('keeps events while the server is unreachable and sends each once afterwards', async () => {
    const storage = memoryStorage()
    const away = createTracker({
      client: createClient({ shop: shop.shop, apiKey: shop.key, baseUrl: 'http://127.0.0.1:9', retries: 0 }),
      storage,
    })
    await away.standard('page_viewed', {})
    await away.standard('cart_viewed', { cart: { lines: [] } })
    const sent: number[] = []
    const back = createTracker({
      client: client({ onExchange: ({ status }: { status: number }) => sent.push(status) }),
      storage,
    })
    expect(back.identity.visitorId()).toBe(away.identity.visitorId())
    await back.flush()
    expect(sent).toEqual([200])
  })

  it("maps the platform's pixel events", async () => {
    const sent: unknown[] = []
    const one = client({
      onExchange: ({ request, status }: { request: unknown; status: number }) => sent.push([status, request]),
    })
    const tracker = createTracker({ client: one, storage: memoryStorage() })
    let deliver: (event: PixelEvent) => unknown = () => undefined
    connectPixel(
      {
        subscribe: (_name, callback) => {
          deliver = callback
        },
      },
      tracker,
    )
    await deliver({
      id: crypto.randomUUID(),
      name: 'product_viewed',
      timestamp: new Date().toISOString(),
      context: {
        document: { location: { pathname: '/products/linen-shirt' }, characterSet: 'UTF-8' },
        navigator: { userAgent: 'Mozilla/5.0', cookieEnabled: true },
        window: { screen: { width: 10, height: 20 } },
      },
      data: { productVariant: { id: 'gid://shopify/ProductVariant/10', product: { id: 'gid://shopify/Product/1' } } },
    })
    await deliver({ id: crypto.randomUUID(), name: 'something_new', timestamp: new Date().toISOString() })
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject([
      200,
      {
        events: [
          {
            event: {
              context: {
                navigator: { user_agent: 'Mozilla/5.0', cookie_enabled: true },
                document: { character_set: 'UTF-8' },
              },
            },
          },
        ],
      },
    ])
  })

  it('works in version v2 without a bearer token, and with legacy events', async () => {
    const legacy = createClient({ shop: shop.shop, version: 'v2', baseUrl: harness.url })
    const tracker = createTracker({ client: legacy, storage: memoryStorage() })
    const sent: number[] = []
    const watched = createClient({
      shop: shop.shop,
      version: 'v2',
      baseUrl: harness.url,
      onExchange: ({ status }) => sent.push(status),
    })
    await createTracker({ client: watched, storage: memoryStorage() }).standard('page_viewed', {})
    expect(sent).toEqual([200])
    expect(tracker.identity.sessionId()).toBeTruthy()
  })

  it('gives a product the same shape, whichever operation returned it', async () => {
    const one = client()
    const queries = [{ id: 'q', recommendationType: 'bestsellers' }] as const
    const { sections, product } = await one.sections({ pageType: 'product', productId: 1 })
    const products = [
      (await one.search({ query: 'linen shirt' })).products[0],
      (await one.instantSearch({ query: 'linen shirt' })).products[0],
      (await one.products({ ids: [1] })).products[0],
      (await one.top({ strategy: 'BESTSELLERS' })).products[0],
      (await one.recommendations({ queries })).data.q.recommendations[0],
      sections.flatMap((section) => section.products)[0],
      product,
    ]
    for (const each of products) {
      expect(each).toMatchObject({ tags: ['summer'], image: { altText: null } })
      expect(each?.variants.map(({ price }) => typeof price)).toEqual(['number'])
      expect(each).toHaveProperty('matchedVariantId')
    }
    const shapes = products.map((each) => Object.keys(each ?? {}).filter((key) => !EXTRA.includes(key)))
    expect(new Set(shapes.map((keys) => keys.sort().join()))).toHaveLength(1)
  })

  it('sends simultaneous events in one request, with a result for each, and tells the listener', async () => {
    const requests: string[] = []
    const one = client({ onExchange: ({ path }: { path: string }) => requests.push(path) })
    const reports: string[] = []
    const onEvent = ({ state, envelope }: EventReport) =>
      reports.push(`${(envelope as { event: { name: string } }).event.name} ${state}`)
    const tracker = createTracker({ client: one, storage: memoryStorage(), context, onEvent })
    await Promise.all([
      tracker.standard('page_viewed', {}),
      tracker.standard('cart_viewed', { cart: { lines: [] } }, { timestamp: 'yesterday' }),
      tracker.standard('search_submitted', { searchResult: { query: 'mug', productVariants: [] } }),
    ])
    expect(requests).toEqual(['/api/storefront/v3/headless/events/batch'])
    expect(reports.slice(3)).toEqual(['page_viewed taken', 'cart_viewed refused', 'search_submitted taken'])
  })

  it('sends events without headers if a caller cannot set them', async () => {
    const seen: unknown[] = []
    const one = client({
      fetch: (url: string, init: RequestInit) => {
        seen.push(init.headers)
        return fetch(url, init)
      },
    })
    const reports: string[] = []
    const onEvent = ({ state }: EventReport) => reports.push(state)
    const tracker = createTracker({ client: one, storage: memoryStorage(), context, onEvent, withoutHeaders: true })
    await tracker.standard('page_viewed', {})
    expect([seen, reports]).toEqual([[{ 'content-type': 'text/plain' }], ['waiting', 'taken']])
  })

  it('marks the found words, and only on request', async () => {
    const { products } = await client().search({ query: 'linnen shirt', highlight: true })
    expect(products[0]?.highlights).toMatchObject({ title: '<mark>Linen</mark> <mark>shirt</mark>' })
    expect((await client().search({ query: 'linen' })).products[0]).not.toHaveProperty('highlights')
  })

  it('names the fields of a refusal as its caller wrote them', async () => {
    const call = client().search({ query: '', appliedFilters: [{ key: '' }], sortBy: 'cheapest' as never })
    const error = await call.catch((one) => one)
    expect(error).toBeInstanceOf(InvalidRequestError)
    const paths = error.items.map((item: { path: unknown }) => item.path)
    expect(paths).toEqual(expect.arrayContaining([['appliedFilters', 0, 'key'], ['sortBy']]))
    expect(error.message).toContain('"appliedFilters[0].key"')
    expect(error.message).not.toContain('sort_by')
  })

  it('gets all counts of a refinement with one request', async () => {
    const asked: string[] = []
    const adapter = instantSearchClient(client({ onExchange: ({ path }: { path: string }) => asked.push(path) }))
    const params = { query: '', facets: ['color', 'price'], facetFilters: [['color:Navy']] }
    const { results } = await adapter.search([
      { indexName: 'products', params },
      { indexName: 'products', params: { query: '', facets: 'color', hitsPerPage: 0, page: 0 } },
    ])
    expect(asked).toHaveLength(1)
    expect(results[1]).toMatchObject({ hits: [], facets: { color: { Navy: 2, Sage: 1 } } })
    expect(results[1].facets).not.toHaveProperty('price')
  })

  it("reports events of the insights middleware as Vitrine's", async () => {
    const adapter = instantSearchClient(client())
    const { results } = await adapter.search([{ indexName: 'products', params: { query: 'linen' } }])
    const sent: { event: { name: string; custom_data: { track: object } } }[] = []
    const watched = client({
      onExchange: ({ request }: { request: { events: never[] } }) => sent.push(...request.events),
    })
    const insights = insightsClient(createTracker({ client: watched, storage: memoryStorage(), context }))
    const [{ hits, queryID }] = results
    insights('clickedObjectIDsAfterSearch', { queryID, objectIDs: [hits[0].objectID], positions: [1] })
    insights('convertedObjectIDsAfterSearch', { queryID, objectIDs: ['1'], eventSubtype: 'addToCart' })
    insights('setUserToken', 'anybody')
    await expect
      .poll(() => sent.map(({ event }) => event.name))
      .toEqual(['svc:search_result_clicked', 'svc:search:add_to_cart'])
    const clicked = { request_id: queryID, products: [{ product_id: hits[0].objectID }] }
    expect(sent[0]?.event.custom_data.track).toMatchObject(clicked)
  })

  it('answers InstantSearch', async () => {
    const adapter = instantSearchClient(client())
    const { results } = await adapter.search([
      {
        indexName: 'products_price_desc',
        params: { query: '', facets: ['color', 'price'], facetFilters: [['color:Navy']], hitsPerPage: 2, page: 0 },
      },
      { indexName: 'products', params: { query: 'linen', numericFilters: ['price<=50'], facets: ['*'] } },
    ])
    expect(results[0]).toMatchObject({ nbHits: 2, page: 0, facets: { color: { Navy: 2, Sage: 1 } } })
    expect(results[0]!.hits.map((hit: InstantSearchHit) => hit.objectID)).toEqual(['3', '2'])
    expect(results[0]!.hits.map((hit: InstantSearchHit) => hit.matchedVariantId)).toEqual([30, 20])
    expect(results[0]!.facets_stats.price).toMatchObject({ min: 60, max: 200 })
    expect(results[1]!.nbHits).toBe(1)
    const [values] = await adapter.searchForFacetValues([
      { indexName: 'products', params: { facetName: 'color', facetQuery: 'na' } },
    ])
    expect(values!.facetHits).toEqual([{ value: 'Navy', highlighted: '<mark>Na</mark>vy', count: 2 }])
  })
})
