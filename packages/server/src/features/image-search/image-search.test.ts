/** The model of these tests turns the brightness of a picture into a vector. */
import type { ImageSearchRequest } from '@vitrine/contract'
import { EmbedderUnavailable, type ImageEmbedder, NotEmbeddable } from '@vitrine/embedder'
import { decodePicture } from '@vitrine/embedder/pictures'
import { VectorStore } from '@vitrine/engine'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import type { Call } from '../call.ts'
import { readPresented } from '../agents/agent-product.ts'
import { type IndexedShop, openIndexedShop } from '../query/testing/indexed-shop.ts'
import { ShopVectors } from '../vectors/shop-vectors.ts'
import { AllowedProducts } from './allowed-products.ts'
import { type ImageSearchDeps, searchByImage } from './image-search.ts'
import { greyPng, pngChunk } from './testing/grey-png.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are read as the wire shows them
type Answer = any

/** Black is at 0 degrees, white at 90. */
const at = (shade: number) => {
  const angle = ((shade / 255) * Math.PI) / 2
  return Float32Array.of(Math.cos(angle), Math.sin(angle))
}
/** The note makes the file as large as a picture must be. */
const note = pngChunk('tEXt', Buffer.alloc(1000, 'note'))
const picture = (shade: number) => greyPng({ width: 120, height: 120, shade: () => shade, before: [note] })

let world: IndexedShop
let deps: ImageSearchDeps
/** Number of files in each call of the model. */
const looked: number[] = []
const model = { noProductProbability: 0, fault: undefined as Error | undefined }
const embedder: ImageEmbedder = {
  space: 'grey@1',
  dimension: 2,
  noProductProbability: () => model.noProductProbability,
  async embed(files) {
    looked.push(files.length)
    if (model.fault) throw model.fault
    return Promise.all(
      files.map(async (file) => {
        const { pixels } = (await decodePicture(file, 16)) as unknown as { pixels: Uint8Array }
        return at(pixels.reduce((sum, value) => sum + value, 0) / pixels.length)
      }),
    )
  },
}

beforeAll(async () => {
  const named = (id: number, title: string, price: number, parts: object = {}) =>
    sampleProduct(id, { title, tags: [], variants: [{ ...sampleProduct(id).variants[0]!, price }], ...parts })
  world = await openIndexedShop({ filters: [{ id: 1, key: 'vendor', title: 'V', attribute_type: 'vendor' }] }, [
    named(1, 'Black coat', 50, { productType: 'Coats' }),
    named(2, 'Dark coat', 40, { productType: 'Coats' }),
    named(3, 'Grey wool coat', 30, { productType: 'Coats', vendor: 'Bolt' }),
    named(4, 'White lamp', 20, { productType: 'Lamps' }),
  ])
  const store = new VectorStore('grey@1', 2)
  for (const [id, shade] of [[1, 3], [2, 40], [3, 60], [4, 250]] as const) store.put(id, [at(shade)]) // biome-ignore format: one line reads better
  const vectors = new ShopVectors()
  vectors.serveImages(world.shop.id, store)
  deps = {
    ...world.parts,
    vectors,
    imageEmbedderOf: (space) => (space === 'grey@1' ? embedder : undefined),
    allowed: new AllowedProducts(world.index),
    thumbnails: async () => new Map(),
    matchedPictures: async () => new Map(),
    web: { fetch: async () => picture(3) } as never,
  }
})
afterAll(() => world.close())

const search = async (
  body: ImageSearchRequest = {},
  given: Partial<ImageSearchDeps> = {},
  more: Partial<Call<ImageSearchRequest>> = {},
): Promise<Answer> => {
  // biome-ignore format: one line reads better
  Object.assign(model, { noProductProbability: 0, fault: undefined, ...(given as { model?: object }).model })
  looked.length = 0
  world.served.length = 0
  const call = world.call<ImageSearchRequest>({ view: 'product_ids', ...body }, { upload: picture(3), ...more })
  return readPresented(await searchByImage({ ...deps, ...given }, call))
}
const ids = ({ products }: Answer) => products.map((one: Answer) => one.product_id)

