/**
 * Describes the colors of a product as a vector: how much of the product is near each of 112 fixed points of OKLab. The
 * points are dense and cover little each, so two products agree only if they have the same shade. Learned vectors lose
 * the exact shade.
 */
import { type Lab, oklabOf } from './oklab.ts'
import { type LabPicture, productShares } from './picture.ts'

export const COLOR_DIMENSIONS = 112

const GREYS = [0.06, 0.11, 0.16, 0.26, 0.36, 0.46, 0.55, 0.64, 0.73, 0.82, 0.9, 0.96]
const LIGHTNESSES = [0.3, 0.48, 0.66, 0.84]
/** Rings of hues, from vivid to pale; each is rotated half a step further than the one before. */
const RINGS = [
  { hues: 10, chroma: 0.16 },
  { hues: 9, chroma: 0.1 },
  { hues: 6, chroma: 0.045 },
]

const ANCHORS: readonly Lab[] = [
  ...GREYS.map((lightness): Lab => [lightness, 0, 0]),
  ...RINGS.flatMap(({ hues, chroma }, ring) =>
    Array.from({ length: hues }, (_, i) => (2 * Math.PI * (i + ring / 2)) / hues).flatMap((hue) =>
      LIGHTNESSES.map((lightness): Lab => [lightness, chroma * Math.cos(hue), chroma * Math.sin(hue)]),
    ),
  ),
]
/** Color names depend more on hue and chroma than their small OKLab differences suggest. */
const CHROMA_WEIGHT = 2.5
/** One flat array, because every pixel is compared with all points. */
const WEIGHED = Float64Array.from(
  ANCHORS.flatMap(([lightness, a, b]) => [lightness, CHROMA_WEIGHT * a, CHROMA_WEIGHT * b]),
)
/** Standard deviation of the bell curve around a point. */
const SPREAD = 0.035
/** An exponent below 1 makes small shares count for more than their size. */
const POWER = 0.65

/** Returns a unit vector, so that the dot product of two descriptors tells how much their colors overlap. */
export function colorDescriptor(picture: LabPicture): Float32Array {
  const { colors } = picture
  const shares = productShares(picture)
  const sums = new Float64Array(COLOR_DIMENSIONS)
  const weights = new Float64Array(COLOR_DIMENSIONS)
  for (let i = 0; i < colors.length; i++) {
    if (shares[i] < 0.01) continue
    const points = pointsAround(colors[i])
    const share = shares[i] / weighPoints(colors[i], points, weights)
    for (const point of points) sums[point] += share * weights[point]
  }
  const powers = Float32Array.from(sums, (value) => value ** POWER)
  const length = Math.sqrt(powers.reduce((sum, value) => sum + value * value, 0)) || 1
  return powers.map((value) => value / length)
}

/** Points this much farther (squared distance) than the nearest are ignored: their share is about 10⁻⁷. */
const MAX_EXTRA_DISTANCE = 16 * 2 * SPREAD * SPREAD

/** Table of the bell curve, faster than computing it. Interpolation is accurate to a few millionths. */
const STEPS = 4096
const BELL = Float64Array.from({ length: STEPS + 1 }, (_, i) => Math.exp((-16 * i) / STEPS))

function bell(squared: number): number {
  const place = (squared * STEPS) / MAX_EXTRA_DISTANCE
  const step = Math.floor(place)
  return BELL[step] + (place - step) * (BELL[step + 1] - BELL[step])
}

/** Writes into `weights` how near each point is to the color, relative to the nearest point, which gets 1. Returns the sum. */
function weighPoints(color: Lab, points: Uint8Array, weights: Float64Array): number {
  const [lightness, greenRed, blueYellow] = [color[0], CHROMA_WEIGHT * color[1], CHROMA_WEIGHT * color[2]]
  let min = Number.POSITIVE_INFINITY
  for (const point of points) {
    const at = 3 * point
    const light = lightness - WEIGHED[at]
    const red = greenRed - WEIGHED[at + 1]
    const yellow = blueYellow - WEIGHED[at + 2]
    const squared = light * light + red * red + yellow * yellow
    weights[point] = squared
    if (squared < min) min = squared
  }
  let total = 0
  for (const point of points) {
    const farther = weights[point] - min
    weights[point] = farther >= MAX_EXTRA_DISTANCE ? 0 : bell(farther)
    total += weights[point]
  }
  return total
}

/** Side length of a cube of colors that share a list of nearby points; all other points are too far to count. */
const CELL = 0.05
const CELLS = 64
const known = new Map<number, Uint8Array>()

function pointsAround(color: Lab): Uint8Array {
  const light = Math.floor(color[0] / CELL)
  const red = Math.floor((CHROMA_WEIGHT * color[1]) / CELL) + CELLS / 2
  const yellow = Math.floor((CHROMA_WEIGHT * color[2]) / CELL) + CELLS / 2
  const key = (light * CELLS + red) * CELLS + yellow
  const before = known.get(key)
  if (before) return before
  const points = pointsAroundCell([light, red - CELLS / 2, yellow - CELLS / 2])
  known.set(key, points)
  return points
}

function pointsAroundCell(cell: readonly number[]): Uint8Array {
  const distances = ANCHORS.map((_, i) =>
    Math.hypot(...cell.map((place, c) => (place + 0.5) * CELL - WEIGHED[3 * i + c])),
  )
  const farthest = Math.sqrt(3) * (CELL / 2)
  const reach = Math.sqrt((Math.min(...distances) + farthest) ** 2 + MAX_EXTRA_DISTANCE) + farthest
  return Uint8Array.from(distances.flatMap((distance, i) => (distance <= reach ? [i] : [])))
}

function squaredDistance(one: Lab, other: Lab): number {
  const lightness = one[0] - other[0]
  const greenRed = CHROMA_WEIGHT * (one[1] - other[1])
  const blueYellow = CHROMA_WEIGHT * (one[2] - other[2])
  return lightness * lightness + greenRed * greenRed + blueYellow * blueYellow
}

/** Standard deviation of the bell curve of shades that a color word covers. */
const NAMED_REACH = 0.13

/** Returns the share of a product, 0 to 1, that people would call by the color's name. */
export function shareOfColor(descriptor: ArrayLike<number>, rgb: readonly [number, number, number]): number {
  const color = oklabOf(...rgb)
  const weights = new Float64Array(COLOR_DIMENSIONS)
  weighPoints(color, pointsAround(color), weights)
  const shares = Float64Array.from({ length: COLOR_DIMENSIONS }, (_, a) => Math.max(0, descriptor[a]) ** (1 / POWER))
  // Even a product of only this color has shares at other points. Its share must be 1.
  return Math.min(1, meantPart(shares, color) / meantPart(weights, color))
}

function meantPart(shares: Float64Array, color: Lab): number {
  let whole = 0
  let meant = 0
  for (let a = 0; a < COLOR_DIMENSIONS; a++) {
    whole += shares[a]
    meant += shares[a] * Math.exp(-squaredDistance(color, ANCHORS[a]) / (2 * NAMED_REACH * NAMED_REACH))
  }
  return whole === 0 ? 0 : meant / whole
}
