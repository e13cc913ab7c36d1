import { describe, expect, it } from 'vitest'
import { adminApi, readAll, ShopifyTrouble } from './admin-graphql.ts'

type Reply = Response | 'offline'

function asking(...replies: (() => Reply)[]) {
  const sent: { url: string; headers?: Record<string, string>; body?: string }[] = []
  const waits: number[] = []
  const fetch = (async (url: string, init: object = {}) => {
    const reply = replies[Math.min(sent.push({ url, ...init }), replies.length) - 1]!()
    if (reply === 'offline') throw new TypeError('fetch failed')
    return reply
  }) as unknown as typeof globalThis.fetch
  const wait = async (ms: number) => void waits.push(ms)
  const api = adminApi({ shop: 's.myshopify.com', token: 'secret', version: '2026-10', fetch, wait })
  return { api, sent, waits }
}

const json = (body: object) => () => Response.json(body)
const status =
  (code: number, headers = {}) =>
  () =>
    new Response('{}', { status: code, headers })
const throttled = (cost?: object) =>
  json({ errors: [{ message: 'x', extensions: { code: 'THROTTLED' } }], extensions: { cost } })
const done = json({ data: { a: 1 } })

describe('a query to the shop', () => {
  it('is sent to the pinned API version, with the token', async () => {
    const { api, sent } = asking(done)
    expect(await api.ask('query', { b: 2 })).toEqual({ a: 1 })
    expect(sent[0]).toMatchObject({
      url: 'https://s.myshopify.com/admin/api/2026-10/graphql.json',
      headers: { 'x-shopify-access-token': 'secret' },
      body: '{"query":"query","variables":{"b":2}}',
    })
  })

  it.each([
    ['offline', () => 'offline' as const, 1000],
    ['busy', status(429, { 'retry-after': '3' }), 3000],
    ['broken', status(502), 1000],
    [
      'throttled',
      throttled({ requestedQueryCost: 120, throttleStatus: { currentlyAvailable: 20, restoreRate: 50 } }),
      2000,
    ],
    [
      'throttled a little',
      throttled({ requestedQueryCost: 21, throttleStatus: { currentlyAvailable: 20, restoreRate: 50 } }),
      200,
    ],
    ['throttled without figures', throttled(), 1000],
  ])('that is %s is asked again, later each time, and eight times at most', async (_name, reply, ms) => {
    const { api, waits } = asking(reply, reply, done)
    expect(await api.ask('query')).toEqual({ a: 1 })
    expect(waits).toEqual([ms, 2 * ms])
    const never = asking(reply)
    await expect(never.api.ask('query')).rejects.toThrow('gave up after 8 attempts')
    expect([never.sent.length, never.waits.length]).toEqual([8, 7])
  })

  it('waits at most a minute', async () => {
    const { api, waits } = asking(status(503, { 'retry-after': '600' }), done)
    await api.ask('query')
    expect(waits).toEqual([60_000])
  })

  it.each([
    [status(401), 'rejected the token'],
    [status(403), 'rejected the token'],
    [status(404), 'status 404'],
    [json({ errors: 'no such shop' }), 'refused a query: no such shop'],
    [json({ errors: [{ message: 'a' }, { message: 'b' }] }), 'refused a query: a; b'],
  ])('is not repeated if it is refused, and the error does not contain the token', async (reply, words) => {
    const { api, sent } = asking(reply)
    const error = await api.ask('query').catch((one: Error) => one)
    expect(error).toBeInstanceOf(ShopifyTrouble)
    expect((error as Error).message).toContain(words)
    expect((error as Error).message).not.toContain('secret')
    expect(sent).toHaveLength(1)
  })

  it('succeeds if the list of errors is empty', async () => {
    expect(await asking(json({ data: { a: 1 }, errors: [] })).api.ask('query')).toEqual({ a: 1 })
  })
})

describe('a list of the shop', () => {
  it('is read page by page', async () => {
    const page = (nodes: number[], endCursor: string | null) =>
      json({ data: { things: { nodes, pageInfo: { hasNextPage: endCursor !== null, endCursor } } } })
    const { api, sent } = asking(page([1, 2], 'c'), page([3], null))
    expect(await readAll(api, 'query', 'things')).toEqual([1, 2, 3])
    expect(sent.map(({ body }) => JSON.parse(body!).variables)).toEqual([{ after: null }, { after: 'c' }])
  })
})

describe('a file of the shop', () => {
  it('is read without the token, and an unreadable one is an error', async () => {
    const { api, sent } = asking(() => new Response('abc'))
    const chunks: Uint8Array[] = []
    for await (const chunk of await api.download('https://files.example/x')) chunks.push(chunk)
    expect(Buffer.concat(chunks).toString()).toBe('abc')
    expect(sent[0]).not.toHaveProperty('headers')
    for (const reply of [status(404), () => 'offline' as const])
      await expect(asking(reply).api.download('https://files.example/x')).rejects.toThrow('cannot be read')
  })
})
