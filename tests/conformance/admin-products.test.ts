import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Harness, startHarness, type TestShop } from './harness.ts'

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
})
beforeAll(async () => {
  shop = await harness.createShop()
})
afterAll(() => harness.close())

const product = (id: number, parts: object = {}) => ({
  id,
  title: `Product ${id}`,
  handle: `product-${id}`,
  body_html: '<p>Words</p>',
  vendor: 'Acme',
  product_type: 'Shirts',
  tags: 'a, b',
  status: 'active',
  created_at: '2026-01-01T00:00:00Z',
  published_at: '2026-01-01T00:00:00Z',
  options: [{ name: 'Size', values: ['S', 'L'] }],
  variants: [
    {
      id: id * 10 + 1,
      title: 'S',
      sku: `${id}-S`,
      price: '10.00',
      compare_at_price: '12.00',
      option1: 'S',
      inventory_quantity: 3,
      inventory_policy: 'deny',
      image_id: id * 10 + 5,
    },
    {
      id: id * 10 + 2,
      title: 'L',
      sku: `${id}-L`,
      price: 11,
      option1: 'L',
      inventory_quantity: 0,
      inventory_policy: 'continue',
    },
  ],
  images: [{ id: id * 10 + 5, src: `https://cdn.example.com/${id}.jpg`, alt: 'Front', width: 100, height: 120 }],
  collections: ['summer', 77],
  publication_ids: ['1'],
  market_ids: [3],
  catalog_ids: ['b2b'],
  metafields: [{ namespace: 'custom', key: 'fit', value: 'slim' }],
  rating: { value: 4.5, count: 10 },
  ...parts,
})

function bulk(to: TestShop, body: string, query = ''): Promise<Answer> {
  return harness.request(`/api/admin/v1/shops/${to.shop}/products/bulk${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${harness.adminKey}`, 'content-type': 'application/x-ndjson' },
    body,
  })
}

const get = (id: number | string, of = shop) => harness.admin('GET', `/shops/${of.shop}/products/${id}`)

describe('POST products/bulk', () => {
  it('keeps good lines if others are bad, and reports each bad line with its number', async () => {
    const to = await harness.createShop()
    const lines = [
      JSON.stringify(product(1)),
      '{not json',
      '',
      JSON.stringify({ id: 2, title: 'No price', variants: [{}] }),
      JSON.stringify(product(3)),
      '[]',
    ]
    const answer = await bulk(to, lines.join('\n'))
    expect(answer).toMatchObject({ status: 200, body: { accepted: 2 } })
    expect(answer.body.rejected).toEqual([
      { line: 2, error: expect.stringContaining('JSON') },
      { line: 4, error: expect.stringContaining('price') },
      { line: 6, error: expect.any(String) },
    ])
    expect([(await get(1, to)).status, (await get(2, to)).status, (await get(3, to)).status]).toEqual([200, 404, 200])
  })

  it('accepts good lines, the same lines again, and an empty body', async () => {
    const to = await harness.createShop()
    const lines = Array.from({ length: 600 }, (_, index) => JSON.stringify(product(index + 1))).join('\r\n')
    for (let time = 0; time < 2; time++) expect((await bulk(to, lines)).body).toEqual({ accepted: 600, rejected: [] })
    expect((await bulk(to, '')).body).toEqual({ accepted: 0, rejected: [] })
    expect((await harness.admin('GET', `/shops/${to.shop}`)).body.product_count).toBe(600)
  })

  it('keeps the later of two lines with one id', async () => {
    const to = await harness.createShop()
    await bulk(to, [product(1), product(1, { title: 'Later' })].map((one) => JSON.stringify(one)).join('\n'))
    expect((await get(1, to)).body.title).toBe('Later')
  })

  it('with wait=true answers once the products can be found', async () => {
    const to = await harness.createShop()
    const answer = await bulk(
      to,
      JSON.stringify(product(1, { title: 'Zephyr', publication_ids: null, market_ids: null, catalog_ids: null })),
      '?wait=true',
    )
    expect(answer.body).toEqual({ accepted: 1, rejected: [] })
  })

  it('is 404 for an unknown shop and 400 for a wait that is not a boolean', async () => {
    expect((await bulk({ shop: 'nobody.myshopify.com', key: '' }, JSON.stringify(product(1)))).status).toBe(404)
    expect((await bulk(shop, JSON.stringify(product(1)), '?wait=maybe')).status).toBe(400)
  })

  it('refuses a line longer than 8 MiB and keeps the others', async () => {
    const to = await harness.createShop()
    const long = JSON.stringify(product(2, { body_html: 'x'.repeat(9 * 1024 * 1024) }))
    const answer = await bulk(to, [JSON.stringify(product(1)), long, JSON.stringify(product(3))].join('\n'))
    expect(answer.body).toEqual({ accepted: 2, rejected: [{ line: 2, error: expect.stringContaining('8 MiB') }] })
  })
})

