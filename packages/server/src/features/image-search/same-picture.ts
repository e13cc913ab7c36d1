/** The catalog's picture that the shopper's was made from, told by its pixels: the model cannot tell two shades of one lipstick apart. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type CoarseMatch,
  coarseMatch,
  type Crop,
  dot,
  fineMatch,
  type Picture,
  prepareForComparison,
  type VectorStore,
  wholeDifference,
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

interface Matched extends Candidate {
  coarse: CoarseMatch
  /** How much of the pixels agrees: of the coarse match first, then of the fine one. */
  pixelScore: number
  /** With what the model sees. */
  score: number
}

/** Products whose pictures are compared: the nearest to any part, in the order of their ranks. Similarities of two parts cannot be compared. */
const MOST_COMPARED = 24
/** Of these, so many are matched finely. */
const MOST_FINE = 8
/** From here on the pixels say that it is one picture. */
const SAME_PIXELS = 0.85
/** What was badly cut out of its background agrees less; it is the same where nothing else comes near. */
const LIKELY_PIXELS = 0.6
/** What the pixels count beside the similarity that the model sees. */
const PIXELS = 0.35
/** The same where it is chosen what is matched finely: a part of a thing looks like many others to the model. */
const COARSE_PIXELS = 1

/**
 * The catalog's picture that the shopper's is as it came, at another size or quality: the same thumbnail is made of it. No part has to be
 * looked at then. With the vector of the catalog's own picture.
 */
export async function knownPicture(
  store: VectorStore,
  thumbnailsOf: (productIds: readonly number[]) => ReturnType<StoredThumbnails>,
  { thumbnail, seen }: { thumbnail: Picture; seen: SeenCrop },
): Promise<SeenCrop | undefined> {
  const near = store.search({ vector: seen.vector, k: MOST_COMPARED }).map(({ productId }) => productId)
  const thumbnails = await thumbnailsOf(near)
  const [best] = near
    .flatMap((productId) => (thumbnails.get(productId) ?? []).map((one, place) => ({ productId, place, one })))
    .flatMap(({ productId, place, one }) => {
      const difference = one && wholeDifference(one, thumbnail)
      return difference === undefined ? [] : [{ productId, place, difference }]
    })
    .sort((a, b) => a.difference - b.difference)
  return best && ownPicture(store, { ...best, crop: seen.crop })
}

function ownPicture(
  store: VectorStore,
  { crop, productId, place }: Pick<Candidate, 'crop' | 'productId' | 'place'>,
): SeenCrop {
  return { crop, vector: store.vectors(productId)[place]! }
}

/** With the vector of the catalog's own picture. Undefined where the shopper's is none of them. */
export async function samePicture(
  store: VectorStore,
  thumbnailsOf: (productIds: readonly number[]) => ReturnType<StoredThumbnails>,
  looked: LookedAt,
): Promise<SeenCrop | undefined> {
  const candidates = nearestPictures(store, looked.seen)
  const thumbnails = await thumbnailsOf(candidates.map(({ productId }) => productId))
  const compared = prepareForComparison(looked.picture, looked.crops)
  const coarsely: Matched[] = []
  for (const candidate of candidates) {
    const thumbnail = thumbnails.get(candidate.productId)?.[candidate.place]
    if (thumbnail === undefined) continue
    const coarse = coarseMatch(compared, thumbnail)
    coarsely.push(matched({ ...candidate, coarse }, coarse.score, COARSE_PIXELS))
    // Each takes a millisecond or two: others get their turn in between.
    await nextTurn()
  }
  const finely: Matched[] = []
  for (const one of worthFineMatch(coarsely)) {
    finely.push(matched(one, fineMatch(one.coarse), PIXELS))
    await nextTurn()
  }
  const same = sameOf(finely)
  return same && ownPicture(store, same)
}

function matched(candidate: Candidate & Pick<Matched, 'coarse'>, pixelScore: number, weight: number): Matched {
  return { ...candidate, pixelScore, score: candidate.similarity + weight * pixelScore }
}

/** Pixels are exact where the model guesses: the ones that clearly agree most decide. Else the model has its say. */
function sameOf(candidates: readonly Matched[]): Matched | undefined {
  const [best] = bestFirst(candidates)
  const [closest, next] = candidates.toSorted((a, b) => b.pixelScore - a.pixelScore)
  if (best === undefined || closest === undefined) return undefined
  const one = isClearlyCloser(closest, best.pixelScore) ? closest : best
  if (one.pixelScore >= SAME_PIXELS) return one
  const isAlone = isClearlyCloser(closest, Math.max(0, next?.pixelScore ?? 0))
  return closest.pixelScore >= LIKELY_PIXELS && isAlone ? closest : undefined
}

/** Differs by half as much. */
function isClearlyCloser({ pixelScore }: Matched, otherScore: number): boolean {
  return 2 * (1 - pixelScore) <= 1 - otherScore
}

/** In turn from the two orders: by pixels and model, and by pixels alone. Darkness makes another color, and so another vector. */
function worthFineMatch(coarsely: readonly Matched[]): Matched[] {
  const byPixels = coarsely.toSorted((a, b) => b.pixelScore - a.pixelScore)
  const inTurn = bestFirst(coarsely).flatMap((one, i) => [one, byPixels[i]!])
  return [...new Set(inTurn)].slice(0, MOST_FINE)
}

function bestFirst(candidates: readonly Matched[]): Matched[] {
  return candidates.toSorted((a, b) => b.score - a.score)
}

function nearestPictures(store: VectorStore, seen: readonly SeenCrop[]): Candidate[] {
  const found = new Map<number, SeenCrop & { similarity: number; rank: number }>()
  for (const one of seen) {
    for (const [place, { productId, similarity }] of store.search({ vector: one.vector, k: MOST_COMPARED }).entries()) {
      const before = found.get(productId)
      const rank = Math.min(place, before?.rank ?? place)
      const isNearer = before === undefined || similarity > before.similarity
      found.set(productId, isNearer ? { ...one, similarity, rank } : { ...before, rank })
    }
  }
  return [...found]
    .sort(([, a], [, b]) => a.rank - b.rank || b.similarity - a.similarity)
    .slice(0, MOST_COMPARED)
    .map(([productId, { crop, similarity, vector }]) => {
      return { productId, place: nearestPicture(store, productId, vector), similarity, crop }
    })
}

function nearestPicture(store: VectorStore, productId: number, vector: Float32Array): number {
  const similarities = store.vectors(productId).map((one) => dot(one, vector))
  return similarities.indexOf(Math.max(...similarities))
}
