/** Searches by image as the server does, without filters. */
import type { ImageEmbedder } from '../../../packages/embedder/src/index.ts'
import { smallPicture } from '../../../packages/embedder/src/pictures/picture-codec.ts'
import { type Picture, thumbnailOf, VectorStore } from '../../../packages/engine/src/index.ts'
import { AllowedProducts } from '../../../packages/server/src/features/image-search/allowed-products.ts'
import { nearestByImage } from '../../../packages/server/src/features/image-search/nearest-by-image.ts'
import { lookAtPicture } from '../../../packages/server/src/features/image-search/query-picture.ts'
import type { BuiltSearchRequest } from '../../../packages/server/src/features/query/build-search-request.ts'
import { ShopVectors } from '../../../packages/server/src/features/vectors/shop-vectors.ts'
import type { Shop } from '../../../packages/server/src/ports/record-store/record-store.ts'
import type { SearchIndex } from '../../../packages/server/src/ports/search-index/search-index.ts'

const shop = { id: 'evaluated' } as Shop
const built = { request: { visibility: {}, selections: [], prices: {} } } as unknown as BuiltSearchRequest

const index = {
  search: async (_: Shop, { among = [] }: { among?: readonly number[] }) => ({
    hits: among.map((id) => ({ id, explanation: { inStock: true } })),
  }),
  generation: async () => '1',
} as unknown as SearchIndex

export interface PicturedProduct {
  id: number
  pictures: readonly Uint8Array[]
}

type FindProducts = (file: Uint8Array) => Promise<number[]>

interface ServerSearch {
  found: FindProducts
  /** Orders by cosine similarity of the whole picture only. */
  byWhole: FindProducts
}

export async function serverSearch(
  embedder: ImageEmbedder,
  products: AsyncIterable<PicturedProduct>,
): Promise<ServerSearch> {
  const store = new VectorStore(embedder.space, embedder.dimension)
  const thumbnails = new Map<number, (Picture | undefined)[]>()
  for await (const { id, pictures } of products) {
    const { side, embed } = embedder.decoded!
    const decoded = await Promise.all(pictures.map((picture) => smallPicture(picture, side)))
    store.put(id, await embed(decoded, 'document'))
    thumbnails.set(id, decoded.map(thumbnailOf))
  }
  const vectors = new ShopVectors()
  vectors.serveImages(shop.id, store)
  const deps = {
    vectors,
    imageEmbedderOf: () => embedder,
    allowed: new AllowedProducts(index),
    thumbnails: async () => thumbnails,
  }
  return {
    async found(file) {
      const alike = await nearestByImage(deps, { shop, built }, await lookAtPicture(file, null))
      if ('missing' in alike) throw new Error(alike.missing)
      return alike.hits.filter(({ isAlike }) => isAlike).map(({ productId }) => productId)
    },
    async byWhole(file) {
      const [vector] = await embedder.embed([file], 'query')
      return store.search({ vector: vector!, k: MAX_BY_WHOLE }).map(({ productId }) => productId)
    },
  }
}

const MAX_BY_WHOLE = 20
