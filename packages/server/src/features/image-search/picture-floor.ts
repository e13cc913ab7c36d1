/** How alike a product must be to be found at all. */
import type { ImageEmbedder } from '@vitrine/embedder'
import { dot, type VectorStore } from '@vitrine/engine'
import { oncePer } from '../platform/once-per.ts'

/** Products taken as a sample of the shop. */
const SAMPLE = 64
/** The sample of a shop that grew by this factor is taken again. */
const GROWTH = 1.25
/** Share of the likeness that the shop's own products have to their nearest. */
const SHARE = 0.6
/** Nothing below is alike, whatever the shop; everything above is, even where all products look the same. */
const LOWEST = 0.36
const HIGHEST = 0.48
/** The same share where what resembles the picture has little in common: more like one of them than anything in a group has to be. */
const SCATTERED_SHARE = 2 / 3

/** Products that a picture resembles most, which should resemble each other. */
const GROUP = 10
/** They are looked for among so many of the nearest. */
const LOOKED_AT = 50
/** In a smaller shop the most alike are a good part of all there is, and say nothing. */
const MIN_PRODUCTS = 4 * GROUP
/** Share of the shop's own products whose neighbours may have less in common than is asked for. */
const LONELY = 0.05

export type Resemblance = (a: Float32Array, b: Float32Array) => number

export function resemblanceOf({ resemblance }: ImageEmbedder): Resemblance {
  return resemblance ?? dot
}

/**
 * Calibrated on the shop: where products look like each other, a picture has to look like one of them too; in a shop of few and
 * different things less is asked. Noise and pictures of other things stay below.
 */
export function pictureFloor(store: VectorStore, resemblance: Resemblance): number {
  return calibrated(store, resemblance).floor
}

/**
 * The floor for one picture. What it resembles should be things of a kind: a wallet looks a little like a pot, a sofa and a bag, and is
 * none of them. Where they have less in common than the neighbours of the shop's own products, it must be much like one of them.
 */
export function floorFor(store: VectorStore, resemblance: Resemblance, vector: Float32Array): number {
  const { floor, scatteredFloor, minCoherence } = calibrated(store, resemblance)
  return coherence(mostAlike(store, resemblance, vector), resemblance) >= minCoherence ? floor : scatteredFloor
}

/**
 * The same for a part that was guessed where nothing stands before a plain background. Of a dozen parts of any photograph one looks like something:
 * the whole picture must resemble a product too, however little, or the part must do so as much as products of the shop resemble each other.
 */
export function floorForGuess(
  store: VectorStore,
  resemblance: Resemblance,
  { whole, part }: { whole: Float32Array; part: Float32Array },
): number {
  const floor = floorFor(store, resemblance, part)
  const [nearest] = mostAlike(store, resemblance, whole)
  if (nearest === undefined || nearest.value >= LOWEST) return floor
  return Math.max(floor, calibrated(store, resemblance).inCommon)
}

function calibrated(store: VectorStore, resemblance: Resemblance): Calibration {
  const known = calibrationOf(store)
  if (store.size < known.size * GROWTH && store.size * GROWTH > known.size) return known
  const groups = sampledIds(store).map((id) => mostAlike(store, resemblance, store.vectors(id)[0]!, id))
  const nearest = groups.flatMap(([first]) => first?.value ?? []).sort(ascending)
  known.inCommon = nearest[Math.floor(nearest.length / 2)] ?? 0
  const coherences = groups.map((group) => coherence(group, resemblance)).sort(ascending)
  known.floor = Math.min(HIGHEST, Math.max(LOWEST, SHARE * known.inCommon))
  known.scatteredFloor = Math.max(known.floor, SCATTERED_SHARE * known.inCommon)
  known.minCoherence =
    store.size < MIN_PRODUCTS ? Number.NEGATIVE_INFINITY : (coherences[Math.floor(LONELY * coherences.length)] ?? 0)
  known.size = store.size
  return known
}

interface Calibration {
  size: number
  /** The resemblance that a product of the shop has to its nearest; the median. */
  inCommon: number
  floor: number
  scatteredFloor: number
  minCoherence: number
}

const calibrationOf = oncePer(
  (_: VectorStore): Calibration => ({ size: 0, inCommon: 0, floor: LOWEST, scatteredFloor: LOWEST, minCoherence: 0 }),
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

/** A picture of each of the products that resemble it most. */
function mostAlike(
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

/** How alike they are to each other, on average. */
function coherence(group: readonly AlikePicture[], resemblance: Resemblance): number {
  const values = group.flatMap(({ picture }, i) =>
    group.slice(0, i).map((other) => resemblance(picture, other.picture)),
  )
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function ascending(a: number, b: number): number {
  return a - b
}
