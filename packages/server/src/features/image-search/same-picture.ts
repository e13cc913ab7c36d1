/** The catalog's picture that the shopper's was made from, told by its pixels: the model cannot tell two shades of one lipstick apart. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  comparedPicture,
  type Crop,
  type FirstLook,
  firstLook,
  type Picture,
  sameness,
  type VectorStore,
} from '@vitrine/engine'
import type { ShopId } from '../../ports/record-store/record-store.ts'

/** Small copies of the products' pictures, in the order of their vectors. Undefined for a picture that has none. */
export type StoredThumbnails = (
  shop: ShopId,
  space: string,
  productIds: readonly number[],
) => Promise<ReadonlyMap<number, readonly (Picture | undefined)[]>>

export interface LookedAt {
  /** Small. */
  picture: Picture
  /** Parts of it that may be a whole picture of the catalog. */
  crops: readonly Crop[]
  /** Parts that the model looked at. */
  seen: readonly SeenCrop[]
}

export interface SeenCrop {
  crop: Crop
  vector: Float32Array
}

interface Candidate {
  productId: number
  /** Its picture that is nearest, among its vectors. */
  place: number
  similarity: number
  /** To what it is nearest. */
  crop: Crop
}

interface Judged extends Candidate {
  look: FirstLook
  /** How much of the pixels agrees, as far as it was looked at. */
  pixels: number
  value: number
}

/** Products whose pictures are compared: the nearest to any part. */
const NEAREST = 10
const MOST_COMPARED = 16
/** Of these, so many are moved about until they fit best. */
const MOST_CLOSELY = 5
/** From here on the pixels say that it is one picture. */
const SAME_PIXELS = 0.85
/** What the pixels count beside the similarity that the model sees. */
const PIXELS = 0.35

/** With the vector of the catalog's own picture. Undefined where the shopper's is none of them. */
export async function samePicture(
  store: VectorStore,
  thumbnailsOf: (productIds: readonly number[]) => ReturnType<StoredThumbnails>,
  looked: LookedAt,
): Promise<SeenCrop | undefined> {
  const candidates = nearestPictures(store, looked.seen)
  const thumbnails = await thumbnailsOf(candidates.map(({ productId }) => productId))
  const compared = comparedPicture(looked.picture, looked.crops)
  const judged: Judged[] = []
  for (const candidate of candidates) {
    const thumbnail = thumbnails.get(candidate.productId)?.[candidate.place]
    if (thumbnail === undefined) continue
    const look = firstLook(compared, thumbnail)
    judged.push({ ...candidate, look, pixels: look.value, value: candidate.similarity + PIXELS * look.value })
    // Each takes a millisecond or two: others get their turn in between.
    await nextTurn()
  }
  const closely: Judged[] = []
  for (const one of mostAlike(judged).slice(0, MOST_CLOSELY)) {
    const pixels = sameness(one.look)
    closely.push({ ...one, pixels, value: one.similarity + PIXELS * pixels })
    await nextTurn()
  }
  const [best] = mostAlike(closely)
  if (best === undefined || best.pixels < SAME_PIXELS) return undefined
  return { crop: best.crop, vector: store.vectors(best.productId)[best.place]! }
}

function mostAlike(judged: readonly Judged[]): Judged[] {
  return judged.toSorted((a, b) => b.value - a.value)
}

function nearestPictures(store: VectorStore, seen: readonly SeenCrop[]): Candidate[] {
  const found = new Map<number, SeenCrop & { similarity: number }>()
  for (const one of seen) {
    for (const { productId, similarity } of store.search({ vector: one.vector, k: NEAREST }))
      if (similarity > (found.get(productId)?.similarity ?? -1)) found.set(productId, { ...one, similarity })
  }
  return [...found]
    .sort(([, a], [, b]) => b.similarity - a.similarity)
    .slice(0, MOST_COMPARED)
    .map(([productId, { crop, similarity, vector }]) => {
      return { productId, place: nearestOf(store, productId, vector), similarity, crop }
    })
}

function nearestOf(store: VectorStore, productId: number, vector: Float32Array): number {
  const similarities = store.vectors(productId).map((one) => one.reduce((sum, value, i) => sum + value * vector[i]!, 0))
  return similarities.indexOf(Math.max(...similarities))
}
