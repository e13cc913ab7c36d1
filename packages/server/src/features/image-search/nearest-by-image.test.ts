import type { ImageEmbedder } from '@vitrine/embedder'
import { VectorStore } from '@vitrine/engine'
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

/** Lets everything through. */
const index = {
  search: async (_: Shop, { among = [] }: { among?: readonly number[] }) => ({
    hits: among.map((id) => ({ id, explanation: { inStock: true } })),
  }),
  generation: async () => '1',
} as unknown as SearchIndex

/** A model that sees the whole picture, which it is shown first, in one direction and every part of it in another. */
function embedderOf(whole: number, part: number): ImageEmbedder {
  let asked = 0
  const embed = async (pictures: readonly unknown[]) => pictures.map(() => at(asked++ === 0 ? whole : part))
  return { space: 'space@1', dimension: 2, embed, decoded: { side: 32, embed } } as unknown as ImageEmbedder
}

/** How many of the products, which lie within ten degrees, look like the picture. */
async function countAlike(bytes: Uint8Array, seen: { whole: number; part: number }): Promise<number> {
  const store = new VectorStore('space@1', 2)
  for (let id = 1; id <= 10; id++) store.put(id, [at(id)])
  const vectors = new ShopVectors()
  vectors.serveImages(shop.id, store)
  const embedder = embedderOf(seen.whole, seen.part)
  const deps = {
    vectors,
    imageEmbedderOf: () => embedder,
    allowed: new AllowedProducts(index),
    thumbnails: async () => new Map(),
  }
  const alike = await nearestByImage(deps, { shop, built }, await lookAtPicture(bytes, undefined))
  return 'hits' in alike ? alike.hits.filter(({ isAlike }) => isAlike).length : -1
}

const isInside = (place: number) => place > 90 && place < 200
/** A dark thing before squares of all shades, and before white. */
const photograph = greyPng({
  width: 300,
  height: 300,
  shade: (x, y) => (isInside(x) && isInside(y) ? 10 : 90 + (((x >> 4) * 53 + (y >> 4) * 97) % 150)),
})
const onWhite = greyPng({ width: 300, height: 300, shade: (x, y) => (isInside(x) && isInside(y) ? 10 : 255) })

describe('a part of a picture that looks like products', () => {
  it('finds them where the whole picture looks a little like them too', async () => {
    expect(await countAlike(photograph, { whole: 60, part: 35 })).toBe(10)
  })

  it('is there by chance where a photograph looks like nothing as a whole', async () => {
    expect(await countAlike(photograph, { whole: 95, part: 35 })).toBe(0)
  })

  it('finds them all the same where it resembles one as much as they resemble each other', async () => {
    expect(await countAlike(photograph, { whole: 95, part: 10.5 })).toBeGreaterThan(0)
  })

  it('is no guess before a plain background, however small it is in the whole', async () => {
    expect(await countAlike(onWhite, { whole: 95, part: 35 })).toBe(10)
  })
})
