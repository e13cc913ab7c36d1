import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleEnvelope } from './event-samples.ts'
import { type Harness, startHarness, type TestShop } from './harness.ts'

const SECRET = 'shpss_0123456789abcdef'
const IMAGE_SEARCH = '/api/storefront/v1/headless/image-search'
const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await harness.createShop({ webhook_secret: SECRET })
})
afterAll(() => harness.close())

const product = (id: number) => JSON.stringify({ id, title: `P${id}`, variants: [{ price: '1' }] })
const lines = (path: string, ...all: string[]) =>
  harness.request(`/api/admin/v1/shops/${shop.shop}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${harness.adminKey}`, 'content-type': 'application/x-ndjson' },
    body: all.join('\n'),
  })

describe('a line that is nested too deeply', () => {
  for (const field of ['variants', 'metafields', 'options', 'images', 'tags', 'rating', 'translations']) {
    it(`is refused alone, in ${field} of a product`, async () => {
      const bad = `{"id":2,"title":"x","variants":[{"price":"1"}],"${field}":${deep}}`
      for (const path of ['/products/bulk', '/products/import']) {
        const { status, body } = await lines(path, product(1), bad, product(3))
        expect(status).toBe(200)
        const [fault] = body.rejected.length ? body.rejected : body.faults
        expect(fault).toEqual({ line: 2, error: 'is nested too deeply' })
        expect(body.accepted ?? body.created + body.updated + body.unchanged).toBe(2)
      }
    })
  }

  it('is refused alone, in a product of a document', async () => {
    const document = `{"products":[\n${product(11)},{"id":12,"title":"x","variants":${deep}},${product(13)}]}`
    const { status, body } = await lines('/products/import', document)
    expect(status).toBe(200)
    expect(body).toMatchObject({ created: 2, rejected: 1 })
  })

  it('is refused alone, in the data of a past event', async () => {
    const good = JSON.stringify(sampleEnvelope('product_viewed', Date.now()))
    const bad = good.replace('"data":{', `"data":{"x":${deep},`)
    const { status, body } = await lines('/events/bulk', bad, good)
    expect(status).toBe(200)
    expect(body).toEqual({
      accepted: 1,
      duplicates: 0,
      rejected: [{ line: 1, error: 'the line is nested too deeply' }],
    })
  })

  it('is refused in a signed webhook', async () => {
    const body = `{"id":1,"title":"x","variants":${deep}}`
    const answer = await harness.request('/webhooks/shopify', {
      method: 'POST',
      headers: {
        'x-shopify-topic': 'products/update',
        'x-shopify-shop-domain': shop.shop,
        'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(body).digest('base64'),
      },
      body,
    })
    expect(answer).toMatchObject({ status: 400, body: { error: 'body is nested too deeply' } })
  })
})

