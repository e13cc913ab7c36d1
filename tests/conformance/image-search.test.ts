import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Harness, startHarness, type TestShop } from './harness.ts'

const PATH = '/api/storefront/v1/headless/image-search'
const SAMPLE = { r: 180, g: 40, b: 60 }

let harness: Harness
let shop: TestShop

beforeAll(async () => {
  harness = await startHarness()
  shop = await harness.createShop()
  await harness.putProducts(shop, [product(1, 'Red shirt'), product(2, 'Maroon scarf'), product(3, 'Blue bag')])
})
afterAll(() => harness?.close())

function product(id: number, title: string) {
  return {
    id,
    title,
    handle: `p-${id}`,
    product_type: 'Things',
    vendor: 'Acme',
    status: 'active',
    published_at: '2026-01-01T00:00:00Z',
    variants: [{ id: 10 * id, price: '10.00', sku: `S-${id}` }],
  }
}

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: SAMPLE } })
}

/** Bytes after the end of a PNG do not change the picture. */
function padded(file: Uint8Array, size: number): Buffer {
  return Buffer.concat([file, Buffer.alloc(size - file.length)])
}

const search = (body: object): Promise<Answer> => harness.post(PATH, body, shop)
const searchFile = (file: Uint8Array) => search({ image: Buffer.from(file).toString('base64') })

async function expectRefused(answer: Promise<Answer>, message: RegExp): Promise<void> {
  const { status, body } = await answer
  expect({ status, keys: Object.keys(body) }).toEqual({ status: 400, keys: ['error'] })
  expect(body.error).toMatch(message)
}

async function expectTaken(answer: Promise<Answer>): Promise<Answer> {
  const got = await answer
  expect(got.body.error).toBeUndefined()
  expect(got.status).toBe(200)
  return got
}

describe('the source of the picture', () => {
  it('may be raw base64, a data: URL in either field, or a multipart file', async () => {
    const file = padded(await plain(120, 120).png().toBuffer(), 2000)
    const base64 = file.toString('base64')
    await expectTaken(search({ image: base64 }))
    await expectTaken(search({ image: `data:image/png;base64,${base64}` }))
    await expectTaken(search({ image_url: `data:image/png;base64,${base64}` }))
    const form = new FormData()
    form.append('image', new Blob([file], { type: 'image/png' }), 'photo.png')
    form.append('pagination', JSON.stringify({ page: 1, limit: 1 }))
    const { body } = await expectTaken(upload(form))
    expect(body.pagination.limit).toBe(1)
  })

  it('may be a form, whose fields follow the schema: digits may be a text or a number', async () => {
    const file = padded(await plain(120, 120).png().toBuffer(), 2000)
    const form = new FormData()
    form.append('image', new Blob([file], { type: 'image/png' }), 'photo.png')
    for (const [name, value] of Object.entries({ query: '2024', market: '1' })) form.append(name, value)
    await expectTaken(upload(form))
    form.append('publication_ids', '123')
    await expectRefused(upload(form), /enabled for the shop/)
    form.set('market', 'one')
    await expectRefused(upload(form), /"market" must be a number/)
  })

  it('is required, and only one is allowed', async () => {
    const image = padded(await plain(120, 120).png().toBuffer(), 2000).toString('base64')
    await expectRefused(search({}), /exactly one/)
    await expectRefused(search({ image: null, image_url: '' }), /exactly one/)
    await expectRefused(search({ image, image_url: 'https://example.com/a.jpg' }), /exactly one/)
    const form = new FormData()
    form.append('image', new Blob([Buffer.from(image, 'base64')]), 'a.png')
    form.append('image_url', 'https://example.com/a.jpg')
    await expectRefused(upload(form), /exactly one/)
  })

  it('at an address that is not allowed is refused without revealing what answers there', async () => {
    for (const url of ['http://127.0.0.1/a.jpg', 'http://[::1]/a.jpg', 'http://0x7f000001/a', 'ftp://example.com/a'])
      await expectRefused(search({ image_url: url }), /^image_url is not allowed$/)
  })

  it('is refused if it is not base64', async () => {
    await expectRefused(search({ image: 'not base64 at all!' }), /base64/)
    await expectRefused(search({ image: 7 }), /must be a string/)
  })
})

function upload(form: FormData): Promise<Answer> {
  return harness.request(PATH, {
    method: 'POST',
    headers: { 'x-shop': shop.shop, authorization: `Bearer ${shop.key}` },
    body: form,
  })
}

