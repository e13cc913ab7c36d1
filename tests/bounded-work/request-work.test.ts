/** What a whole request costs over HTTP is bounded, whatever is in its body, on every route that takes one: counted in steps, not in seconds. */
import * as contract from '@vitrine/contract'
import type { Route } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'
import { StepCounter } from './count-steps.ts'
import { HOSTILE } from './hostile-bodies.ts'

const SIZE = 1500
/** A body of `SIZE` parts at each of a request's fields takes less than half of it; one that is held against itself takes millions. */
const MAX_STEPS_REFUSED = 250_000
/** The dearest requests that are allowed, on a shop of 300 products. */
const MAX_STEPS_SERVED = 5_000_000

/** Signing in is throttled, so that a few tries are all that anybody gets; webhooks are judged by their signature first. */
const LEFT_OUT = new Set(['/api/admin/v1/session', '/webhooks/shopify'])

const routes = (Object.values(contract) as unknown[]).filter(isRoute).filter(({ path }) => !LEFT_OUT.has(path))

function isRoute(value: unknown): value is Route & { request: NonNullable<Route['request']> } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'errorShape' in value &&
    'request' in value &&
    !['ndjson', 'raw'].includes((value as Route).body ?? 'json') &&
    !('x-streamed' in (value.request as object))
  )
}

const product = (i: number) => ({
  id: i + 1,
  title: `${['Oak', 'Brass', 'Linen', 'Wool'][i % 4]} ${['lamp', 'rug', 'chair', 'vase', 'desk'][i % 5]} ${i}`,
  vendor: `Vendor ${i % 12}`,
  product_type: ['Lamps', 'Rugs', 'Chairs', 'Vases', 'Desks'][i % 5],
  tags: `t${i % 30}, u${i % 7}`,
  status: 'active',
  options: [{ name: 'Color', values: ['Red', 'Blue'] }],
  variants: ['Red', 'Blue'].map((option1, v) => ({ id: 1000 + 2 * i + v, option1, price: `${10 + (i % 90)}.00` })),
})

const FILTERS = ['vendor', 'product_type', 'tag', 'price'].map((attribute_type, i) => ({
  id: i + 1,
  key: attribute_type,
  title: attribute_type,
  type: attribute_type === 'price' ? 'range' : 'list',
  attribute_type,
}))

/** Also instead of the whole body: what is not an object is refused early, whatever it is. */
const WHOLE = new Set(['many empty lists', 'a deep list', 'a long text'])

function* hostileBodies({ request }: Route): Generator<{ name: string; body: unknown }> {
  const fields = Object.keys((request as { properties?: object }).properties ?? {})
  for (const [name, make] of Object.entries(HOSTILE)) {
    yield { name, body: Object.fromEntries(fields.map((field) => [field, make(Math.ceil(SIZE / fields.length))])) }
    if (WHOLE.has(name)) yield { name, body: make(SIZE) }
  }
}

describe('a request', () => {
  const counter = new StepCounter()
  let harness: Harness
  let shop: TestShop

  beforeAll(async () => {
    harness = await startHarness({ VITRINE_RATE_LIMIT: '0', VITRINE_ADDRESS_RATE_LIMIT: '0' })
    shop = await harness.createShop({ filters: FILTERS })
    const put = await harness.putProducts(
      shop,
      Array.from({ length: 300 }, (_, i) => product(i)),
    )
    expect(put.body.accepted).toBe(300)
    await counter.start()
  })

  afterAll(async () => {
    await counter.stop()
    await harness.close()
  })

  async function send({ method, path, auth }: Route, body: unknown) {
    const filled = path.replace(':shop', shop.shop).replace(/:\w+/g, '1')
    const bearer = auth === 'admin' ? harness.adminKey : shop.key
    let status = 0
    const steps = await counter.count(async () => {
      const answer = await harness.request(filled, {
        method,
        headers: { 'content-type': 'application/json', 'x-shop': shop.shop, authorization: `Bearer ${bearer}` },
        body: JSON.stringify(body),
      })
      status = answer.status
    })
    return { status, steps }
  }

  describe('with a hostile body is refused or answered within its steps:', () => {
    for (const route of routes) {
      it(`${route.method} ${route.path}`, async () => {
        for (const { name, body } of hostileBodies(route)) {
          const { status, steps } = await send(route, body)
          expect(status, name).toBeLessThan(500)
          expect(status, name).not.toBe(429)
          expect(steps, `${name}: ${status}`).toBeLessThan(MAX_STEPS_REFUSED)
        }
      })
    }
  })

  describe('that asks for all it may is answered within its steps:', () => {
    const manyWords = Array.from({ length: 200 }, (_, i) => `${['oak', 'bras', 'linen', 'wol'][i % 4]}${i % 9}`).join(
      ' ',
    )
    const everyFacet = FILTERS.map((filter) => ({ key: filter.key, limit: 1000 }))
    const fiftyQueries = Array.from({ length: 50 }, (_, i) => ({
      id: `q${i}`,
      recommendation_type: ['similar_products', 'bestsellers', 'cross_sell', 'trending'][i % 4],
      product_ids: Array.from({ length: 10 }, (__, p) => 1 + ((p + i) % 300)),
      max_recommendations: 6,
    }))
    const dear: [string, Route, object][] = [
      ['a query of 200 words', contract.searchRoute, { query: manyWords, explain: true, pagination: { limit: 100 } }],
      [
        'the whole catalog with facets',
        contract.searchRoute,
        { query: '', facets: everyFacet, pagination: { limit: 100 } },
      ],
      ['200 words typed', contract.instantSearchRoute, { query: manyWords, limit: 20 }],
      ['counting everything', contract.filterAggregationsRoute, { query: '', facets: everyFacet }],
      ['fifty queries', contract.recommendationsRoute, { queries: fiftyQueries, user_id: 'v', explain: true }],
      ['every section', contract.sectionsRoute, { page_type: 'home' }],
    ]
    for (const [name, route, body] of dear) {
      it(`${name}: ${route.path}`, async () => {
        const { status, steps } = await send(route, body)
        expect(status, name).toBe(200)
        expect(steps).toBeLessThan(MAX_STEPS_SERVED)
      })
    }
  })
})
