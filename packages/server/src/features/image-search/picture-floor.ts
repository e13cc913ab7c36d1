/** Computes the similarity from which a product counts as a result. */
import type { ImageEmbedder } from '@vitrine/embedder'
import { dot, type VectorStore } from '@vitrine/engine'
import { oncePer } from '../platform/once-per.ts'

const SAMPLE = 64
/** The floor is computed again after the number of products has changed by this factor. */
const GROWTH = 1.25
/** Share of the median similarity between the shop's products and their nearest neighbors. */
const SHARE = 0.6
/** Bounds of the floor, for shops whose products look very different or very similar. */
const LOWEST = 0.36
const HIGHEST = 0.48
/** Replaces `SHARE` if the products that a picture resembles have little in common with each other. */
const INCOHERENT_SHARE = 2 / 3

/** Number of most similar products, which should resemble each other. */
const GROUP = 10
const LOOKED_AT = 50
/** In a smaller shop the group would contain too many of all products to mean anything. */
const MIN_PRODUCTS = 4 * GROUP
/** Share of the shop's own products whose neighbors may be less alike than `minCoherence`. */
const OUTLIER_SHARE = 0.05

export type Resemblance = (a: Float32Array, b: Float32Array) => number

export function resemblanceOf({ resemblance }: ImageEmbedder): Resemblance {
  return resemblance ?? dot
}

/** Higher if the shop's products look alike. Noise and unrelated pictures stay below. */
export function pictureFloor(store: VectorStore, resemblance: Resemblance): number {
  return calibrated(store, resemblance).floor
}

/** Higher for a picture that looks a little like many things, such as a pot and a sofa. */
export function floorFor(store: VectorStore, resemblance: Resemblance, vector: Float32Array): number {
  const { floor, incoherentFloor, minCoherence } = calibrated(store, resemblance)
  return coherence(nearestPictures(store, resemblance, vector), resemblance) >= minCoherence ? floor : incoherentFloor
}

/** Higher if the whole picture resembles no product, because some part of any photograph resembles one. */
export function floorForGuess(
  store: VectorStore,
  resemblance: Resemblance,
  { whole, part }: { whole: Float32Array; part: Float32Array },
): number {
  const floor = floorFor(store, resemblance, part)
  const [nearest] = nearestPictures(store, resemblance, whole)
  if (nearest === undefined || nearest.value >= LOWEST) return floor
  return Math.max(floor, calibrated(store, resemblance).inCommon)
}

function calibrated(store: VectorStore, resemblance: Resemblance): Calibration {
  const known = calibrationOf(store)
  if (store.size < known.size * GROWTH && store.size * GROWTH > known.size) return known
  const groups = sampledIds(store).map((id) => nearestPictures(store, resemblance, store.vectors(id)[0]!, id))
  const nearest = groups.flatMap(([first]) => first?.value ?? []).sort(ascending)
  known.inCommon = nearest[Math.floor(nearest.length / 2)] ?? 0
  const coherences = groups.map((group) => coherence(group, resemblance)).sort(ascending)
  known.floor = Math.min(HIGHEST, Math.max(LOWEST, SHARE * known.inCommon))
  known.incoherentFloor = Math.max(known.floor, INCOHERENT_SHARE * known.inCommon)
  known.minCoherence =
    store.size < MIN_PRODUCTS
      ? Number.NEGATIVE_INFINITY
      : (coherences[Math.floor(OUTLIER_SHARE * coherences.length)] ?? 0)
  known.size = store.size
  return known
}

interface Calibration {
  size: number
  /** Median similarity between a product of the shop and its nearest neighbour. */
  inCommon: number
  floor: number
  incoherentFloor: number
  minCoherence: number
}

const calibrationOf = oncePer(
  (_: VectorStore): Calibration => ({ size: 0, inCommon: 0, floor: LOWEST, incoherentFloor: LOWEST, minCoherence: 0 }),
)

function sampledIds(store: VectorStore): number[] {
  const ids = [...store.productIds()].sort(ascending)
  const step = Math.max(1, Math.floor(ids.length / SAMPLE))
  return ids.filter((_, i) => i % step === 0).slice(0, SAMPLE)
}

interface AlikePicture {
  picture: Float32Array
  value: number
}

function nearestPictures(
  store: VectorStore,
  resemblance: Resemblance,
  vector: Float32Array,
  without?: number,
): AlikePicture[] {
  return store
    .search({ vector, k: LOOKED_AT + 1 })
    .filter(({ productId }) => productId !== without)
    .map(({ productId }) =>
      store
        .vectors(productId)
        .map((picture) => ({ picture, value: resemblance(vector, picture) }))
        .reduce((best, one) => (one.value > best.value ? one : best)),
    )
    .sort((a, b) => b.value - a.value)
    .slice(0, GROUP)
}

function coherence(group: readonly AlikePicture[], resemblance: Resemblance): number {
  const values = group.flatMap(({ picture }, i) =>
    group.slice(0, i).map((other) => resemblance(picture, other.picture)),
  )
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function ascending(a: number, b: number): number {
  return a - b
}
