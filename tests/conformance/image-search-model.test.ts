import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Harness, startHarness, type TestShop } from './harness.ts'

let harness: Harness
let shop: TestShop

const PATH = '/api/storefront/v1/headless/image-search'
const COLORS = { red: '#c8202a', blue: '#2454b8', green: '#2f8a43' }
type Color = keyof typeof COLORS

const FORMS = {
  Watches:
    '<circle cx="100" cy="110" r="46"/><rect x="82" y="6" width="36" height="70"/><rect x="82" y="140" width="36" height="70"/><circle cx="100" cy="110" r="34" fill="#fff"/><path d="M100 110V85M100 110h20" stroke="#222" stroke-width="4"/>',
  Shirts: '<path d="M70 30 L20 60 L38 100 L58 88 L58 200 L142 200 L142 88 L162 100 L180 60 L130 30 Q100 60 70 30Z"/>',
  Bags: '<rect x="30" y="80" width="140" height="110" rx="12"/><path d="M65 80 Q65 20 100 20 Q135 20 135 80" fill="none" stroke-width="10"/>',
}
type Form = keyof typeof FORMS

function drawing(form: Form, color: Color, ground = '#ffffff'): Promise<Buffer> {
  const ink = COLORS[color]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 220" width="400" height="440"><rect width="200" height="220" fill="${ground}"/><g fill="${ink}" stroke="${ink}">${FORMS[form]}</g></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer()
}

let id = 0
async function product(form: Form, color: Color, more: object = {}) {
  id++
  const src = `data:image/jpeg;base64,${(await drawing(form, color)).toString('base64')}`
  return {
    id,
    title: `${form} number ${id}`,
    handle: `p-${id}`,
    product_type: form,
    vendor: id % 2 === 0 ? 'Acme' : 'Brook',
    status: 'active',
    published_at: '2026-01-01T00:00:00Z',
    options: [{ name: 'Color', values: [color] }],
    variants: [{ id: 10 * id, price: String(10 * id), sku: `S-${id}`, option1: color, inventory_quantity: 5 }],
    images: [{ id: 100 + id, src, alt: form, width: 400, height: 440 }],
    ...more,
  }
}

beforeAll(async () => {
  harness = await startHarness({ VITRINE_EMBEDDER: 'local' })
  shop = await harness.createShop({
    publications: [
      { id: '1', name: 'Online store', is_online_store: true },
      { id: '2', name: 'Kiosk', is_online_store: false },
    ],
    markets: [{ id: 7, handle: 'eu', name: 'Europe', currency: 'EUR', locales: ['en'] }],
    filters: [
      { id: 1, key: 'vendor', title: 'Vendor', type: 'list', attribute_type: 'vendor' },
      { id: 2, key: 'price', title: 'Price', type: 'range', attribute_type: 'price' },
    ],
  })
  const products = []
  for (const form of Object.keys(FORMS) as Form[])
    for (const color of Object.keys(COLORS) as Color[]) products.push(await product(form, color))
  products.push(await product('Shirts', 'red', { publication_ids: ['2'] }))
  products.push(await product('Shirts', 'red', { status: 'draft' }))
  await harness.putProducts(shop, products)
  for (const node of harness.nodes) await node.vectors.runOnce()
})
afterAll(() => harness?.close())

async function look(form: Form, color: Color, more: object = {}) {
  const image = (await drawing(form, color, '#f1ece4')).toString('base64')
  const { status, body } = await harness.post(PATH, { image, ...more }, shop)
  expect(body.error).toBeUndefined()
  expect(status).toBe(200)
  const shown = body.products.map((one: { product_type: string; options: { values: string[] }[] }) => [
    one.product_type,
    one.options?.[0]?.values[0],
  ])
  return { body, shown, metadata: body.search_metadata }
}