describe('GET, PUT and DELETE of a product', () => {
  it('return every field of the platform’s format and of ours', async () => {
    await bulk(shop, JSON.stringify(product(42)))
    expect((await get(42)).body).toEqual({
      ...product(42),
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: null,
      member_of: [
        { handle: 'summer', title: 'summer' },
        { handle: '77', title: '77' },
      ],
      published_at: '2026-01-01T00:00:00.000Z',
      options: [{ id: expect.any(Number), name: 'Size', position: 1, values: ['S', 'L'] }],
      variants: [
        {
          ...variantDefaults,
          id: 421,
          title: 'S',
          position: 1,
          sku: '42-S',
          price: '10.00',
          compare_at_price: '12.00',
          option1: 'S',
          inventory_quantity: 3,
          image_id: 425,
        },
        {
          ...variantDefaults,
          id: 422,
          title: 'L',
          position: 2,
          sku: '42-L',
          price: '11.00',
          option1: 'L',
          inventory_policy: 'continue',
        },
      ],
      images: [{ id: 425, src: 'https://cdn.example.com/42.jpg', alt: 'Front', width: 100, height: 120, position: 1 }],
      collections: ['summer', '77'],
      translations: {},
    })
  })

  const variantDefaults = {
    barcode: '',
    compare_at_price: null,
    option2: null,
    option3: null,
    inventory_quantity: 0,
    inventory_policy: 'deny',
    inventory_management: 'shopify',
    image_id: null,
  }

  it('create with 201, replace with 200, delete with 204', async () => {
    const path = `/shops/${shop.shop}/products/7`
    const { id: _, ...withoutId } = product(7)
    expect(await harness.admin('PUT', path, withoutId)).toMatchObject({ status: 201, body: { id: 7 } })
    expect(await harness.admin('PUT', path, product(7, { title: 'New' }))).toMatchObject({
      status: 200,
      body: { title: 'New' },
    })
    expect((await get('gid%3A%2F%2Fshopify%2FProduct%2F7')).body.title).toBe('New')
    expect((await harness.admin('DELETE', path)).status).toBe(204)
    expect(await get(7)).toMatchObject({ status: 404, body: { error: expect.any(String) } })
    expect((await harness.admin('DELETE', path)).status).toBe(404)
  })

  it('refuse what is not a product, and an id that contradicts the path', async () => {
    const path = `/shops/${shop.shop}/products/8`
    expect(await harness.admin('PUT', path, { title: 'x' })).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('variants') },
    })
    expect((await harness.admin('PUT', path, product(9))).status).toBe(400)
    expect((await harness.admin('PUT', `/shops/${shop.shop}/products/eight`, product(8))).status).toBe(400)
    expect((await get('eight')).status).toBe(404)
  })

  it('list by pages in order of id, and by handle', async () => {
    const to = await harness.createShop()
    await bulk(to, [3, 1, 2].map((id) => JSON.stringify(product(id))).join('\n'))
    const first = await harness.admin('GET', `/shops/${to.shop}/products?limit=2`)
    expect(first.body.products.map((one: { id: number }) => one.id)).toEqual([1, 2])
    const rest = await harness.admin('GET', `/shops/${to.shop}/products?limit=2&after_id=${first.body.next_after_id}`)
    expect(rest.body).toMatchObject({ products: [{ id: 3 }], next_after_id: null })
    expect((await harness.admin('GET', `/shops/${to.shop}/products?handle=product-2`)).body.products).toHaveLength(1)
    for (const bad of ['limit=0', 'limit=many', 'limit=1&limit=2', 'handle=a&handle=b', 'after_id=-1']) {
      expect([bad, (await harness.admin('GET', `/shops/${to.shop}/products?${bad}`)).status]).toEqual([bad, 400])
    }
  })
})

