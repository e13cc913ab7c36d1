/** Tests sentences of the contract about visits, tokens, switches and refusals. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleEnvelope } from './event-samples.ts'
import { type Harness, startHarness, type TestShop } from './harness.ts'
import { createSearchShop } from './search-shop.ts'

const V1 = '/api/storefront/v1/headless'
const V3 = '/api/storefront/v3/headless'
const SECTIONS = [{ id: 1, title: 'Bestsellers', type: 'bestsellers', page_types: ['home', 'product'] }]

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await createSearchShop(harness, { sections: SECTIONS })
})
afterAll(() => harness.close())

/** No node takes this long to embed a product. */
const SLOW = { timeout: 20_000 }

const visitIn = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()).visit

describe('one visit is one visitor without a gap of 30 minutes', () => {
  it('init, sections and config of that visit return the same id, with or without `x-session-token`', async () => {
    const { body: init } = await harness.post(`${V3}/init`, { client_id: 'c-1' }, shop)
    const who = { client_id: 'c-1', user_id: init.user_id }
    const { body: sections } = await harness.post(`${V3}/sections`, { page_type: 'home', ...who }, shop)
    const { body: config } = await harness.post(`${V1}/config`, { client_id: 'c-1' }, shop)
    const { body: search } = await harness.post(`${V1}/init`, { client_id: 'c-1' }, shop)
    const token = { 'x-session-token': sections.session_token }
    const { body: again } = await harness.post(`${V3}/init`, {}, shop, token)
    const visits = [sections.visit_id, visitIn(config.session_token), search.session_id, again.visit_id]
    expect(visits).toEqual(Array(4).fill(init.visit_id))
    expect((await harness.post(`${V3}/init`, { client_id: 'c-2' }, shop)).body.visit_id).not.toBe(init.visit_id)
  })

  it('the first known id of client_id, user_id and customer_id identifies the visitor', async () => {
    const visitOf = async (body: object) => (await harness.post(`${V3}/init`, body, shop)).body.visit_id
    expect(await visitOf({ customer_id: '77' })).toBe(await visitOf({ customer_id: '77' }))
    const phone = await visitOf({ client_id: 'phone', customer_id: '78' })
    expect(await visitOf({ client_id: 'desk', customer_id: '78' })).not.toBe(phone)
  })
})

describe('fields are of the documented type', () => {
  it('`display_compare_at_price` is a number: the presentation of `compare_at_price`, or `display_price`', async () => {
    const { body } = await harness.post(`${V1}/search`, { query: '', pagination: { limit: 50 } }, shop)
    for (const product of body.products)
      expect(product.display_compare_at_price).toBe(product.compare_at_price ?? product.display_price)
    expect(body.products.some((one: { compare_at_price: unknown }) => one.compare_at_price === null)).toBe(true)
  })

  it('item = {message, path, type, context: {label, key}}, even if the body is no object', async () => {
    const { body } = await harness.post(`${V1}/config`, [], shop)
    expect(body).toEqual({ ok: false, error: [expect.objectContaining({ context: { label: 'value', key: 'value' } })] })
  })
})

describe('a disabled feature answers 403 in the format of its route', () => {
  it('`instant_search_enabled` and `search_result_page_enabled`; collections can be browsed without a query', async () => {
    const search = { instant_search_enabled: false, search_result_page_enabled: false }
    const off = await createSearchShop(harness, { search })
    const asked = async (path: string, body: object) => {
      const answer = await harness.post(`${V1}/${path}`, body, off)
      return [answer.status, typeof answer.body.error]
    }
    expect(await asked('instant-search', { query: 'shirt' })).toEqual([403, 'string'])
    expect(await asked('search', { query: 'shirt' })).toEqual([403, 'string'])
    expect(await asked('search', { query: 'shirt', collection: 'shirts' })).toEqual([403, 'string'])
    expect(await asked('search', { collection: 'shirts' })).toEqual([200, 'undefined'])
  })

  it('`search_result_count` is the default number of products in type-ahead', async () => {
    const one = await createSearchShop(harness, { search: { search_result_count: 1 } })
    const shown = async (body: object) =>
      (await harness.post(`${V1}/instant-search`, { query: 'shirt', ...body }, one)).body.products.length
    expect([await shown({}), await shown({ limit: 2 })]).toEqual([1, 2])
  })

  it('`analytics.enabled: false` accepts events and counts none', async () => {
    const silent = await harness.createShop({ analytics: { enabled: false } })
    const envelope = sampleEnvelope('page_viewed', Date.now(), {})
    expect((await harness.post(`${V1}/events`, envelope, silent)).body).toEqual({ ok: true })
    expect((await harness.post(`${V1}/events`, { ...envelope, channel: 'X' }, silent)).status).toBe(400)
    expect((await harness.admin('GET', `/shops/${silent.shop}/events`)).body).toEqual('')
  })

  it('`skip_parent_product` removes the page’s product from sections', async () => {
    const shown = async (skip_parent_product: boolean) => {
      const own = await createSearchShop(harness, { sections: SECTIONS, skip_parent_product })
      const { body } = await harness.post(`${V3}/sections`, { page_type: 'product', product_id: 1 }, own)
      return body.sections[0].products.map((one: { product_id: number }) => one.product_id)
    }
    expect(await shown(true)).not.toContain(1)
    expect(await shown(false)).toContain(1)
  })
})

