/** Finds the catalog picture that the shopper's picture shows, by its pixels: models confuse shades of a lipstick. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  COLOR_DIMENSIONS,
  type ComparedPicture,
  type ComparedThumbnail,
  type Crop,
  dot,
  objectAgreement,
  type Picture,
  pixelAgreement,
  prepareForComparison,
  prepareThumbnail,
  type VectorStore,
  wholeDifference,
} from '@vitrine/engine'
import type { ShopId } from '../../ports/record-store/record-store.ts'

/** Thumbnails in the order of the products' vectors; undefined for a picture without a thumbnail. */
export type StoredThumbnails = (
  shop: ShopId,
  space: string,
  productIds: readonly number[],
) => Promise<ReadonlyMap<number, readonly (Picture | undefined)[]>>

export interface LookedAt {
  picture: Picture
  crops: readonly Crop[]
  seen: readonly SeenCrop[]
}

export interface SeenCrop {
  crop: Crop
  vector: Float32Array
}

interface Candidate {
  productId: number
  /** Index of the picture among the product's vectors. */
  place: number
  similarity: number
  /** The part that the picture is most similar to. */
  crop: Crop
}

interface Compared extends Candidate {
  thumbnail: ComparedThumbnail
  pixelScore: number
}

/** Chosen by rank, because similarities to different parts are not comparable. */
const MAX_COMPARED = 24
/** Pixels that agree this well prove that it is the same picture. */
const SAME_PIXELS = 0.85
/** This agreement is enough if no other picture comes close, because a picture that was cut out badly agrees less. */
const LIKELY_PIXELS = 0.6
const PIXELS = 1

/** Compares the whole picture by thumbnail, without looking for parts. */
export async function knownPicture(
  store: VectorStore,
  thumbnailsOf: (productIds: readonly number[]) => ReturnType<StoredThumbnails>,
  { thumbnail, seen, colorsAt }: { thumbnail: Picture; seen: SeenCrop; colorsAt: number | undefined },
): Promise<SeenCrop | undefined> {
  const vectors = colorsAt === undefined ? [seen.vector] : [seen.vector, colorsAlone(seen.vector, colorsAt)]
  const hits = vectors.flatMap((vector) => store.search({ vector, k: MAX_COMPARED }))
  const near = [...new Set(hits.map(({ productId }) => productId))]
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

/** A picture's size hardly changes its colors, but a model may misjudge a small texture. */
function colorsAlone(vector: Float32Array, colorsAt: number): Float32Array {
  const end = colorsAt + COLOR_DIMENSIONS
  return vector.map((value, i) => (i >= colorsAt && i < end ? value : 0))
}

function ownPicture(
  store: VectorStore,
  { crop, productId, place }: Pick<Candidate, 'crop' | 'productId' | 'place'>,
): SeenCrop {
  return { crop, vector: store.vectors(productId)[place]! }
}

/** Returns undefined if the shopper's picture was not made from one of the catalog. */
export async function samePicture(
  store: VectorStore,
  thumbnailsOf: (productIds: readonly number[]) => ReturnType<StoredThumbnails>,
  looked: LookedAt,
): Promise<SeenCrop | undefined> {
  const candidates = nearestPictures(store, looked.seen)
  const thumbnails = await thumbnailsOf(candidates.map(({ productId }) => productId))
  const picture = prepareForComparison(looked.picture, looked.crops)
  const compared: Compared[] = []
  for (const candidate of candidates) {
    const stored = thumbnails.get(candidate.productId)?.[candidate.place]
    if (stored === undefined) continue
    const thumbnail = prepareThumbnail(stored)
    compared.push({ ...candidate, thumbnail, pixelScore: pixelAgreement(picture, thumbnail) })
    await nextTurn()
  }
  const same = sameOf(compared) ?? sameOf(await located(picture, compared))
  return same && ownPicture(store, same)
}

/** Searches the whole picture, because the object may be in front of a background that is not plain. */
async function located(picture: ComparedPicture, candidates: readonly Compared[]): Promise<Compared[]> {
  const found: Compared[] = []
  for (const one of candidates) {
    found.push({ ...one, pixelScore: Math.max(one.pixelScore, objectAgreement(picture, one.thumbnail)) })
    await nextTurn()
  }
  return found
}

/** If the pixels do not agree clearly, the similarity by the model counts, too. */
function sameOf(candidates: readonly Compared[]): Compared | undefined {
  const scoreOf = ({ similarity, pixelScore }: Compared) => similarity + PIXELS * pixelScore
  const [best] = candidates.toSorted((a, b) => scoreOf(b) - scoreOf(a))
  const [closest, next] = candidates.toSorted((a, b) => b.pixelScore - a.pixelScore)
  if (best === undefined || closest === undefined) return undefined
  const one = isClearlyCloser(closest, best.pixelScore) ? closest : best
  if (one.pixelScore >= SAME_PIXELS) return one
  const isAlone = isClearlyCloser(closest, Math.max(0, next?.pixelScore ?? 0))
  return closest.pixelScore >= LIKELY_PIXELS && isAlone ? closest : undefined
}

/** True if the distance from a perfect score, 1, is at most half that of the other score. */
function isClearlyCloser({ pixelScore }: Compared, otherScore: number): boolean {
  return 2 * (1 - pixelScore) <= 1 - otherScore
}

function nearestPictures(store: VectorStore, seen: readonly SeenCrop[]): Candidate[] {
  const found = new Map<number, SeenCrop & { similarity: number; rank: number }>()
  for (const one of seen) {
    for (const [place, { productId, similarity }] of store.search({ vector: one.vector, k: MAX_COMPARED }).entries()) {
      const before = found.get(productId)
      const rank = Math.min(place, before?.rank ?? place)
      const isNearer = before === undefined || similarity > before.similarity
      found.set(productId, isNearer ? { ...one, similarity, rank } : { ...before, rank })
    }
  }
  return [...found]
    .sort(([, a], [, b]) => a.rank - b.rank || b.similarity - a.similarity)
    .slice(0, MAX_COMPARED)
    .map(([productId, { crop, similarity, vector }]) => {
      return { productId, place: nearestPicture(store, productId, vector), similarity, crop }
    })
}

function nearestPicture(store: VectorStore, productId: number, vector: Float32Array): number {
  const similarities = store.vectors(productId).map((one) => dot(one, vector))
  return similarities.indexOf(Math.max(...similarities))
}