describe('two shops with products of one id', () => {
  it('are kept apart', async () => {
    const [one, two] = [await harness.createShop(), await harness.createShop()]
    await bulk(one, JSON.stringify(product(1, { title: 'One' })))
    await bulk(two, JSON.stringify(product(1, { title: 'Two' })))
    await bulk(two, JSON.stringify(product(2)))
    expect([(await get(1, one)).body.title, (await get(1, two)).body.title]).toEqual(['One', 'Two'])
    expect((await get(2, one)).status).toBe(404)
    expect((await harness.admin('DELETE', `/shops/${one.shop}/products/2`)).status).toBe(404)
    await harness.admin('DELETE', `/shops/${one.shop}/products/1`)
    expect((await get(1, two)).body.title).toBe('Two')
    expect((await harness.admin('GET', `/shops/${one.shop}/products`)).body.products).toEqual([])
  })
})

describe('POST products/import', () => {
  const send = (to: TestShop, body: string | Uint8Array) =>
    harness.request(`/api/admin/v1/shops/${to.shop}/products/import?wait=true`, {
      method: 'POST',
      headers: { authorization: `Bearer ${harness.adminKey}`, 'content-type': 'text/csv' },
      body: body as never,
    })

  it('imports a CSV export, explains every bad row, and changes nothing the second time', async () => {
    const to = await harness.createShop()
    const csv = [
      'Handle,Title,Body (HTML),Option1 Name,Option1 Value,Variant SKU,Variant Price,Moon phase',
      'hat,Hat,"<p>Two\nlines, ""quoted""</p>",Size,S,H-S,10.00,full',
      'hat,,,,L,H-L,11.00,',
      'cap,Cap,,,,C,cheap,',
      'bag,Bag,,,,B,5,',
    ].join('\r\n')
    const answer = await send(to, csv)
    expect(answer).toMatchObject({ status: 200, body: { created: 2, updated: 0, unchanged: 0, rejected: 1 } })
    expect(answer.body.faults.map((fault: { line: number }) => fault.line)).toEqual([5])
    expect(answer.body.notes).toEqual([
      { line: 1, text: expect.stringContaining('3 variants have no stock information') },
    ])
    expect(answer.body).toMatchObject({
      detected: [{ name: 'shopify-csv', format: 'csv' }],
      unmapped: [{ field: 'Moon phase', metafield: 'source.moon_phase', type: 'single_line_text_field' }],
    })
    const { body } = await harness.admin('GET', `/shops/${to.shop}/products?handle=hat`)
    expect(body.products[0]).toMatchObject({
      body_html: '<p>Two\nlines, "quoted"</p>',
      variants: [{ option1: 'S' }, { option1: 'L' }],
    })
    expect((await send(to, csv)).body).toMatchObject({ created: 0, updated: 0, unchanged: 2 })
  })

  it('imports JSON documents and bulk operations', async () => {
    const to = await harness.createShop()
    expect((await send(to, JSON.stringify({ products: [product(1), product(2)] }, null, 2))).body.created).toBe(2)
    const lines = [
      { id: 'gid://shopify/Product/3', title: 'Three', handle: 'three' },
      { id: 'gid://shopify/ProductVariant/30', price: '1.00', __parentId: 'gid://shopify/Product/3' },
    ]
    expect((await send(to, lines.map((line) => JSON.stringify(line)).join('\n'))).body.created).toBe(1)
    expect((await get(3, to)).body.variants).toMatchObject([{ id: 30, price: '1.00' }])
  })

  it('describes a file that it cannot read', async () => {
    const answer = await send(shop, new Uint8Array([0x50, 0x4b, 3, 4, 0]))
    expect(answer.body).toMatchObject({
      created: 0,
      rejected: 1,
      faults: [{ line: 1, error: expect.stringContaining('ZIP') }],
    })
  })
})
