/** Tests that every route's work for a request is bounded. Work is counted in steps, so no clock is needed. */
import * as contract from '@vitrine/contract'
import type { Route } from '@vitrine/contract'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type Harness, startHarness, type TestShop } from '../conformance/harness.ts'
import { StepCounter } from './count-steps.ts'
import { hostilePaths, type HostileRequest, hostileRequests, WEBHOOK_SECRET } from './hostile-requests.ts'

/** Limit for refused requests, twice what they need. Comparing all thousand parts of a body takes millions. */
const MAX_STEPS_REFUSED = 250_000
/** Limit for requests that are read as a whole, such as a file of a thousand parts. */
const MAX_STEPS_READ = 3_000_000
/** Limit for the most expensive requests that are allowed, with 300 products. */
const MAX_STEPS_SERVED = 5_000_000

/** The demo is disabled here. */
const LEFT_OUT = new Set(['/demo/images/:name'])
const declared = (Object.values(contract) as unknown[]).filter(isRoute).filter(({ path }) => !LEFT_OUT.has(path))

function isRoute(value: unknown): value is Route {
  return typeof value === 'object' && value !== null && 'errorShape' in value && 'path' in value
}

const FINDINGS = new Set(['/api/admin/v1/shops/:shop/suggestions', '/api/admin/v1/shops/:shop/quality'])

const PLUGIN_PATHS = ['/', '/dashboard', '/dashboard/*', '/docs', '/docs/js/scalar.js']

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