describe('products that look like a picture', () => {
  it('are returned in order of similarity, the same kind in the same color first, as whole products', async () => {
    const { body, shown, metadata } = await look('Shirts', 'red')
    expect(shown[0]).toEqual(['Shirts', 'red'])
    expect(shown.slice(0, 3).map(([type]: string[]) => type)).toEqual(['Shirts', 'Shirts', 'Shirts'])
    expect(metadata).toMatchObject({ search_type: 'image_vector', has_embedding: true, errors: [] })
    expect(metadata.image_analysis.colors[0].name).toBe('red')
    expect(body.products[0]).toMatchObject({ tags: [], image: { alt_text: 'Shirts' }, available_for_sale: true })
    // Only shirts are similar enough.
    expect(body.pagination).toMatchObject({ total: 3, page: 1, limit: 20 })
  })

  it('come with a description of the picture; none are returned if no visible product is similar', async () => {
    const { metadata } = await look('Bags', 'blue')
    expect(metadata).toMatchObject({ image_caption: 'blue bags', search_text: 'blue bags' })
    const shirts = await look('Bags', 'blue', { facets: [{ key: 'price', value: ['40:60'] }] })
    expect(shirts.body.pagination.total).toBe(0)
    expect(shirts.metadata).toMatchObject({ image_caption: '', search_text: '' })
    expect(shirts.metadata.errors).toEqual(['nothing in the catalog looks like this picture'])
  })

  it("come with colors in the storefront's language, in the families of text search", async () => {
    const german = await look('Bags', 'blue', { locale: 'de' })
    expect(german.metadata).toMatchObject({ image_caption: 'Bags, blau' })
    expect(german.metadata.image_analysis.colors[0]).toMatchObject({ name: 'blau', family: 'blue' })
    const spanish = await look('Bags', 'green', { locale: 'es' })
    expect(spanish.metadata.image_analysis.colors[0]).toMatchObject({ name: 'verde', family: 'green' })
  })

  it('are paged without repetitions or gaps', async () => {
    const pages = await Promise.all(
      [1, 2].map(async (page) => (await look('Watches', 'green', { pagination: { page, limit: 2 } })).body),
    )
    const ids = pages.flatMap(({ products }) => products.map((one: { product_id: number }) => one.product_id))
    expect(new Set(ids).size).toBe(3)
    expect(pages.map(({ pagination }) => pagination)).toEqual([
      { total: 3, page: 1, limit: 2, total_pages: 2, has_next_page: true, has_prev_page: false },
      { total: 3, page: 2, limit: 2, total_pages: 2, has_next_page: false, has_prev_page: true },
    ])
  })

  it('can be filtered by facets, given as a list or as an object', async () => {
    const list = await look('Shirts', 'red', { facets: [{ key: 'vendor', value: ['Acme'] }] })
    const object = await look('Shirts', 'red', { facets: { vendor: ['Acme'], price: '50:' } })
    expect(list.body.pagination.total).toBe(2)
    expect(list.body.products.every(({ vendor }: { vendor: string }) => vendor === 'Acme')).toBe(true)
    expect(object.body.pagination.total).toBe(1)
  })

  it('are returned as ids on request', async () => {
    const { body } = await look('Bags', 'green', { view: 'product_ids', pagination: { limit: 1 } })
    expect(body.products).toEqual([
      { product_id: 9, matched_variant_id: 90, matched_image: { id: 109, url: expect.any(String) } },
    ])
  })

  it('are limited to the requested publications and market', async () => {
    const { body } = await look('Shirts', 'red', { publication_ids: ['2'], market: 7 })
    expect(body.products.map((one: { product_id: number }) => one.product_id)).toEqual([10])
  })

  it('are narrowed by words beside the picture, by color and by meaning', async () => {
    const blue = await look('Shirts', 'red', { query: 'in blue' })
    expect(blue.shown[0]).toEqual(['Shirts', 'blue'])
    expect(blue.shown.every(([, color]: string[]) => color === 'blue')).toBe(true)
    const green = await look('Shirts', 'red', { query: 'like this but in green' })
    expect(green.shown).toEqual([['Shirts', 'green']])
    expect(green.metadata.errors).toEqual([])
    const german = await look('Shirts', 'red', { query: 'so etwas, aber in Grün', locale: 'de' })
    expect(german.shown).toEqual([['Shirts', 'green']])
    const bags = await look('Shirts', 'red', { query: 'bags' })
    expect(bags.shown.every(([type]: string[]) => type === 'Bags')).toBe(true)
    expect(bags.shown[0]).toEqual(['Bags', 'red'])
  })

  it('can be limited to products that cost less than the product in the picture', async () => {
    const cheaper = await look('Shirts', 'green', { query: 'cheaper' })
    // Shirts cost 40 (red), 50 (blue) and 60 (green).
    expect(cheaper.shown.map(([type, color]: string[]) => `${color} ${type}`).toSorted()).toEqual([
      'blue Shirts',
      'red Shirts',
    ])
    const both = await look('Shirts', 'green', { query: 'like this but cheaper and in blue' })
    expect(both.shown).toEqual([['Shirts', 'blue']])
    const cheapest = await look('Shirts', 'red', { query: 'cheaper' })
    expect(cheapest.metadata.errors).toEqual(['nothing that looks similar is cheaper'])
  })

  it('are found for a picture with wide margins, and the answer says where the product is', async () => {
    const picture = sharp(await drawing('Bags', 'green')).resize(160, 176)
    const margins = { left: 430, top: 300, right: 10, bottom: 24, background: '#ffffff' }
    const image = (await picture.extend(margins).jpeg().toBuffer()).toString('base64')
    const { body } = await harness.post(PATH, { image }, shop)
    expect(body.products[0]).toMatchObject({ product_id: 9 })
    const { crop, cropped_by } = body.search_metadata.image_analysis
    expect(cropped_by).toBe('service')
    expect(crop.x).toBeGreaterThan(0.7)
    expect(crop.y).toBeGreaterThan(0.55)
    expect(crop.x + crop.width).toBeLessThanOrEqual(1)
  })

  it('are found for the part that the caller names; a part outside the picture is refused', async () => {
    const [shirt, bag] = [await drawing('Shirts', 'red'), await drawing('Bags', 'green')]
    const both = sharp(shirt)
      .extend({ right: 400, background: '#fff' })
      .composite([{ input: bag, left: 400, top: 0 }])
    const image = (await both.png().toBuffer()).toString('base64')
    const at = async (crop: object) => (await harness.post(PATH, { image, crop }, shop)).body
    const left = await at({ x: 0, y: 0, width: 0.5, height: 1 })
    const right = await at({ x: 0.5, y: 0, width: 0.5, height: 1 })
    expect([left.products[0].product_type, right.products[0].product_type]).toEqual(['Shirts', 'Bags'])
    expect(right.search_metadata.image_analysis).toMatchObject({
      crop: { x: 0.5, y: 0, width: 0.5, height: 1 },
      cropped_by: 'caller',
    })
    expect((await at({ x: 0.6, y: 0, width: 0.5, height: 1 })).error).toMatch('crop must lie within the picture')
    expect((await at({ x: 0, y: 0, width: 0.01, height: 1 })).error).toMatch('crop is too small')
    expect((await at({ x: -1, y: 0, width: 1, height: 1 })).error).toMatch('crop')
  })

  it('come with the matching picture and the variant in it', async () => {
    const source = async (color: Color) =>
      `data:image/jpeg;base64,${(await drawing('Watches', color)).toString('base64')}`
    const images = await Promise.all(
      (['red', 'blue'] as const).map(async (color, i) => ({
        id: 900 + i,
        src: await source(color),
        alt: color,
        width: 400,
        height: 440,
      })),
    )
    const variants = images.map((image, i) => ({
      id: 9000 + i,
      price: '10',
      sku: `T-${i}`,
      option1: image.alt,
      image_id: image.id,
      inventory_quantity: 5,
    }))
    const other = await harness.createShop({})
    const twoTone = await product('Watches', 'red', {
      images,
      variants,
      options: [{ name: 'Color', values: ['red', 'blue'] }],
    })
    await harness.putProducts(other, [twoTone])
    for (const node of harness.nodes) await node.vectors.runOnce()
    const found = async (color: Color) => {
      const image = (await drawing('Watches', color, '#f1ece4')).toString('base64')
      const { body } = await harness.post(PATH, { image, view: 'product_ids' }, other)
      return body.products[0]
    }
    expect(await found('blue')).toMatchObject({ matched_variant_id: 9001, matched_image: { id: 901 } })
    expect(await found('red')).toMatchObject({ matched_variant_id: 9000, matched_image: { id: 900 } })
  })

  it('are not found for noise or a plain color, and the answer says so', async () => {
    let state = 7
    const byte = () => {
      state = (state * 1103515245 + 12345) % 2 ** 31
      return (state >> 16) & 255
    }
    const noise = sharp(Buffer.from(Array.from({ length: 3 * 200 * 200 }, byte)), {
      raw: { width: 200, height: 200, channels: 3 },
    })
    const plain = sharp({ create: { width: 1000, height: 1000, channels: 3, background: '#c8202a' } })
    for (const picture of [noise, plain]) {
      const image = (await picture.jpeg().toBuffer()).toString('base64')
      const { body } = await harness.post(PATH, { image }, shop)
      expect(body.products).toEqual([])
      expect(body.search_metadata.errors).toEqual(['nothing in the catalog looks like this picture'])
    }
  })
})