describe('limits of the picture', () => {
  it('apply to the smallest and the largest file size', async () => {
    const file = await plain(100, 100).png({ compressionLevel: 9 }).toBuffer()
    await expectRefused(searchFile(padded(file, 999)), /at least 1 KB/)
    await expectTaken(searchFile(padded(file, 1024)))
    await expectTaken(searchFile(padded(file, 5 * 1024 * 1024)))
    await expectRefused(searchFile(padded(file, 5 * 1024 * 1024 + 1)), /at most 5 MB/)
  })

  it('answer 413 to a body over 8 MiB', async () => {
    const { status, body } = await search({ image: 'A'.repeat(8 * 1024 * 1024 + 1) })
    expect(status).toBe(413)
    expect(typeof body.error).toBe('string')
  })

  it('apply to the smallest and the largest dimensions, on each side', async () => {
    const png = async (width: number, height: number) =>
      searchFile(padded(await plain(width, height).png().toBuffer(), 200_000))
    await expectTaken(png(100, 100))
    await expectRefused(png(99, 100), /at least 100x100/)
    await expectRefused(png(100, 99), /at least 100x100/)
    await expectTaken(png(4096, 100))
    await expectTaken(png(100, 4096))
    await expectRefused(png(4097, 100), /at most 4096x4096/)
    await expectRefused(png(100, 4097), /at most 4096x4096/)
  })

  it('refuse a small file with very many pixels without decoding it', async () => {
    const bomb = await plain(6000, 6000).png({ compressionLevel: 9 }).toBuffer()
    expect(bomb.length).toBeLessThan(5 * 1024 * 1024)
    await expectRefused(searchFile(bomb), /at most 4096x4096/)
  })
})