describe('a request', () => {
  const counter = new StepCounter()
  let harness: Harness
  let shop: TestShop
  let doomed: TestShop

  beforeAll(async () => {
    harness = await startHarness({
      VITRINE_RATE_LIMIT: '0',
      VITRINE_ADDRESS_RATE_LIMIT: '0',
      VITRINE_TRUSTED_PROXIES: '127.0.0.1',
    })
    shop = await harness.createShop({ filters: FILTERS, webhook_secret: WEBHOOK_SECRET })
    doomed = await harness.createShop()
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

  let address = 0
  /** Each request has another address, because sign-in limits requests by address. */
  const nextAddress = () => `10.0.${(++address >> 8) & 255}.${address & 255}`

  async function ask(
    method: string,
    path: string,
    { auth, bearer }: { auth: string; bearer: string },
    init: HostileRequest,
  ) {
    const { parameter = '1', query, headers = {}, body } = init
    const filled = path.replace(':shop', auth).replaceAll(/:\w+|\*/g, parameter)
    const answer = await fetch(`${harness.url}${filled}${query === undefined ? '' : `?${query}`}`, {
      method,
      redirect: 'manual',
      headers: { 'x-shop': auth, authorization: `Bearer ${bearer}`, 'x-forwarded-for': nextAddress(), ...headers },
      ...(body === undefined ? {} : { body }),
    })
    // A stream never ends.
    if (answer.headers.get('content-type')?.startsWith('text/event-stream')) await answer.body?.cancel()
    else await answer.arrayBuffer()
    return answer.status
  }

  /** Waits for all imports, so that their work is counted, and because at most twenty may wait. */
  async function importsDone(): Promise<void> {
    const areDone = async () => {
      const { body } = await harness.admin('GET', `/shops/${shop.shop}/imports`)
      expect(body.imports.filter(({ state }: { state: string }) => state !== 'done' && state !== 'failed')).toEqual([])
    }
    await vi.waitFor(areDone, { timeout: 60_000, interval: 20 })
  }

  const send = async (route: Route, init: HostileRequest) => {
    // Routes that delete a shop have a shop of their own.
    const { shop: name } = route.method === 'DELETE' && route.path.endsWith('/:shop') ? doomed : shop
    const bearer = route.auth === 'admin' ? harness.adminKey : shop.key
    const status = await ask(route.method, route.path, { auth: name, bearer }, init)
    if (route === contract.createImportRoute) await importsDone()
    return status
  }

  /**
   * Counts requests together, then in halves if they exceed the limit. Background jobs are counted too, so a single
   * request is repeated.
   */
  async function expectBounded(
    requests: readonly HostileRequest[],
    maxSteps: number,
    go: (one: HostileRequest) => Promise<number>,
    attempts = 3,
  ): Promise<void> {
    await counter.steps()
    for (const one of requests) judge(one, await go(one))
    const steps = await counter.steps()
    if (steps < maxSteps) return
    const half = requests.length >> 1
    if (half === 0 && attempts === 1) expect(steps, requests[0]?.name).toBeLessThan(maxSteps)
    else if (half === 0) await expectBounded(requests, maxSteps, go, attempts - 1)
    else for (const part of [requests.slice(0, half), requests.slice(half)]) await expectBounded(part, maxSteps, go)
  }

  /** Without a build, apps answer 503. */
  const judge = ({ name, mayBeAbsent }: HostileRequest, status: number) => {
    expect(status, name).not.toBe(429)
    if (!mayBeAbsent || status !== 503) expect(status, name).toBeLessThan(500)
  }

  it('is sent to every route', () => {
    const driven = [
      ...declared.map(({ method, path }) => `${method} ${path}`),
      ...PLUGIN_PATHS.map((path) => `GET ${path}`),
    ]
    const served = servedRoutes(harness.vitrine!.app.server)
    expect(served.toSorted()).toEqual([...new Set(driven)].toSorted())
    expect(served.length).toBeGreaterThan(70)
  })

  describe('that is hostile is refused or answered within its limit:', () => {
    for (const route of declared) {
      it(`${route.method} ${route.path}`, async () => {
        // Computes the findings first, because they are cached.
        if (FINDINGS.has(route.path)) await send(route, { name: 'waits', query: 'wait=true' })
        const maxSteps = route.body === 'ndjson' || route.method === 'GET' ? MAX_STEPS_READ : MAX_STEPS_REFUSED
        for (const group of countedTogether(route, shop.shop))
          await expectBounded(group, maxSteps, (one) => send(route, one))
      })
    }

    for (const path of PLUGIN_PATHS) {
      it(`GET ${path}`, () =>
        expectBounded([...hostilePaths()], MAX_STEPS_REFUSED, (one) =>
          ask('GET', path, { auth: shop.shop, bearer: '' }, one),
        ))
    }
  })

  describe('that asks for as much as is allowed is answered within its limit:', () => {
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
    const expensive: [string, Route, object][] = [
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
    for (const [name, route, body] of expensive) {
      it(`${name}: ${route.path}`, async () => {
        const headers = { 'content-type': 'application/json' }
        let status = 0
        const steps = await counter.count(async () => {
          status = await send(route, { name, headers, body: JSON.stringify(body) })
        })
        expect(status, name).toBe(200)
        expect(steps).toBeLessThan(MAX_STEPS_SERVED)
      })
    }
  })
})

/** A file takes longer to read than its steps to count, so files are counted one by one, and none is sent again. */
function countedTogether(route: Route, shop: string): HostileRequest[][] {
  const requests = [...hostileRequests(route, shop)]
  return route.body === 'ndjson' ? requests.map((one) => [one]) : [requests]
}

/** Reads the routes from the router, so that none is forgotten. */
function servedRoutes(server: FastifyInstance): string[] {
  const found: string[] = []
  const parents: string[] = []
  for (const line of server.printRoutes().split('\n')) {
    const drawn = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, -]+)\))?$/.exec(line)
    if (drawn === null) continue
    const [, indent = '', label = '', methods = ''] = drawn
    parents.length = indent.length / 4
    parents.push(label === '(empty root node)' ? '' : label)
    const path = parents.join('')
    for (const method of methods.split(', ').filter((name) => !IMPLIED.has(name))) found.push(`${method} ${path}`)
  }
  return found
}

/** The router answers these methods without a declaration. */
const IMPLIED = new Set(['', 'HEAD', 'OPTIONS'])
