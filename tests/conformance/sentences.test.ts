/** Sentences of the contract that no other file holds, each by its own words. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { config, createSearchShop } from './search-shop.ts'

const V1 = '/api/storefront/v1/headless'
const V2 = '/api/storefront/v2/headless'
const V3 = '/api/storefront/v3/headless'

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await createSearchShop(harness, {
    sections: [{ id: 1, title: 'Bestsellers', type: 'bestsellers', page_types: ['home'] }],
  })
})
afterAll(() => harness.close())

const statusOf = async (path: string, body: object) => {
  const answer = await harness.post(path, body, shop)
  return [path, answer.status, answer.status === 200 ? null : answer.body]
}

describe('optional fields may be null, which counts as absent', () => {
  it('where one of a list of words is asked for', async () => {
    const product_ids = [1]
    const queries = [{ id: 'a', recommendation_type: 'similar_products', product_ids, view: null }]
    const cases: [string, object][] = [
      [`${V3}/init`, { page_type: null }],
      [`${V1}/init`, { page_type: null }],
      [`${V3}/sections`, { page_type: null }],
      [`${V1}/config`, { target_page: null }],
      [`${V1}/filters`, { target_page: null }],
      [`${V1}/search`, { view: null, sort_by: null, mode: null, options: { sort_by: null } }],
      [`${V3}/recommendations`, { queries }],
      [`${V2}/recommendations`, { queries: [{ ...queries[0], recommendation_type: null }] }],
      [`${V3}/recommendations/automatic`, { product_ids, view: null, recommendation_type: null }],
      [`${V3}/recommendations/top`, { strategy: 'BESTSELLERS', view: null }],
      [
        `${V3}/recommendations/top`,
        { strategy: 'BESTSELLERS', strategy_options: { sales_time_period: null, bestseller_metric: null } },
      ],
    ]
    for (const [path, body] of cases) expect(await statusOf(path, body)).toEqual([path, 200, null])
  })

  it('where a number, a switch or a list is asked for inside another field', async () => {
    const pagination = { page: null, limit: null }
    const options = { include_zero_counts: null, include_disabled: null, sort_by: null, limit: null }
    const applied_filters = [{ key: 'color', value: null, operator: null }]
    const cases: [string, object][] = [
      [`${V1}/search`, { pagination, options, applied_filters }],
      [`${V1}/filter-aggregations`, { options, applied_filters }],
    ]
    for (const [path, body] of cases) expect(await statusOf(path, body)).toEqual([path, 200, null])
    const { body } = await harness.post(`${V1}/search`, { pagination, view: 'product_ids' }, shop)
    expect(body.pagination).toMatchObject({ page: 1, limit: 20 })
  })

  it('and the words of a refusal do not name null', async () => {
    const { body } = await harness.post(`${V1}/search`, { view: 'x' }, shop)
    expect(body.error).toEqual([
      {
        message: '"view" must be one of [product_details, product_ids]',
        path: ['view'],
        type: 'any.only',
        context: { label: 'view', key: 'view' },
      },
    ])
  })
})

describe('unknown body fields are ignored', () => {
  it('the visitor is `user_id` on the storefront host, and `visitor_id` there is unknown', async () => {
    const named = await harness.post(`${V3}/init`, { user_id: 'u', visitor_id: 'v' }, shop)
    expect(named.body.user_id).toBe('u')
    const alone = await harness.post(`${V3}/init`, { visitor_id: 'v' }, shop)
    expect(alone.body.user_id).not.toBe('v')
  })

  it('the visitor is `visitor_id` on the search host, and `user_id` there is unknown', async () => {
    const named = await harness.post(`${V1}/init`, { user_id: 'u', visitor_id: 'v' }, shop)
    expect(named.body.visitor_id).toBe('v')
    const alone = await harness.post(`${V1}/init`, { user_id: 'u' }, shop)
    expect(alone.body.visitor_id).not.toBe('u')
  })
})

describe('whose event it is', () => {
  const viewed = (id: number) => ({
    id: crypto.randomUUID(),
    name: 'product_viewed',
    type: 'standard',
    timestamp: new Date().toISOString(),
    context: { navigator: { user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' } },
    data: { productVariant: { id: String(id * 100), product: { id: String(id) } } },
  })
  const browsedBy = async (user_id: string) =>
    (await harness.post(`${V3}/init`, { user_id }, shop)).body.visitor.browsed_products

  it('is said by `user_id` on the storefront host, and by `visitor_id` and `client_id` alone on the search host', async () => {
    await harness.post(
      `${V3}/events`,
      { user_id: 'mine', visitor_id: 'other', session_id: 's', event: viewed(1) },
      shop,
    )
    await harness.post(
      `${V1}/events`,
      { channel: 'HEADLESS', client_id: 'device', user_id: 'unknown', event: viewed(2) },
      shop,
    )
    await expect.poll(() => browsedBy('mine')).toEqual([1])
    const byDevice = await harness.post(`${V3}/init`, { client_id: 'device' }, shop)
    expect(byDevice.body.visitor.browsed_products).toEqual([2])
    expect([await browsedBy('other'), await browsedBy('unknown')]).toEqual([[], []])
  })
})

describe('an order line is attributed to a click of a serve that showed that product to that profile', () => {
  const send = (visitor_id: string, name: string, payload: object) =>
    harness.post(
      `${V1}/events`,
      {
        channel: 'HEADLESS',
        visitor_id,
        event: {
          id: crypto.randomUUID(),
          name,
          timestamp: new Date().toISOString(),
          context: {
            navigator: { user_agent: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
          },
          ...payload,
        },
      },
      shop,
    )
  const click = (visitor: string, request_id: string, product_id: number) =>
    send(visitor, 'svc:search_result_clicked', {
      type: 'custom',
      custom_data: { track: { request_id, products: [{ product_id }] } },
    })
  const order = (visitor: string, product: number) => {
    const variant = { id: String(product * 100), price: { amount: 10 }, product: { id: String(product) } }
    const checkout = { order: { id: `order-${visitor}` }, currencyCode: 'USD', lineItems: [{ quantity: 1, variant }] }
    return send(visitor, 'checkout_completed', { type: 'standard', data: { checkout } })
  }
  const earned = async (visitor: string) => {
    const { body } = await harness.admin('GET', `/shops/${shop.shop}/analytics/orders?key=order-${visitor}`)
    return body.orders.map((one: { lines: { attributed_to: { touch: string } | null }[] }) =>
      one.lines.map((line) => line.attributed_to?.touch ?? null),
    )
  }

  it('and to no other', async () => {
    const serve = async (visitor_id?: string) => {
      const { body } = await harness.post(`${V1}/search`, { query: 'linen shirt', visitor_id, mode: 'text' }, shop)
      expect(body.products[0].product_id).toBe(1)
      return body.request_id as string
    }
    await click('shown', await serve('shown'), 1)
    await click('unnamed', await serve(), 1)
    await click('somebody', await serve('somebody-else'), 1)
    await click('unserved', await serve('unserved'), 4)
    for (const visitor of ['shown', 'unnamed', 'somebody']) await order(visitor, 1)
    await order('unserved', 4)
    await expect.poll(() => earned('unserved')).toHaveLength(1)
    expect([await earned('shown'), await earned('unnamed')]).toEqual([[['click']], [['click']]])
    expect([await earned('somebody'), await earned('unserved')]).toEqual([[[null]], [[null]]])
  })
})

describe('answers', () => {
  it('`data` is keyed by query id, whatever the caller chose', async () => {
    for (const version of [V2, V3]) {
      for (const id of ['__proto__', 'constructor', 'toString', '1', 'ü €', ' ']) {
        const queries = [{ id, recommendation_type: 'similar_products', product_ids: [1], view: 'product_ids' }]
        const { status, body } = await harness.post(`${version}/recommendations`, { queries }, shop)
        expect([status, Object.keys(body.data)]).toEqual([200, [id]])
      }
    }
  })

  it('automatic recommendations are never more than `max_recommendations`', async () => {
    const ask = async (body: object) => {
      const path = `${V3}/recommendations/automatic`
      const answer = await harness.post(path, { product_ids: [1], view: 'product_ids', ...body }, shop)
      return answer.body.products.length
    }
    expect(await ask({ max_recommendations: 2 })).toBe(2)
    expect(await ask({ max_recommendations: 2, pagination: { limit: 3 } })).toBe(2)
    expect(await ask({ max_recommendations: 3, pagination: { limit: 2 } })).toBe(2)
  })

  it('an empty locale counts as absent in the metadata of every search-side answer', async () => {
    for (const path of ['init', 'config', 'filters', 'search', 'instant-search']) {
      const { body } = await harness.post(`${V1}/${path}`, { locale: '' }, shop)
      expect([path, body.metadata.locale]).toEqual([path, 'en'])
    }
  })

  it('config and init return the platform’s storefront token, sections the session token', async () => {
    const own = await createSearchShop(harness, { storefront_token: 'platform-public-token' })
    for (const path of [`${V3}/init`, `${V1}/init`, `${V1}/config`]) {
      expect([path, (await harness.post(path, {}, own)).body.token]).toEqual([path, 'platform-public-token'])
    }
    const { body } = await harness.post(`${V3}/sections`, { page_type: 'home', user_id: 'u' }, own)
    const again = await harness.post(`${V3}/init`, {}, own, { 'x-session-token': body.token })
    expect(again.body.user_id).toBe('u')
  })
})

describe('what is not published', () => {
  it('is not found by type-ahead either: pages and articles', async () => {
    const entries = [
      { id: 1, handle: 'shown', title: 'Guide shown' },
      { id: 2, handle: 'past', title: 'Guide past', published_at: '2026-01-01T00:00:00Z' },
      { id: 3, handle: 'future', title: 'Guide future', published_at: '2999-01-01T00:00:00Z' },
      { id: 4, handle: 'hidden', title: 'Guide hidden', published_at: null },
    ]
    const own = await harness.createShop({ pages: entries, articles: entries })
    const { body } = await harness.post(`${V1}/instant-search`, { query: 'guide', objects: ['page', 'article'] }, own)
    for (const kind of ['pages', 'articles']) {
      expect(body[kind].map((one: { handle: string }) => one.handle).sort()).toEqual(['past', 'shown'])
    }
  })
})

describe('`GET|DELETE /shops/{shop}/visitors/{id}` (export, erase)', () => {
  const path = (id: string) => `/shops/${shop.shop}/visitors/${encodeURIComponent(id)}`

  it('finds a shopper by any id that an event may carry', async () => {
    const ids = ['a/b', 'a b', 'ü€', '?x', 'visitor:x', 'x'.repeat(255), '😀'.repeat(255)]
    for (const visitor_id of ids) {
      const event = {
        id: crypto.randomUUID(),
        name: 'page_viewed',
        type: 'standard',
        timestamp: new Date().toISOString(),
        context: { navigator: { user_agent: 'Mozilla/5.0' } },
        data: {},
      }
      expect((await harness.post(`${V1}/events`, { channel: 'MOBILE', visitor_id, event }, shop)).status).toBe(200)
      const exported = await harness.admin('GET', path(`visitor:${visitor_id}`))
      expect([exported.status, exported.body.subjects]).toEqual([200, [`visitor:${visitor_id}`]])
      const erased = await harness.admin('DELETE', path(`visitor:${visitor_id}`))
      expect([erased.status, erased.body]).toEqual([200, { erased_events: 1 }])
      expect((await harness.admin('GET', path(`visitor:${visitor_id}`))).status).toBe(404)
    }
  })

  it('refuses an address that cannot be read in the words of every other refusal', async () => {
    for (const [address, status] of [
      [`/api/admin/v1/shops/%E0%A4%A/config`, 400],
      [`/api/admin/v1/shops/${'a'.repeat(1000)}`, 414],
    ] as const) {
      const answer = await harness.request(address)
      expect([answer.status, answer.body]).toEqual([status, { error: expect.any(String) }])
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
})

describe('the session token', () => {
  it('lives for an hour; an expired one is ignored, not an error', async () => {
    let nowMs = Date.now()
    const clocked = await startHarness({}, { clock: () => nowMs })
    try {
      const own = await clocked.createShop()
      const { body } = await clocked.post(`${V3}/init`, { user_id: 'returning' }, own)
      const visitor = async () => {
        const answer = await clocked.post(`${V1}/init`, {}, own, { 'x-session-token': body.token })
        return [answer.status, answer.body.visitor_id]
      }
      nowMs += 3_598_000
      expect(await visitor()).toEqual([200, 'returning'])
      nowMs += 4_000
      expect(await visitor()).toEqual([200, expect.not.stringContaining('returning')])
    } finally {
      await clocked.close()
    }
  })
})

describe('the rate limit', () => {
  it('counts the storefront requests of one key on all routes together', async () => {
    const limited = await startHarness({ VITRINE_RATE_LIMIT: '3' })
    try {
      const [one, other] = [await limited.createShop(), await limited.createShop()]
      const statuses = []
      for (const path of [`${V3}/init`, `${V1}/init`, `${V1}/config`, `${V1}/search`]) {
        statuses.push((await limited.post(path, {}, one)).status)
      }
      expect(statuses).toEqual([200, 200, 200, 429])
      expect((await limited.post(`${V1}/config`, {}, other)).status).toBe(200)
    } finally {
      await limited.close()
    }
  })
})

describe('events', () => {
  const event = (fields: object) => ({
    channel: 'HEADLESS',
    visitor_id: 'v',
    event: {
      id: crypto.randomUUID(),
      timestamp: new Date().toISOString(),
      context: { navigator: { user_agent: 'Mozilla/5.0' } },
      ...fields,
    },
  })

  it('`data` is required when type is standard, `custom_data` when it is custom; the other may be null', async () => {
    const track = {}
    const custom = event({ name: 'svc:init', type: 'custom', data: null, custom_data: { track } })
    const standard = event({ name: 'page_viewed', type: 'standard', data: {}, custom_data: null })
    for (const body of [custom, standard])
      expect(await statusOf(`${V1}/events`, body)).toEqual([`${V1}/events`, 200, null])
    const missing: [object, string, string][] = [
      [event({ name: 'page_viewed', type: 'standard', data: null }), 'data', 'object.base'],
      [event({ name: 'page_viewed', type: 'standard' }), 'data', 'any.required'],
      [event({ name: 'svc:init', type: 'custom', custom_data: null }), 'custom_data', 'object.base'],
      [event({ name: 'svc:init', type: 'custom' }), 'custom_data', 'any.required'],
    ]
    for (const [body, key, type] of missing) {
      const answer = await harness.post(`${V1}/events`, body, shop)
      expect([answer.status, answer.body.error]).toEqual([
        400,
        [expect.objectContaining({ path: ['event', key], type, context: { label: `event.${key}`, key } })],
      ])
    }
  })
})

describe('a bad document changes nothing and names every fault by path', () => {
  const pathsOf = (answer: { body: { error: { path: (string | number)[] }[] } }) =>
    answer.body.error.map(({ path }) => path.join('.'))

  it('also those beside a wrong number of the same part', async () => {
    const search = { default_search_result_page_size: 5000, rules: [{ id: 1, when: { query: 'x' } }] }
    const answer = await harness.admin('PATCH', `/shops/${shop.shop}/config`, { search })
    expect([answer.status, pathsOf(answer)]).toEqual([
      400,
      ['search.default_search_result_page_size', 'search.rules.0'],
    ])
  })

  it('also a currency that is none', async () => {
    const answer = await harness.admin('PATCH', `/shops/${shop.shop}/config`, {
      currency_rates: { eur: 0.9, EUR: -1, USD: 1 },
    })
    expect([answer.status, pathsOf(answer).sort()]).toEqual([400, ['currency_rates.EUR', 'currency_rates.eur']])
    const kept = await harness.admin('GET', `/shops/${shop.shop}/config`)
    expect(kept.body.currency_rates).toEqual(config.currency_rates)
  })

  it('by the path of what was sent, where the settings of a shop were', async () => {
    const answer = await harness.admin('PUT', `/shops/${shop.shop}`, { timezone: 'Mars/Olympus', primary_locale: '!' })
    expect([answer.status, pathsOf(answer)]).toEqual([400, ['timezone', 'primary_locale']])
    expect(answer.body.error[0]).toEqual({
      message: '"timezone" must be an IANA time zone',
      path: ['timezone'],
      type: 'any.invalid',
      context: { label: 'timezone', key: 'timezone' },
    })
  })
})