describe('a body of hundreds of thousands of empty lists', () => {
  const emptyLists = (count: number) => `[${Array(count).fill('[]').join()}]`
  const TOO_MANY = { status: 400, words: 'has too many values' }

  it.each<[string, string, { status: number; words: string }]>([
    ['a search', '/api/storefront/v1/headless/search', TOO_MANY],
    ['an image search, which may be ten times as large', IMAGE_SEARCH, TOO_MANY],
    ['an event without a key', '/api/storefront/event', TOO_MANY],
    ['an agent', `/ucp/:shop/catalog/search`, TOO_MANY],
    ['signing in', '/api/admin/v1/session', { status: 413, words: 'too large' }],
    ['a merchant, who may send ten times as much', '/api/admin/v1/shops/:shop/preview/search', TOO_MANY],
  ])('is refused before it is parsed: %s', async (_, path, { status, words }) => {
    const count = path.includes('/shops/') ? 500_000 : 300_000
    const answer = await harness.request(path.replace(':shop', shop.shop), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-shop': shop.shop,
        authorization: `Bearer ${path.includes('/admin/') ? harness.adminKey : shop.key}`,
      },
      body: `{"facets":${emptyLists(count)}}`,
    })
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringContaining(words)])
  })

  it('is refused in the fields of a form, however many fields share it', async () => {
    const field = `--x\r\nContent-Disposition: form-data; name="facets"\r\n\r\n${emptyLists(10_000)}\r\n`
    const answer = await harness.request(IMAGE_SEARCH, {
      method: 'POST',
      headers: {
        'content-type': 'multipart/form-data; boundary=x',
        'x-shop': shop.shop,
        authorization: `Bearer ${shop.key}`,
      },
      body: `${field.repeat(10)}--x--`,
    })
    expect(answer).toMatchObject({ status: 413, body: { error: 'the fields of the form are too large' } })
  })

  it('is refused in a signed webhook, and alone in a file of past events or of products', async () => {
    const body = `{"id":1,"title":"x","variants":${emptyLists(500_000)}}`
    const answer = await harness.request('/webhooks/shopify', {
      method: 'POST',
      headers: {
        'x-shopify-topic': 'products/update',
        'x-shopify-shop-domain': shop.shop,
        'x-shopify-hmac-sha256': createHmac('sha256', SECRET).update(body).digest('base64'),
      },
      body,
    })
    expect(answer).toMatchObject({ status: 400, body: { error: 'body has too many values' } })
    const event = JSON.stringify(sampleEnvelope('product_viewed', Date.now())).replace('"data":{', `"data":{"x":${emptyLists(60_000)},`) // biome-ignore format: one line reads better
    expect((await lines('/events/bulk', event)).body.rejected).toEqual([
      { line: 1, error: 'the line has too many values' },
    ])
    expect((await lines('/products/bulk', body)).body.rejected).toEqual([{ line: 1, error: 'has too many values' }])
  })
})

describe('an event of more than 1 MiB', () => {
  it('is 413 if it is posted', async () => {
    const envelope = { ...sampleEnvelope('product_viewed', Date.now()), cart: { note: 'x'.repeat(1024 * 1024) } }
    const answer = await harness.post('/api/storefront/event', envelope, shop)
    expect(answer.status).toBe(413)
  })

  it('is refused alone in a file', async () => {
    const envelope = { ...sampleEnvelope('page_viewed', Date.now()), cart: { note: 'x'.repeat(1024 * 1024) } }
    const { body } = await lines('/events/bulk', JSON.stringify(envelope))
    expect(body.rejected).toEqual([{ line: 1, error: 'the line is longer than 1024 KiB' }])
  })
})

describe('a shop that has used up its quota of events for the day', () => {
  it('is answered 429 with the seconds until the next day; other shops are served', async () => {
    const small = await harness.createShop({ event_quota: { events_per_day: 2 } })
    const send = (to: TestShop) =>
      harness.post('/api/storefront/v1/headless/events', sampleEnvelope('page_viewed', Date.now()), to)
    // Each node counts only the events that it has received.
    const nodes = Math.max(1, harness.nodes.length)
    for (let i = 0; i < 2 * nodes; i++) expect((await send(small)).status).toBe(200)
    const refused = await send(small)
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({ error: 'the shop has used up its quota of events for today' })
    const waitSeconds = Number(refused.headers.get('retry-after'))
    expect(waitSeconds).toBeGreaterThan(0)
    expect(waitSeconds).toBeLessThanOrEqual(24 * 60 * 60)
    expect((await send(shop)).status).toBe(200)
  })
})

