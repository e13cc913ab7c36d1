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
  it('instead of one of several words', async () => {
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

  it('instead of a number, a boolean or a list within another field', async () => {
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

  it('and refusals do not offer null', async () => {
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

describe('answers', () => {
  it('`data` is keyed by query id, even if the id is an odd one', async () => {
    for (const version of [V2, V3]) {
      for (const id of ['__proto__', 'constructor', 'toString', '1', 'ü €', ' ']) {
        const queries = [{ id, recommendation_type: 'similar_products', product_ids: [1], view: 'product_ids' }]
        const { status, body } = await harness.post(`${version}/recommendations`, { queries }, shop)
        expect([status, Object.keys(body.data)]).toEqual([200, [id]])
      }
    }
  })

  it('contain at most `max_recommendations` products', async () => {
    const ask = async (body: object) => {
      const path = `${V3}/recommendations/automatic`
      const answer = await harness.post(path, { product_ids: [1], view: 'product_ids', ...body }, shop)
      return answer.body.products.length
    }
    expect(await ask({ max_recommendations: 2 })).toBe(2)
    expect(await ask({ max_recommendations: 2, pagination: { limit: 3 } })).toBe(2)
    expect(await ask({ max_recommendations: 3, pagination: { limit: 2 } })).toBe(2)
  })

  it('to an invalid URL have the usual error format and x-request-id', async () => {
    for (const [address, status] of [
      [`/api/admin/v1/shops/%E0%A4%A/config`, 400],
      [`/api/admin/v1/shops/${'a'.repeat(1000)}`, 414],
    ] as const) {
      const answer = await harness.request(address)
      expect([answer.status, answer.body]).toEqual([status, { error: expect.any(String) }])
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  it('an empty locale counts as absent in the metadata of every search-side answer', async () => {
    for (const path of ['init', 'config', 'filters', 'search', 'instant-search']) {
      const { body } = await harness.post(`${V1}/${path}`, { locale: '' }, shop)
      expect([path, body.metadata.locale]).toEqual([path, 'en'])
    }
  })

  it('contain `did_you_mean` instead of a correction if `auto_spell_correct_enabled` is false', async () => {
    const own = await createSearchShop(harness, { search: { auto_spell_correct_enabled: false } })
    const ask = async (to: TestShop) => {
      const { body } = await harness.post(
        `${V1}/search`,
        { query: 'cermaic mug', mode: 'text', view: 'product_ids' },
        to,
      )
      return [body.search_metadata.corrected_query, body.search_metadata.did_you_mean]
    }
    expect(await ask(shop)).toEqual(['ceramic mug', null])
    expect(await ask(own)).toEqual([null, 'ceramic mug'])
  })

  it('config, init and sections return the platform’s storefront token, and ours in `session_token`', async () => {
    const own = await createSearchShop(harness, { storefront_token: 'platform-public-token' })
    for (const path of [`${V3}/init`, `${V1}/init`, `${V1}/config`]) {
      expect([path, (await harness.post(path, {}, own)).body.token]).toEqual([path, 'platform-public-token'])
    }
    const { body } = await harness.post(`${V3}/sections`, { page_type: 'home', user_id: 'u' }, own)
    expect(body.token).toBe('platform-public-token')
    const again = await harness.post(`${V3}/init`, {}, own, { 'x-session-token': body.session_token })
    expect(again.body.user_id).toBe('u')
  })
})

describe('what is not published', () => {
  it('is not found by type-ahead, not even pages and articles', async () => {
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
  it('counts all storefront requests of one key together', async () => {
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

describe('a bad document changes nothing and names every fault by path', () => {
  const pathsOf = (answer: { body: { error: { path: (string | number)[] }[] } }) =>
    answer.body.error.map(({ path }) => path.join('.'))

  it('including further faults of the same part', async () => {
    const search = { default_search_result_page_size: 5000, rules: [{ id: 1, when: { query: 'x' } }] }
    const answer = await harness.admin('PATCH', `/shops/${shop.shop}/config`, { search })
    expect([answer.status, pathsOf(answer)]).toEqual([
      400,
      ['search.default_search_result_page_size', 'search.rules.0'],
    ])
  })

  it('including an unknown currency', async () => {
    const answer = await harness.admin('PATCH', `/shops/${shop.shop}/config`, {
      currency_rates: { eur: 0.9, EUR: -1, USD: 1 },
    })
    expect([answer.status, pathsOf(answer).sort()]).toEqual([400, ['currency_rates.EUR', 'currency_rates.eur']])
    const kept = await harness.admin('GET', `/shops/${shop.shop}/config`)
    expect(kept.body.currency_rates).toEqual(config.currency_rates)
  })

  it('by a path in the document that was sent', async () => {
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
