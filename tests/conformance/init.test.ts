import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'

const INIT = '/api/storefront/v3/headless/init'
const SEARCH_INIT = '/api/storefront/v1/headless/init'

describe('session init', () => {
  let harness: Harness
  let shop: TestShop

  beforeAll(async () => {
    harness = await startHarness()
    shop = await harness.createShop({ shop: { currency: 'EUR', money_format: '{{amount}} €', primary_locale: 'de' } })
  })
  afterAll(() => harness.close())

  it('returns every field of the init resource', async () => {
    const { status, body } = await harness.post(INIT, {}, shop)
    expect(status).toBe(200)
    expect(body).toEqual({
      visit_id: expect.any(String),
      user_id: expect.any(String),
      client_id: null,
      customer_id: null,
      visitor: { browsed_products: [], cart_products: [], purchased_products: [] },
      config: {
        shop: { money_format: '{{amount}} €', currency: 'EUR' },
        integrations_enabled: expect.any(Boolean),
        product_review_app: expect.any(String),
        analytics_enabled: expect.any(Boolean),
        consent_required: false,
        skip_parent_product: expect.any(Boolean),
        storefront_graphql_version: expect.any(String),
      },
      token: expect.any(String),
      session_token: body.token,
    })
  })

  it('says whether the shopper must be asked for consent, depending on the shop’s rule and the country', async () => {
    const rules = [
      { places: undefined, country: undefined, required: false },
      { places: ['EEA', 'BR'], country: 'de', required: true },
      { places: ['EEA', 'BR'], country: 'BR', required: true },
      { places: ['EEA', 'BR'], country: 'US', required: false },
      { places: ['EEA'], country: undefined, required: true },
      { places: ['*'], country: 'US', required: true },
      { places: [], country: undefined, required: false },
    ]
    for (const { places, country, required } of rules) {
      const own = await harness.createShop({ ...(places ? { consent_required_in: places } : {}) })
      const init = await harness.post(INIT, { country }, own)
      const sections = await harness.post('/api/storefront/v3/headless/sections', { country }, own)
      expect([init.body.config.consent_required, sections.body.config.consent_required]).toEqual([required, required])
    }
    expect((await harness.post(INIT, { country: 'Germany' }, shop)).status).toBe(400)
  })

  it('returns the ids of a returning visitor, whose visit continues', async () => {
    const first = await harness.post(INIT, { user_id: 'u1', client_id: 'c1', customer_id: '77' }, shop)
    const second = await harness.post(INIT, { user_id: 'u1' }, shop)
    expect(first.body).toMatchObject({ user_id: 'u1', client_id: 'c1', customer_id: '77' })
    expect(second.body.user_id).toBe('u1')
    expect(second.body.visit_id).toBe(first.body.visit_id)
  })

  it('accepts every page type of both lists and refuses another with {error: number, message}', async () => {
    const types = [
      'home',
      'product',
      'collection',
      'cart',
      'checkout',
      'order_status',
      'search',
      'other',
      'product_page',
      'order_confirm',
      'blog',
      'ajax_cart',
      '404',
      'returns',
    ]
    for (const page_type of types)
      expect([page_type, (await harness.post(INIT, { page_type }, shop)).status]).toEqual([page_type, 200])
    const refused = await harness.post(INIT, { page_type: 'moon' }, shop)
    expect(refused.status).toBe(400)
    expect(refused.body).toEqual({ error: 400, message: expect.stringContaining('"page_type" must be one of') })
  })

  it('refuses an id that is not a string and names it', async () => {
    const refused = await harness.post(INIT, { user_id: 5 }, shop)
    expect(refused.status).toBe(400)
    expect(refused.body.message).toBe('"user_id" must be a string')
  })

  it('takes the visitor from a valid session token if the body names none', async () => {
    const { body } = await harness.post(INIT, { user_id: 'token-visitor' }, shop)
    const again = await harness.post(INIT, {}, shop, { 'x-session-token': body.token })
    expect(again.body.user_id).toBe('token-visitor')
    const named = await harness.post(INIT, { user_id: 'other' }, shop, { 'x-session-token': body.token })
    expect(named.body.user_id).toBe('other')
  })

  it("ignores a forged token and another shop's, without an error", async () => {
    const other = await harness.createShop()
    const { body } = await harness.post(INIT, { user_id: 'of-the-other-shop' }, other)
    for (const token of [body.token, `${body.token}x`, 'not-a-token']) {
      const answer = await harness.post(INIT, {}, shop, { 'x-session-token': token })
      expect(answer.status).toBe(200)
      expect(answer.body.user_id).not.toBe('of-the-other-shop')
    }
  })

  it("returns the platform's own storefront token if the merchant configured it", async () => {
    const own = await harness.createShop({ storefront_token: 'platform-public-token' })
    expect((await harness.post(INIT, {}, own)).body.token).toBe('platform-public-token')
    expect((await harness.post(SEARCH_INIT, {}, own)).body.token).toBe('platform-public-token')
  })

  it('search-side init returns visitor, features, shop, token and metadata', async () => {
    const { status, body } = await harness.post(SEARCH_INIT, { visitor_id: 'v1', market: 7 }, shop)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      visitor_id: 'v1',
      client_id: null,
      customer_id: null,
      session_id: expect.any(String),
      shop: { currency_format: '{{amount}} €', primary_locale: 'de', currency: 'EUR' },
      token: expect.any(String),
      metadata: { region: 'default', locale: 'de', market: 7 },
    })
    for (const flag of Object.values(body.features)) expect(typeof flag).toBe('boolean')
    expect(Object.keys(body.features)).toEqual(
      expect.arrayContaining([
        'instant_search_enabled',
        'search_result_page_enabled',
        'image_search_enabled',
        'personalization_enabled',
        'auto_spell_correct_enabled',
      ]),
    )
  })

  it('search-side init refuses a wrong type with {ok: false, error: [items]}', async () => {
    const { status, body } = await harness.post(SEARCH_INIT, { market: 'x' }, shop)
    expect(status).toBe(400)
    expect(body).toEqual({
      ok: false,
      error: [
        {
          message: '"market" must be a number',
          path: ['market'],
          type: 'number.base',
          context: { label: 'market', key: 'market' },
        },
      ],
    })
  })
})