describe('a form', () => {
  const send = (type: string, body: string) =>
    harness.request(IMAGE_SEARCH, {
      method: 'POST',
      headers: { 'content-type': type, 'x-shop': shop.shop, authorization: `Bearer ${shop.key}` },
      body,
    })
  const part = 'Content-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\nabc'

  it.each([
    ['without a boundary', 'multipart/form-data', `--x\r\n${part}\r\n--x--`],
    ['with an empty boundary', 'multipart/form-data; boundary=', `--\r\n${part}\r\n----`],
    ['with another boundary than it says', 'multipart/form-data; boundary=y', `--x\r\n${part}\r\n--x--`],
    ['that breaks off in a part', 'multipart/form-data; boundary=x', `--x\r\n${part}`],
    ['that breaks off in a header', 'multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-da'],
    ['with a header that is none', 'multipart/form-data; boundary=x', '--x\r\n\u0000: y\r\n\r\nabc\r\n--x--'],
    ['that is empty', 'multipart/form-data; boundary=x', ''],
    [
      'with a part that has no name',
      'multipart/form-data; boundary=x',
      '--x\r\nContent-Disposition: form-data\r\n\r\nabc\r\n--x--',
    ],
  ])('is refused %s', async (_, type, body) => {
    const answer = await send(type, body)
    expect(answer.status).toBe(400)
    expect(answer.body).toEqual({ error: expect.any(String) })
  })
})

describe('a bulk route without a body', () => {
  const send = (path: string) =>
    harness.request(`/api/admin/v1/shops/${shop.shop}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${harness.adminKey}` },
    })

  it('reports that it had nothing to do', async () => {
    expect(await send('/products/bulk')).toMatchObject({ status: 200, body: { accepted: 0, rejected: [] } })
    expect(await send('/products/import')).toMatchObject({ status: 200, body: { created: 0, rejected: 0 } })
    expect(await send('/events/bulk')).toMatchObject({ status: 200, body: { accepted: 0, rejected: [] } })
  })
})

describe('a product that is too large', () => {
  const wide = (parts: object) => JSON.stringify({ id: 21, title: 'Wide', variants: [{ price: '1' }], ...parts })
  const many = (count: number, make: (i: number) => unknown) => Array.from({ length: count }, (_, i) => make(i))

  it.each([
    ['variants has 2049 entries, more than 2048', { variants: many(2049, (i) => ({ id: i + 1, price: '1' })) }],
    ['images has 1001 entries, more than 1000', { images: many(1001, (i) => ({ src: `https://e.example/${i}.jpg` })) }],
    ['options has 11 entries, more than 10', { options: many(11, (i) => ({ name: `o${i}` })) }],
    ['options[0].values has 2049 entries', { options: [{ name: 'o', values: many(2049, String) }] }],
    ['options has 11 entries', { variants: [{ price: '1', options: many(500_000, String) }] }],
    ['tags has 1001 entries, more than 1000', { tags: many(1001, (i) => `t${i}`).join(',') }],
    ['metafields has 1001 entries', { metafields: Object.fromEntries(many(1001, (i) => [`a.k${i}`, 1]) as never) }],
    ['title has 1001 characters, more than 1000', { title: 'x'.repeat(1001) }],
    ['variants[0].sku has 1001 characters', { variants: [{ price: '1', sku: 'x'.repeat(1001) }] }],
    ['body_html has 600000 characters, more than 524288', { body_html: 'x'.repeat(600_000) }],
    ['translations.de.title has 600000 characters', { translations: { de: { title: 'x'.repeat(600_000) } } }],
  ])('is refused by field and limit, and the line beside it is kept: %s', async (reason, parts) => {
    const { status, body } = await lines('/products/bulk', wide(parts), product(22))
    expect(status).toBe(200)
    expect(body).toEqual({ accepted: 1, rejected: [{ line: 1, error: expect.stringContaining(reason) }] })
  })
})

describe('a file of nothing but empty lines', () => {
  const BYTES = 4_000_000

  it.each(['/products/bulk', '/products/import', '/events/bulk'])(
    'is read in many turns of the event loop: %s',
    async (path) => {
      let turns = 0
      let running = true
      const turn = () => {
        turns++
        if (running) setImmediate(turn)
      }
      setImmediate(turn)
      const { status } = await lines(path, path === '/products/import' ? product(31) : '', '\n'.repeat(BYTES))
      running = false
      expect(status).toBe(200)
      expect(turns).toBeGreaterThan(BYTES / (16 * 1024))
    },
  )
})