describe('top recommendations', () => {
  it('strategy options {salesTimePeriod, bestsellerMetric} in every spelling of their name', async () => {
    for (const name of ['strategy_options', 'strategyOptions', 'options']) {
      const ask = (salesTimePeriod: number) =>
        harness.post(`${V3}/recommendations/top`, { strategy: 'BESTSELLERS', [name]: { salesTimePeriod } }, shop)
      expect([name, (await ask(7)).status, (await ask(8)).status]).toEqual([name, 200, 400])
    }
  })
})

describe('`filter` of automatic recommendations', () => {
  it('an unknown key is 400, at any depth; other unknown body fields are ignored', async () => {
    const path = `${V3}/recommendations/automatic`
    const ask = (filter: object) => harness.post(path, { product_ids: [1], filter, surprise: 1 }, shop)
    expect((await ask({ vendors: ['Acme'], variants: { is_in_stock: true } })).status).toBe(200)
    const wrong = await ask({ colour: ['red'], variants: { price: 3 } })
    expect(wrong.status).toBe(400)
    expect(wrong.body.errors.map(({ path }: { path: unknown }) => path)).toEqual([
      ['filter', 'variants', 'price'],
      ['filter', 'colour'],
    ])
    expect((await harness.post(`${V3}/recommendations/top`, { strategy: 'BESTSELLERS', filter: { tag: 'x' } }, shop)).status).toBe(400) // biome-ignore format: one line reads better
  })
})

describe('errors of init and sections are {error: number, message}', () => {
  it('for 405, 413 and 415 as for 400', async () => {
    const headers = { 'x-shop': shop.shop, authorization: `Bearer ${shop.key}` }
    for (const path of [`${V3}/init`, `${V3}/sections`]) {
      const sent = async (init: RequestInit) => {
        const { status, body } = await harness.request(path, init)
        return [status, body.error, typeof body.message]
      }
      const json = { ...headers, 'content-type': 'application/json' }
      expect(await sent({ method: 'GET', headers })).toEqual([405, 405, 'string'])
      expect(await sent({ method: 'POST', headers: json, body: `"${'x'.repeat(1 << 21)}"` })).toEqual([413, 413, 'string']) // biome-ignore format: one line reads better
      const form = { ...headers, 'content-type': 'text/csv' }
      expect(await sent({ method: 'POST', headers: form, body: 'a' })).toEqual([415, 415, 'string'])
      expect(await sent({ method: 'POST', headers: json, body: '{' })).toEqual([400, 400, 'string'])
    }
  })

  it('for 429, which says when to retry', async () => {
    const strict = await startHarness({ VITRINE_RATE_LIMIT: '1' })
    try {
      const own = await strict.createShop()
      const ask = () => strict.post(`${V3}/init`, {}, own)
      let answer = await ask()
      for (let i = 0; i < 200 && answer.status === 200; i++) answer = await ask()
      expect([answer.status, answer.body]).toEqual([429, { error: 429, message: expect.any(String) }])
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    } finally {
      await strict.close()
    }
  })
})