describe('a picture', () => {
  it('M1: finds what looks similar, nearest first, and nothing else', async () => {
    const found = await search()
    expect(ids(found)).toEqual([1, 2, 3])
    expect(found.pagination).toMatchObject({ total: 3, page: 1, limit: 20, has_next_page: false })
    expect(found.search_metadata).toMatchObject({ search_type: 'image_vector', has_embedding: true, errors: [] })
  })

  it('M2: returns pages of results and records the shown products with their positions', async () => {
    const second = await search({ pagination: { page: 2, limit: 2 } })
    expect([ids(second), second.pagination.has_prev_page]).toEqual([[3], true])
    expect(world.served).toMatchObject([
      { surface: 'image_search', total: 3, products: [{ productId: 3, position: 3 }] },
    ])
    expect(world.served[0]).not.toHaveProperty('query')
    await search({ query: 'coat' })
    expect(world.served[0]).toMatchObject({ query: 'coat' })
  })

  it('M3: is described by the type of most similar products and by its colors, with their shares of the crop', async () => {
    const { search_metadata: reported } = await search()
    expect(reported.image_analysis).toMatchObject({ format: 'png', width: 120, height: 120, cropped_by: 'service', product_type: 'Coats' }) // biome-ignore format: one line reads better
    expect(reported.image_caption).toMatch(/coats$/)
    const { colors } = reported.image_analysis
    expect(reported.dominant_colors).toEqual(colors.map(({ hex }: Answer) => hex))
    const shares: number[] = colors.map(({ share }: Answer) => share)
    expect(shares.every((share) => share > 0 && share <= 1 && Number.isInteger(Math.round(share * 1e6) / 1e3))).toBe(
      true,
    )
    expect(reported.search_text).toBe(reported.image_caption)
    expect((await search({ query: 'wool' })).search_metadata.search_text).toBe(`wool ${reported.image_caption}`)
  })

  it('M4: passes filters and rules like any search, and names the faults of `facets`', async () => {
    expect(ids(await search({ facets: { vendor: ['Bolt'] } }))).toEqual([3])
    await expect(search({ facets: [{ key: 'moon', value: ['x'] }] })).rejects.toThrow(/facets/)
    const off = { ...world.shop, config: { ...world.shop.config, search: { ...world.shop.config.search, image_search_enabled: false } } } // biome-ignore format: one line reads better
    await expect(search({}, {}, { shop: off })).rejects.toMatchObject({ status: 403 })
  })

  it('M5: is examined only in the part that the caller chose', async () => {
    const crop = { x: 0.1234, y: 0, width: 0.5, height: 1 }
    const { search_metadata: reported } = await search({ crop })
    expect(reported.image_analysis).toMatchObject({
      crop: { x: 0.123, y: 0, width: 0.5, height: 1 },
      cropped_by: 'caller',
    })
    expect(looked).toEqual([1])
  })

  it('M6: without a product finds nothing, unless it is the catalog’s own or the caller chose a part', async () => {
    const sure = (noProductProbability: number) => ({ model: { noProductProbability } }) as never
    const unlike = { upload: picture(150) }
    const nothing = await search({}, sure(0.97), unlike)
    expect([ids(nothing), nothing.search_metadata.errors]).toEqual([[], ['nothing in the catalog looks like this picture']]) // biome-ignore format: one line reads better
    expect(ids(await search({}, sure(0.96), unlike))).toEqual([3, 4, 2, 1])
    expect(ids(await search({}, sure(1)))).toEqual([1, 2, 3])
    expect(ids(await search({ crop: { x: 0, y: 0, width: 1, height: 0.9 } }, sure(1), unlike))).toHaveLength(4)
  })
})

describe('words with a picture', () => {
  it('M7: keep only products that match them; if no similar product does, a message says that they were ignored', async () => {
    expect(ids(await search({ query: 'wool' }))).toEqual([3])
    const none = await search({ query: 'zeppelin' })
    expect([ids(none), none.search_metadata.errors]).toEqual([
      [1, 2, 3],
      ['nothing that looks similar matches "zeppelin"'],
    ])
    expect(ids(await search({ query: 'lamp' }))).toEqual([4])
  })

  it('M8: can be a color, or ask for something cheaper', async () => {
    expect(ids(await search({ query: 'black' }))).toEqual([1])
    expect((await search({ query: 'in red' })).search_metadata.errors).toEqual(['nothing that looks similar is red'])
    expect(ids(await search({ query: 'cheaper' }))).toEqual([2, 3])
    expect((await search({ query: 'cheaper', facets: { vendor: ['Bolt'] } })).search_metadata.errors).toEqual(['nothing that looks similar is cheaper']) // biome-ignore format: one line reads better
  })
})

describe('without a model', () => {
  it('M9: a picture is searched by color and words, and a message says why', async () => {
    const missing = async (given: Partial<ImageSearchDeps>) => (await search({}, given)).search_metadata
    expect(await missing({ vectors: new ShopVectors() })).toMatchObject({
      search_type: 'image_color',
      has_embedding: false,
      errors: ['the pictures of the catalog have not been processed yet'],
      image_caption: '',
    })
    expect((await missing({ imageEmbedderOf: () => undefined })).errors).toEqual(['no picture model is set up'])
    const away = await missing({ model: { fault: new EmbedderUnavailable('away') } } as never)
    expect(away.errors).toEqual(['the picture model did not answer'])
    const found = await search({ query: 'coat' }, { vectors: new ShopVectors() })
    expect(ids(found)).toContain(1)
    await expect(missing({ model: { fault: new NotEmbeddable('broken') } } as never)).rejects.toThrow('could not be decoded') // biome-ignore format: one line reads better
    await expect(missing({ model: { fault: new Error('a fault of ours') } } as never)).rejects.toThrow(
      'a fault of ours',
    )
  })

  it('M10: whole products are returned unless only ids are requested', async () => {
    const [first] = (await search({ view: 'product_details' })).products
    expect(first).toMatchObject({ product_id: 1, title: 'Black coat', matched_image: null })
    expect((await search()).products[0]).toEqual({ product_id: 1, matched_variant_id: 100, matched_image: null })
  })
})
