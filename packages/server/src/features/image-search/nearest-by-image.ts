/** The products that look like the picture, nearest first, or the reason why nothing can be said. */
import type { VectorHit } from '@vitrine/engine'
import { EmbedderUnavailable, type ImageEmbedder, NotEmbeddable } from '@vitrine/embedder'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { Refusal } from '../errors.ts'
import type { BuiltSearchRequest } from '../query/build-search-request.ts'
import type { ShopVectors } from '../vectors/shop-vectors.ts'
import type { AllowedProducts } from './allowed-products.ts'
import { UNREADABLE } from './check-picture.ts'

export interface NearestByImageDeps {
  vectors: ShopVectors
  /** The model that made the vectors of that space. */
  imageEmbedderOf: (space: string) => ImageEmbedder | undefined
  allowed: AllowedProducts
}

export type NearestByImage = { hits: VectorHit[]; embedder: ImageEmbedder } | { missing: string }

const DEADLINE_MS = 10_000

export async function nearestByImage(
  { vectors, imageEmbedderOf, allowed }: NearestByImageDeps,
  { shop, built }: { shop: Shop; built: BuiltSearchRequest },
  picture: Uint8Array,
): Promise<NearestByImage> {
  const store = vectors.image(shop.id)
  if (store === undefined || store.size === 0) return { missing: 'the pictures of the catalog are not known yet' }
  const embedder = imageEmbedderOf(store.space)
  if (embedder === undefined) return { missing: 'there is no model for pictures' }
  const vector = await embed(embedder, picture)
  if (vector === undefined) return { missing: 'the model for pictures did not answer' }
  const { likeness } = embedder
  return { hits: await allowed.nearest(shop, built.request, { store, vector, likeness }), embedder }
}

async function embed(embedder: ImageEmbedder, picture: Uint8Array): Promise<Float32Array | undefined> {
  try {
    return (await embedder.embed([picture], 'query', AbortSignal.timeout(DEADLINE_MS)))[0]
  } catch (error) {
    if (error instanceof NotEmbeddable) throw new Refusal(400, UNREADABLE)
    if (error instanceof EmbedderUnavailable || (error as Error).name === 'TimeoutError') return undefined
    throw error
  }
}
