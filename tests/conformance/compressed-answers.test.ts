import { gunzipSync } from 'node:zlib'
import { request } from 'node:http'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'

let harness: Harness
let shop: TestShop
beforeAll(async () => {
  harness = await startHarness()
  shop = await harness.createShop({})
  const lamps = Array.from({ length: 30 }, (_, i) => ({
    id: i + 1,
    title: `Lamp ${i}`,
    variants: [{ id: i + 100, price: 5 }],
  }))
  await harness.putProducts(shop, lamps)
})
afterAll(() => harness.close())

/** Returns the bytes as sent, which `fetch` would decompress. */
async function post(path: string, body: object, headers: Record<string, string>) {
  const asked = request(`${harness.url}/api/storefront/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${shop.key}`,
      'x-shop': shop.shop,
      'content-type': 'application/json',
      ...headers,
    },
  })
  asked.end(JSON.stringify(body))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const bytes = Buffer.concat(await answer.toArray())
  return { headers: answer.headers, bytes }
}

const lamps = { query: 'lamp', mode: 'text', pagination: { limit: 30 } }
const gzip = { 'accept-encoding': 'gzip, br' }

describe('an answer', () => {
  it('with products is compressed if the client accepts it, and has the same content', async () => {
    const plain = await post('v1/headless/search', lamps, {})
    const small = await post('v1/headless/search', lamps, gzip)
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(small.headers).toMatchObject({ 'content-encoding': 'gzip', 'content-length': String(small.bytes.length) })
    expect(small.bytes.length).toBeLessThan(plain.bytes.length / 4)
    const productsIn = (bytes: Buffer) => JSON.parse(bytes.toString()).products
    expect(productsIn(gunzipSync(small.bytes))).toEqual(productsIn(plain.bytes))
  })

  it('tells caches that it depends on the accepted encodings', async () => {
    expect((await post('v1/headless/search', lamps, {})).headers.vary).toBe('accept-encoding')
    expect((await post('v1/headless/search', lamps, gzip)).headers.vary).toBe('accept-encoding')
  })

  it('that is small is not compressed', async () => {
    const answer = await post('v1/headless/search', { query: 'nothing', mode: 'text' }, gzip)
    expect(answer.headers['content-encoding']).toBeUndefined()
  })

  it('with a token is never compressed, however large', async () => {
    const filters = Array.from({ length: 60 }, (_, i) => ({
      id: i + 1,
      key: `k${i}`,
      title: `Key ${i}`,
      attribute_type: 'vendor',
    }))
    await harness.admin('PATCH', `/shops/${shop.shop}/config`, { filters })
    const answer = await post('v1/headless/config', {}, gzip)
    expect(answer.bytes.length).toBeGreaterThan(4096)
    expect(answer.headers['content-encoding']).toBeUndefined()
  })
})