describe('catalog pictures that were cropped or recompressed', () => {
  /** Draws bags that differ only in a small mark, which the model does not see. */
  const marked = async (mark: number) => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 220" width="400" height="440"><rect width="200" height="220" fill="#fff"/><g fill="#2454b8" stroke="#2454b8">${FORMS.Bags}</g><rect x="${mark}" y="120" width="16" height="16" fill="#f2d24b"/></svg>`
    return sharp(Buffer.from(svg)).jpeg({ quality: 90 }).toBuffer()
  }

  it('find their own product first, and the picture that they were made from', async () => {
    const marks = [46, 70, 94, 118]
    const other = await harness.createShop({})
    const products = await Promise.all(
      marks.map(async (mark, i) => {
        const src = `data:image/jpeg;base64,${(await marked(mark)).toString('base64')}`
        return product('Bags', 'blue', { id: i + 1, images: [{ id: 500 + i, src, alt: '', width: 400, height: 440 }] })
      }),
    )
    await harness.putProducts(other, products)
    for (const node of harness.nodes) await node.vectors.runOnce()
    for (const [i, mark] of marks.entries()) {
      const file = sharp(await marked(mark))
      const cut = await file
        .clone()
        .extract({ left: 60, top: 130, width: 260, height: 280 })
        .jpeg({ quality: 60 })
        .toBuffer()
      const poor = await file.clone().resize(140).jpeg({ quality: 20 }).toBuffer()
      for (const shown of [cut, poor]) {
        const { body } = await harness.post(PATH, { image: shown.toString('base64'), view: 'product_ids' }, other)
        expect(body.products[0]).toMatchObject({ product_id: i + 1, matched_image: { id: 500 + i } })
      }
    }
  })
})
