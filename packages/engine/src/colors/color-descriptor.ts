/**
 * Which colors a product has, as a vector: how much of it lies near each of 112 fixed points of OKLab. Learned vectors forget the
 * exact shade; this part keeps it. The points are close together and felt near by only: two products of one shade agree, two of
 * merely related shades hardly do, so that this part speaks up for the same thing in another view and is silent otherwise.
 */
import { type Lab, oklabOf } from './oklab.ts'
import { type LabPicture, productShares } from './picture.ts'

export const COLOR_DIMENSIONS = 112

const GREYS = [0.06, 0.11, 0.16, 0.26, 0.36, 0.46, 0.55, 0.64, 0.73, 0.82, 0.9, 0.96]
const LIGHTNESSES = [0.3, 0.48, 0.66, 0.84]
/** Rings of hues, from vivid to pale; each begins half a step further than the one before. */
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
/** Hue and chroma differ less in numbers than lightness does, and matter more. */
const CHROMA_WEIGHT = 2.5
/** The points once more, hue and chroma weighed, one number after the other: every pixel is held against all of them. */
const WEIGHED = Float64Array.from(
  ANCHORS.flatMap(([lightness, a, b]) => [lightness, CHROMA_WEIGHT * a, CHROMA_WEIGHT * b]),
)
/** How far a point is felt. */
const SPREAD = 0.035
/** Below 1 the small shares count for more than their size. */
const POWER = 0.65

/** A unit vector: powers of the shares, so that the product of two says how much their colors overlap. */
export function colorDescriptor(picture: LabPicture): Float32Array {
  const { colors } = picture
  const shares = productShares(picture)
  const sums = new Float64Array(COLOR_DIMENSIONS)
  const felt = new Float64Array(COLOR_DIMENSIONS)
  for (let i = 0; i < colors.length; i++) {
    if (shares[i] < 0.01) continue
    const total = feel(colors[i], felt)
    const share = shares[i] / total
    for (let a = 0; a < COLOR_DIMENSIONS; a++) if (felt[a] > 0) sums[a] += share * felt[a]
  }
  const powers = Float32Array.from(sums, (value) => value ** POWER)
  const length = Math.sqrt(powers.reduce((sum, value) => sum + value * value, 0)) || 1
  return powers.map((value) => value / length)
}

/** How near each point is to the color; the nearest is 1, so that a color far from all of them is still of the nearest. */
function feel(color: Lab, felt: Float64Array): number {
  const [lightness, greenRed, blueYellow] = [color[0], CHROMA_WEIGHT * color[1], CHROMA_WEIGHT * color[2]]
  let least = Number.POSITIVE_INFINITY
  for (let a = 0, at = 0; a < COLOR_DIMENSIONS; a++, at += 3) {
    const light = lightness - WEIGHED[at]
    const red = greenRed - WEIGHED[at + 1]
    const yellow = blueYellow - WEIGHED[at + 2]
    const squared = light * light + red * red + yellow * yellow
    felt[a] = squared
    if (squared < least) least = squared
  }
  let total = 0
  for (let a = 0; a < COLOR_DIMENSIONS; a++) {
    // Nearly all points are too far to be felt, and a power costs more than the rest together.
    const exponent = (least - felt[a]) / (2 * SPREAD * SPREAD)
    if (exponent < -16) felt[a] = 0
    else {
      felt[a] = Math.exp(exponent)
      total += felt[a]
    }
  }
  return total
}

function squaredDistance(one: Lab, other: Lab): number {
  const lightness = one[0] - other[0]
  const greenRed = CHROMA_WEIGHT * (one[1] - other[1])
  const blueYellow = CHROMA_WEIGHT * (one[2] - other[2])
  return lightness * lightness + greenRed * greenRed + blueYellow * blueYellow
}

/** A word for a color means shades about as far from its own as this. */
const NAMED_REACH = 0.13

/** How much of a product with this descriptor (of any length) a person would call by the name of that color, 0 to 1. */
export function shareOfColor(descriptor: ArrayLike<number>, rgb: readonly [number, number, number]): number {
  const color = oklabOf(...rgb)
  const felt = new Float64Array(COLOR_DIMENSIONS)
  feel(color, felt)
  const shares = Float64Array.from({ length: COLOR_DIMENSIONS }, (_, a) => Math.max(0, descriptor[a]) ** (1 / POWER))
  // A product of that color alone also lies a little off the points: it has all of the share there is.
  return Math.min(1, meantPart(shares, color) / meantPart(felt, color))
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
