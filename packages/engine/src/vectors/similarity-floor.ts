import type { VectorStore } from './vector-store.ts'

/** Number of sampled products; more would change only the second digit. */
const SAMPLE = 200
/** Fewer products have no meaningful spread. */
const FEWEST = 20
/** Share of a normal distribution at least one deviation below the mean. */
const ONE_BELOW = 0.16
/** A new sample is taken once the shop has grown or shrunk by this factor. */
const GROWTH = 1.25

/**
 * Returns the similarity up to which nearness means nothing in this model and shop. It is estimated from the query's
 * similarity to meaningless texts (`noise`) and from the expected maximum of n unrelated products: the largest of n
 * draws is √(2 ln n) deviations above the median. A shop with one kind of product is near its queries as a whole, so
 * there the noise replaces the median.
 */
export function similarityFloor(store: VectorStore, vector: Float32Array, noise: number | undefined): number {
  if (store.size < FEWEST) return noise ?? Number.NEGATIVE_INFINITY
  const similarities = store.similarities(vector, sampleOf(store)).sort()
  const at = (share: number) => similarities[Math.floor(share * (similarities.length - 1))]
  // Related products raise the upper half, so the deviation is that of the lower half.
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