describe('server-side rendering with v2', () => {
  it('only the listed addresses have no rate limit by address', async () => {
    const limits = { VITRINE_ADDRESS_RATE_LIMIT: '10', VITRINE_UNLIMITED_ADDRESSES: '203.0.113.0/24, 2001:db8::1' }
    const strict = await startHarness({ ...limits, VITRINE_TRUSTED_PROXIES: '127.0.0.1' })
    try {
      const own = await strict.createShop()
      const statuses = async (address: string) => {
        const ask = () => strict.post('/api/storefront/v2/headless/recommendations', {}, own, { 'x-forwarded-for': address }) // biome-ignore format: one line reads better
        return [(await ask()).status, (await ask()).status, (await ask()).status]
      }
      expect(await statuses('203.0.113.9')).toEqual([400, 400, 400])
      expect(await statuses('2001:db8::1')).toEqual([400, 400, 400])
      expect(await statuses('198.51.100.9')).toEqual([400, 429, 429])
      expect(await statuses('2001:db8::2')).toEqual([400, 429, 429])
    } finally {
      await strict.close()
    }
  })
})

describe('preferences that a shopper states', () => {
  it('`svc:customer_preference` counts in the profile', async () => {
    const track = { products: [{ product_id: 2 }] }
    const sample = sampleEnvelope('svc:customer_preference', Date.now(), {})
    const event = { ...sample.event, custom_data: { track } }
    expect((await harness.post(`${V1}/events`, { ...sample, event, visitor_id: 'likes' }, shop)).status).toBe(200)
    await harness.settle()
    const { body } = await harness.post(`${V3}/init`, { user_id: 'likes' }, shop)
    expect(body.visitor.browsed_products).toEqual([2])
  })
})

describe('type-ahead', () => {
  it('prefers a vendor that the visitor has viewed if two products are equal otherwise', async () => {
    const own = await harness.createShop()
    const shirt = (id: number, vendor: string) => ({
      id,
      title: 'Linen shirt',
      vendor,
      variants: [{ id, price: '10' }],
    })
    const belt = { ...shirt(3, 'Berg'), title: 'Belt' }
    await harness.putProducts(own, [shirt(1, 'Alm'), shirt(2, 'Berg'), belt])
    const sample = sampleEnvelope('svc:customer_preference', Date.now(), {})
    const event = { ...sample.event, custom_data: { track: { products: [{ product_id: 3 }] } } }
    await harness.post(`${V1}/events`, { ...sample, event, visitor_id: 'of-berg' }, own)
    await harness.settle()
    const found = async (visitor_id: string) => {
      const { body } = await harness.post(`${V1}/instant-search`, { query: 'linen shi', visitor_id }, own)
      return body.products.map((one: { product_id: number }) => one.product_id)
    }
    expect([await found('somebody'), await found('of-berg')]).toEqual([
      [1, 2],
      [2, 1],
    ])
  })
})

