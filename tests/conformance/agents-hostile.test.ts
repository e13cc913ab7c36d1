/** Tests that agents with arbitrary messages get readable refusals, and pay for expensive requests. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { config, putSearchShop } from './mcp-shop.ts'

let harness: Harness
let shop: TestShop
beforeAll(async () => {
  harness = await startHarness({ VITRINE_ADDRESS_RATE_LIMIT: '100000' })
  shop = await harness.createShop(config)
  await putSearchShop(harness, shop)
})
afterAll(() => harness.close())

const ACCEPT = { accept: 'application/json, text/event-stream' }
const post = (body: unknown, path = '/mcp/public') => harness.post(path, body, shop, ACCEPT)
const message = (method: unknown, params?: unknown) => ({ jsonrpc: '2.0', id: 1, method, params })
const tool = (name: unknown, args: unknown) => message('tools/call', { name, arguments: args })
const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels))
const long = 'x'.repeat(100_000)

const HOSTILE: [string, unknown][] = [
  ['a number', 1],
  ['a text', 'tools/list'],
  ['null', null],
  ['no method', { jsonrpc: '2.0', id: 1 }],
  ['another version', { ...message('tools/list'), jsonrpc: '1.0' }],
  ['a method that is none', message({ toString: 1 })],
  ['a method of everybody’s prototype', message('constructor')],
  ['an id that is an object', { ...message('tools/list'), id: {} }],
  ['an id without end', { ...message('tools/list'), id: long }],
  ['a deep message', message('tools/list', { _meta: deep(400) })],
  ['a deep argument', tool('search_products', { query: deep(400) })],
  ['a tool of everybody’s prototype', tool('__proto__', {})],
  ['a tool without a name', tool(undefined, {})],
  ['no arguments', tool('search_products', undefined)],
  ['arguments that are a list', tool('search_products', [])],
  ['a query too long', tool('search_products', { query: long })],
  ['a thousand faults', tool('search_products', { query: 'x', filters: Array(1000).fill(1) })],
  ['a page beyond all', tool('search_products', { query: 'x', page: 1e308 })],
  ['lone surrogates and NUL', tool('search_products', { query: '\ud800\0', collection: '\0' })],
  ['an id that is no number', tool('show_product', { product_id: -1 })],
  ['the largest id', tool('show_product', { product_id: Number.MAX_SAFE_INTEGER })],
  ['a locale and currency that are none', tool('search_products', { query: 'sofa', locale: '!!', currency: 'ZZZ' })],
  ['an unknown field', tool('search_products', { query: 'sofa', __proto__x: 1, constructor: {} })],
  ['a subscription', message('subscriptions/listen', { filter: {} })],
  ['a resource', message('resources/read', { uri: 'file:///etc/passwd' })],
  ['a sampling request', message('sampling/createMessage', {})],
  ['an answer that nobody asked for', { jsonrpc: '2.0', id: 1, result: {} }],
  ['a cancellation', { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }],
]

describe('a message of an agent', () => {
  it.each(HOSTILE)('is answered or refused, whatever it contains: %s', async (_, body) => {
    const { status, body: answer } = await post(body)
    expect(status).toBeLessThan(500)
    // Large answers would let attackers flood others.
    expect(JSON.stringify(answer).length).toBeLessThan(32_000)
    expect(JSON.stringify(answer)).not.toMatch(/node_modules|at async|\.ts:\d/)
  })

  it('is answered after all hostile messages', async () => {
    expect((await post(tool('search_products', { query: 'sofa' }))).status).toBe(200)
  })
})

describe('agents by the hundred', () => {
  it("are limited by their address, and do not use up the quota of the shop's visitors", async () => {
    const limited = await startHarness({ VITRINE_ADDRESS_RATE_LIMIT: '2000', VITRINE_RATE_LIMIT: '6000' })
    const own = await limited.createShop(config)
    const ask = () => limited.post('/mcp/public', tool('search_products', { query: 'sofa' }), own, ACCEPT)
    const statuses = new Set<number>()
    // Sends few requests at a time, because waiting requests may get 503 on a busy machine.
    for (let round = 0; round < 40; round++)
      for (const { status } of await Promise.all(Array.from({ length: 5 }, ask))) statuses.add(status)
    expect(statuses).toEqual(new Set([200, 429]))
    const search = '/api/storefront/v1/headless/search'
    expect((await limited.post(search, { query: 'sofa', session_id: 's' }, own)).status).toBe(200)
    await limited.close()
  })
})
