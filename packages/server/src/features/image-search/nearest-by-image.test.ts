import type { ImageEmbedder } from '@vitrine/embedder'
import { type Crop, type Picture, VectorStore } from '@vitrine/engine'
import { describe, expect, it } from 'vitest'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { SearchIndex } from '../../ports/search-index/search-index.ts'
import type { BuiltSearchRequest } from '../query/build-search-request.ts'
import { ShopVectors } from '../vectors/shop-vectors.ts'
import { AllowedProducts } from './allowed-products.ts'
import { nearestByImage } from './nearest-by-image.ts'
import { lookAtPicture } from './query-picture.ts'
import { greyPng } from './testing/grey-png.ts'

const shop = { id: 'a.example' } as Shop
const built = { request: { visibility: {}, selections: [], prices: {} } } as unknown as BuiltSearchRequest
const at = (degrees: number) => {
  const angle = (degrees * Math.PI) / 180
  return Float32Array.of(Math.cos(angle), Math.sin(angle))
}

const index = {
  search: async (_: Shop, { among = [] }: { among?: readonly number[] }) => ({
    hits: among.map((id) => ({ id, explanation: { inStock: true } })),
  }),
  generation: async () => '1',
} as unknown as SearchIndex

interface Seen {
  /** Vector of the first picture that the model sees: the whole, or the part that the caller chose. */
  whole: number
  /** Vector of all later pictures. */
  part: number
  /** The detector's probability that the whole picture shows no product. */
  noProductProbability?: number
}

function embedderOf({ whole, part, noProductProbability = 0 }: Seen) {
  const shown: Picture[] = []
  const embed = async (pictures: readonly Picture[]) =>
    pictures.map((picture) => at(shown.push(picture) === 1 ? whole : part))
  const model = {
    space: 'space@1',
    dimension: 2,
    embed,
    decoded: { side: 32, embed },
    noProductProbability: () => noProductProbability,
  }
  return { embedder: model as unknown as ImageEmbedder, shown }
}

/** Returns how many of ten products, at 1 to 10 degrees, are found, and what the model was shown. */
async function lookFor(bytes: Uint8Array, seen: Seen, crop?: Crop) {
  const store = new VectorStore('space@1', 2)
  for (let id = 1; id <= 10; id++) store.put(id, [at(id)])
  const vectors = new ShopVectors()
  vectors.serveImages(shop.id, store)
  const { embedder, shown } = embedderOf(seen)
  const deps = {
    vectors,
    imageEmbedderOf: () => embedder,
    allowed: new AllowedProducts(index),
    thumbnails: async () => new Map(),
  }
  const alike = await nearestByImage(deps, { shop, built }, await lookAtPicture(bytes, crop))
  return { count: 'hits' in alike ? alike.hits.filter(({ isAlike }) => isAlike).length : -1, shown }
}

const countAlike = async (bytes: Uint8Array, seen: Seen, crop?: Crop) => (await lookFor(bytes, seen, crop)).count

const isInside = (place: number) => place > 90 && place < 200
/** A dark square in front of squares of all shades. */
const photograph = greyPng({
  width: 300,
  height: 300,
  shade: (x, y) => (isInside(x) && isInside(y) ? 10 : 90 + (((x >> 4) * 53 + (y >> 4) * 97) % 150)),
})
const onWhite = greyPng({ width: 300, height: 300, shade: (x, y) => (isInside(x) && isInside(y) ? 10 : 255) })

describe('a part of a picture that resembles products', () => {
  it('finds them if the whole picture resembles them slightly, too', async () => {
    expect(await countAlike(photograph, { whole: 60, part: 35 })).toBe(10)
  })

  it('is ignored if the whole photograph resembles no product', async () => {
    expect(await countAlike(photograph, { whole: 95, part: 35 })).toBe(0)
  })

  it('finds them anyway if it is as similar to one as they are to each other', async () => {
    expect(await countAlike(photograph, { whole: 95, part: 10.5 })).toBeGreaterThan(0)
  })

  it('always counts if its background is plain, however small the part is', async () => {
    expect(await countAlike(onWhite, { whole: 95, part: 35 })).toBe(10)
  })
})

const page = greyPng({
  width: 97,
  height: 140,
  shade: (x, y) => {
    const [column, line] = [Math.floor((x - 6) / 22), Math.floor((y - 10) / 10)]
    const isWord = x >= 6 && column < 4 && (x - 6) % 22 < 12 + (((4 * line + column) * 7) % 6)
    return isWord && y >= 10 && line < 11 && (y - 10) % 10 < 4 ? 40 : 255
  },
})
const part: Crop = { x: 0.1, y: 0.1, width: 0.8, height: 0.8 }

describe('a picture that shows no product', () => {
  it('is recognized if the model is certain, whatever a part of it resembles', async () => {
    expect(await countAlike(photograph, { whole: 60, part: 35, noProductProbability: 0.97 })).toBe(0)
    expect(await countAlike(photograph, { whole: 60, part: 35, noProductProbability: 0.96 })).toBe(10)
  })

  it('is a page of words', async () => {
    expect(await countAlike(page, { whole: 60, part: 35 })).toBe(0)
  })

  it('is never a picture of the catalog', async () => {
    expect(await countAlike(photograph, { whole: 5, part: 60, noProductProbability: 1 })).toBe(10)
  })

  it('is not assumed if the caller chose the part', async () => {
    expect(await countAlike(photograph, { whole: 35, part: 60, noProductProbability: 1 }, part)).toBe(10)
    expect(await countAlike(page, { whole: 35, part: 60 }, part)).toBe(10)
  })
})

describe('a part that the caller chose', () => {
  it('is the only part that is examined', async () => {
    const { count, shown } = await lookFor(photograph, { whole: 95, part: 5 }, part)
    expect([count, shown.length]).toEqual([0, 1])
  })

  it('is cut out, also where it shares edges with the picture', async () => {
    const { shown } = await lookFor(photograph, { whole: 5, part: 5 }, { x: 0, y: 0, width: 1, height: 0.5 })
    expect(shown.map(({ width, height }) => [width, height])).toEqual([[32, 16]])
  })
})
