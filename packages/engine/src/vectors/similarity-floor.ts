import type { VectorStore } from './vector-store.ts'

/** Products taken as a sample of the shop; more change the second digit. */
const SAMPLE = 200
/** The spread of fewer says nothing. */
const FEWEST = 20
/** The share of a normal distribution that lies a deviation or more below its middle. */
const ONE_BELOW = 0.16
/** The sample of a shop that grew by this factor is taken again. */
const GROWTH = 1.25

/**
 * Below this similarity to the query, being near says nothing in this model and this shop. Two things tell: how near the query comes
 * to texts that mean nothing (`noise`), and how near the nearest of so many products would come were none of them about it, which
 * follows from the shop's products in general: the largest of n draws lies √(2 ln n) deviations above the middle. A shop that sells
 * one kind of thing is near as a whole to a query for it; there the noise stands for the middle.
 */
export function similarityFloor(store: VectorStore, vector: Float32Array, noise: number | undefined): number {
  if (store.size < FEWEST) return noise ?? Number.NEGATIVE_INFINITY
  const similarities = store.similarities(vector, sampleOf(store)).sort()
  const at = (share: number) => similarities[Math.floor(share * (similarities.length - 1))]
  // Related products lie on the upper side, in a small shop many of them, so the deviation is taken from the lower side.
  const deviation = at(0.5) - at(ONE_BELOW)
  const middle = Math.min(at(0.5), noise ?? Number.POSITIVE_INFINITY)
  return Math.max(noise ?? Number.NEGATIVE_INFINITY, middle + Math.sqrt(2 * Math.log(store.size)) * deviation)
}

function sampleOf(store: VectorStore): readonly number[] {
  const known = store.floorSample
  const isCurrent = known !== undefined && store.size < known.size * GROWTH && store.size * GROWTH > known.size
  if (isCurrent && known.sample.every((id) => store.has(id))) return known.sample
  const ids = [...store.productIds()].sort((a, b) => a - b)
  const step = Math.max(1, Math.floor(ids.length / SAMPLE))
  const sample = ids.filter((_, i) => i % step === 0).slice(0, SAMPLE)
  store.floorSample = { size: store.size, sample }
  return sample
}