describe('formats', () => {
  it('are recognized by content, not by what the client claims', async () => {
    const webp = padded(await plain(200, 150).webp({ lossless: true }).toBuffer(), 1500)
    const { body } = await expectTaken(search({ image: `data:image/gif;base64,${webp.toString('base64')}` }))
    expect(body.search_metadata.image_analysis).toMatchObject({ format: 'webp', width: 200, height: 150 })
    const form = new FormData()
    form.append('image', new Blob([webp], { type: 'text/plain' }), 'notes.txt')
    await expectTaken(upload(form))
  })

  it('other than the supported ones are refused, whatever they are called', async () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"><!--${' '.repeat(1200)}--></svg>`
    const gif = padded(await plain(200, 200).gif().toBuffer(), 2000)
    const tiff = await plain(200, 200).tiff().toBuffer()
    const avif = padded(await plain(200, 200).avif().toBuffer(), 2000)
    for (const file of [Buffer.from(svg), gif, tiff, avif, Buffer.alloc(4000, 'x')]) {
      await expectRefused(searchFile(file), /unsupported image format/)
      await expectRefused(search({ image: `data:image/png;base64,${file.toString('base64')}` }), /unsupported/)
    }
  })

  it('are refused if a file is truncated or corrupt', async () => {
    const noise = { create: { width: 300, height: 300, channels: 3 as const, background: SAMPLE, noise: NOISE } }
    const jpeg = await sharp(noise).jpeg().toBuffer()
    const png = await sharp(noise).png().toBuffer()
    await expectRefused(searchFile(jpeg.subarray(0, jpeg.length >> 1)), /could not be decoded/)
    await expectRefused(searchFile(png.subarray(0, png.length >> 1)), /could not be decoded/)
    await expectRefused(searchFile(padded(png.subarray(0, 24), 3000)), /could not be decoded/)
  })

  it('include CMYK and 16 bits per channel', async () => {
    const cmyk = await sharp({ create: { width: 300, height: 300, channels: 3, background: SAMPLE, noise: NOISE } })
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer()
    expect((await sharp(cmyk).metadata()).space).toBe('cmyk')
    await expectTaken(searchFile(cmyk))
    const deep = await plain(300, 300).toColourspace('rgb16').png({ compressionLevel: 0 }).toBuffer()
    expect((await sharp(deep).metadata()).depth).toBe('ushort')
    const { body } = await expectTaken(searchFile(deep))
    expectNear(body.search_metadata.dominant_colors, SAMPLE)
    const shares = body.search_metadata.image_analysis.colors.map(({ share }: { share: number }) => share)
    expect(shares.reduce((sum: number, share: number) => sum + share, 0)).toBeCloseTo(1, 2)
  })

  it('rotate a picture according to its orientation', async () => {
    const turned = await sharp({ create: { width: 300, height: 100, channels: 3, background: SAMPLE, noise: NOISE } })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const { body } = await expectTaken(searchFile(turned))
    expect(body.search_metadata.image_analysis).toMatchObject({ width: 100, height: 300 })
  })

  it('exclude animated WebP and PNG', async () => {
    // The frames differ, because an encoder merges equal frames.
    const pixels = Buffer.from(Array.from({ length: 200 * 400 * 3 }, (_, i) => (i < 200 * 200 * 3 ? 90 : 200)))
    const frames = await sharp(pixels, { raw: { width: 200, height: 400, channels: 3, pageHeight: 200 } })
      .webp({ loop: 0, delay: [100, 100], lossless: true })
      .toBuffer()
    expect((await sharp(frames).metadata()).pages).toBe(2)
    await expectRefused(searchFile(padded(frames, 2000)), /animated/)
    await expectRefused(searchFile(padded(animatedPng(await plain(120, 120).png().toBuffer()), 2000)), /animated/)
  })

  it('with transparency are drawn on white', async () => {
    const see_through = await sharp({
      create: { width: 200, height: 200, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .composite([{ input: await plain(100, 100).png().toBuffer() }])
      .png()
      .toBuffer()
    const { body } = await expectTaken(searchFile(padded(see_through, 1500)))
    expectNear(body.search_metadata.dominant_colors, SAMPLE)
  })
})

/** Allows for rounding errors. */
function expectNear(colors: string[], { r, g, b }: typeof SAMPLE): void {
  expect(colors).toHaveLength(1)
  const shown = [1, 3, 5].map((at) => Number.parseInt(colors[0]!.slice(at, at + 2), 16))
  for (const [i, value] of [r, g, b].entries()) expect(Math.abs(shown[i]! - value)).toBeLessThanOrEqual(4)
}

const NOISE = { type: 'gaussian' as const, mean: 128, sigma: 40 }

/** Returns a PNG that claims to have two frames. Its checksum is wrong, but readers do not check it. */
function animatedPng(png: Buffer): Buffer {
  const chunk = Buffer.alloc(20)
  chunk.writeUInt32BE(8, 0)
  chunk.write('acTL', 4)
  chunk.writeUInt32BE(2, 8)
  const afterHeader = 8 + 25
  return Buffer.concat([png.subarray(0, afterHeader), chunk, png.subarray(afterHeader)])
}

describe('a shop with image search turned off', () => {
  it('answers 403', async () => {
    const closed = await harness.createShop({ search: { image_search_enabled: false } })
    const image = padded(await plain(120, 120).png().toBuffer(), 1500).toString('base64')
    const { status, body } = await harness.post(PATH, { image }, closed)
    expect({ status, keys: Object.keys(body) }).toEqual({ status: 403, keys: ['error'] })
  })
})

describe('without a model', () => {
  it('searches by color and says that there is no vector', async () => {
    const file = padded(
      await sharp({ create: { width: 120, height: 120, channels: 3, background: '#cd212a' } })
        .png()
        .toBuffer(),
      1500,
    )
    const { body } = await expectTaken(searchFile(file))
    expect(body).toMatchObject({
      status: 'ok',
      pagination: { total: 1, page: 1, limit: 20, total_pages: 1, has_next_page: false, has_prev_page: false },
      search_metadata: {
        search_type: 'image_color',
        has_embedding: false,
        image_caption: '',
        search_text: '',
        dominant_colors: ['#cd212a'],
      },
    })
    expect(body.search_metadata.errors).toHaveLength(1)
    expect(Number.isInteger(body.search_metadata.processing_time)).toBe(true)
    expect(body.products[0]).toMatchObject({ title: 'Red shirt', tags: [] })
  })

  it('describes every fault of the request in one string', async () => {
    const image = padded(await plain(120, 120).png().toBuffer(), 1500).toString('base64')
    await expectRefused(search({ image, view: 'table' }), /"view" must be one of/)
    await expectRefused(search({ image, pagination: { limit: 101 } }), /limit/)
    await expectRefused(search({ image, publication_ids: ['12345'] }), /publication/)
    await expectRefused(search({ image, facets: { nothing: ['x'] } }), /"facets\[0\]\.key"/)
    await expectRefused(
      harness.request(PATH, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-shop': shop.shop, authorization: `Bearer ${shop.key}` },
        body: '{',
      }),
      /JSON/,
    )
  })
})