describe('`/ready`', () => {
  it('reports how many shops have texts that are not embedded yet', async () => {
    const answered = Promise.withResolvers<void>()
    const service = createServer(async (request, response) => {
      const { input } = (await json(request)) as { input: string[] }
      if (input.includes('Linen shirt')) await answered.promise
      response.end(JSON.stringify({ data: input.map((_, index) => ({ index, embedding: [1, index] })) }))
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    const { port } = service.address() as AddressInfo
    const node = await startHarness({ VITRINE_EMBEDDER: `http://127.0.0.1:${port}/v1?model=m` })
    const embedding = async () => (await node.request('/ready')).body.embedding
    try {
      const own = await node.createShop()
      await expect.poll(embedding, SLOW).toBe(0)
      await node.putProducts(own, [{ id: 1, title: 'Linen shirt', variants: [{ id: 1, price: '10' }] }])
      expect(await embedding()).toBe(1)
      answered.resolve()
      await expect.poll(embedding, SLOW).toBe(0)
    } finally {
      answered.resolve()
      await node.close()
      service.close()
    }
  })
})

describe('“also accepted as a multipart file part named image”', () => {
  it('accepts a preamble, and a part with a type but without a file name', async () => {
    const picture = sharp({ create: { width: 200, height: 200, channels: 3, background: '#c8202a' } })
    const end = Buffer.alloc(1024)
    const head = 'a preamble\r\n--x\r\nContent-Disposition: form-data; name=image\r\nContent-Type: image/png\r\n\r\n'
    const body = Buffer.concat([Buffer.from(head), await picture.png().toBuffer(), end, Buffer.from('\r\n--x--\r\n')])
    const headers = { 'x-shop': shop.shop, authorization: `Bearer ${shop.key}`, 'content-type': 'multipart/form-data; boundary=x' } // biome-ignore format: one line reads better
    const answer = await harness.request(`${V1}/image-search`, { method: 'POST', headers, body })
    expect([answer.status, answer.body.error]).toEqual([200, undefined])
    expect(answer.body.search_metadata).toMatchObject({ image_caption: '', search_text: '' })
  })
})

describe('events', () => {
  const order = (lines: number) => {
    const variant = { id: '10', title: 'M', sku: 'S', price: { amount: 5, currencyCode: 'USD' }, image: { src: 'x'.repeat(900) }, product: { id: '1', title: 'P', vendor: 'V', type: 'T', url: '/p' } } // biome-ignore format: one line reads better
    const lineItems = Array.from({ length: lines }, (_, i) => ({ id: String(i), quantity: 1, title: 'P', variant, finalLinePrice: { amount: 5, currencyCode: 'USD' } })) // biome-ignore format: one line reads better
    const sample = sampleEnvelope('checkout_completed', Date.now(), {})
    const checkout = { currencyCode: 'USD', order: { id: `o-${lines}` }, totalPrice: { amount: 5 * lines, currencyCode: 'USD' }, lineItems } // biome-ignore format: one line reads better
    return { ...sample, event: { ...sample.event, data: { checkout } } }
  }

  it('“at most 1 MiB; the platform’s carts and orders of 250 lines fit”', async () => {
    const body = order(250)
    expect(JSON.stringify(body).length).toBeGreaterThan(200_000)
    expect((await harness.post(`${V1}/events`, body, shop)).body).toEqual({ ok: true })
    expect((await harness.post(`${V1}/events`, order(2000), shop)).status).toBe(413)
  })

  it('a viewed collection of 250 variants fits, too', async () => {
    const productVariants = order(250).event.data.checkout.lineItems.map(({ variant }) => variant)
    const sample = sampleEnvelope('collection_viewed', Date.now(), {})
    const data = { collection: { id: '1', title: 'All', productVariants } }
    const viewed = { ...sample, event: { ...sample.event, data } }
    expect((await harness.post(`${V1}/events`, viewed, shop)).body).toEqual({ ok: true })
  })

  it('“event routes also read JSON sent as text/plain”, and no others do', async () => {
    const headers = { 'content-type': 'text/plain;charset=UTF-8' }
    const envelope = sampleEnvelope('page_viewed', Date.now(), {})
    expect((await harness.post(`${V1}/events`, envelope, shop, headers)).body).toEqual({ ok: true })
    expect((await harness.post(`${V1}/search`, { query: '' }, shop, headers)).status).toBe(415)
  })

  it('“where a caller cannot set headers, the event routes alone take ?shop= and ?key=”', async () => {
    const access = `?shop=${shop.shop}&key=${shop.key}`
    const beacon = (path: string, query: string, body: object) =>
      harness.request(`${path}${query}`, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: JSON.stringify(body) }) // biome-ignore format: one line reads better
    const envelope = () => sampleEnvelope('page_viewed', Date.now(), {})
    expect((await beacon(`${V1}/events`, access, envelope())).body).toEqual({ ok: true })
    expect((await beacon(`${V1}/events`, `?shop=${shop.shop}&key=vsk_wrong`, envelope())).status).toBe(401)
    expect((await beacon(`${V1}/config`, access, {})).status).toBe(401)
  })

  it('“events/batch takes up to 50” and answers for each event', async () => {
    const good = () => ({ ...sampleEnvelope('page_viewed', Date.now(), {}), session_id: 's', client_id: 'c' })
    const ask = (events: unknown) => harness.post(`${V3}/events/batch`, { events }, shop)
    const { body } = await ask([good(), { ...good(), channel: 'x' }, good()])
    expect(body.ok).toBe(false)
    expect(body.results.map((one: { ok: boolean }) => one.ok)).toEqual([true, false, true])
    expect(body.results[1].error[0]).toMatchObject({ type: 'any.only', path: ['channel'] })
    expect((await ask(Array.from({ length: 50 }, good))).body.ok).toBe(true)
    expect((await ask(Array.from({ length: 51 }, good))).status).toBe(400)
    expect((await ask(undefined)).status).toBe(400)
  })
})
