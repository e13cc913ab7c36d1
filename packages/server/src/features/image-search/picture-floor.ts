/** How alike a product must be to be found at all. */
import type { ImageEmbedder } from '@vitrine/embedder'
import type { VectorStore } from '@vitrine/engine'
import { oncePer } from '../platform/once-per.ts'

/** Products taken as a sample of the shop. */
const SAMPLE = 64
/** The sample of a shop that grew by this factor is taken again. */
const GROWTH = 1.25
/** Of the resemblance that the shop's own products have to their nearest. */
const SHARE = 0.6
/** Nothing below is alike, whatever the shop; everything above is, even where all products look the same. */
const LOWEST = 0.36
const HIGHEST = 0.52

export type Resemblance = (a: Float32Array, b: Float32Array) => number

export function resemblanceOf({ resemblance }: ImageEmbedder): Resemblance {
  return resemblance ?? cosine
}

/**
 * Calibrated on the shop: where products look like each other, a picture has to look like one of them too; in a shop of few and
 * different things less is asked. Noise and pictures of other things stay below.
 */
export function pictureFloor(store: VectorStore, resemblance: Resemblance): number {
  const known = calibrationOf(store)
  if (store.size < known.size * GROWTH && store.size * GROWTH > known.size) return known.floor
  const nearest = nearestResemblances(store, resemblance).sort((a, b) => a - b)
  const middle = nearest[Math.floor(nearest.length / 2)] ?? 0
  known.floor = Math.min(HIGHEST, Math.max(LOWEST, SHARE * middle))
  known.size = store.size
  return known.floor
}

const calibrationOf = oncePer((_: VectorStore) => ({ size: 0, floor: LOWEST }))

function nearestResemblances(store: VectorStore, resemblance: Resemblance): number[] {
  const ids = [...store.productIds()].sort((a, b) => a - b)
  const step = Math.max(1, Math.floor(ids.length / SAMPLE))
  return ids
    .filter((_, i) => i % step === 0)
    .slice(0, SAMPLE)
    .flatMap((id) => {
      const vector = store.vectors(id)[0]!
      const other = store.search({ vector, k: 2 }).find(({ productId }) => productId !== id)
      return other ? [Math.max(...store.vectors(other.productId).map((one) => resemblance(vector, one)))] : []
    })
}

function cosine(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i]! * b[i]!
  return sum
}
