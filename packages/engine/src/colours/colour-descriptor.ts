/**
 * Which colours a product has, as a short vector: how much of it lies near each of 32 fixed points of OKLab. Learned vectors forget
 * the exact shade; this part keeps it.
 */
import { type Lab, oklabOf } from './oklab.ts'
import { type LabPicture, productShares } from './picture.ts'

export const COLOUR_DIMENSIONS = 32

/** Five greys, and nine hues at three lightnesses. */
const ANCHORS: readonly Lab[] = [
  ...[0.15, 0.35, 0.55, 0.75, 0.95].map((lightness): Lab => [lightness, 0, 0]),
  ...Array.from({ length: 9 }, (_, i) => (2 * Math.PI * i) / 9).flatMap((hue) =>
    [0.35, 0.6, 0.82].map((lightness): Lab => [lightness, 0.09 * Math.cos(hue), 0.09 * Math.sin(hue)]),
  ),
]
/** Hue and chroma differ less in numbers than lightness does, and matter more. */
const CHROMA_WEIGHT = 2.2
/** How far a point is felt. */
const SPREAD = 0.1

/** A unit vector: the square roots of the shares, so that the product of two is how much their colours overlap. */
export function colourDescriptor(picture: LabPicture): Float32Array {
  return describe(picture.colours, productShares(picture))
}

/** The descriptor of a picture that shows nothing but this colour. */
export function descriptorOfColour(red: number, green: number, blue: number): Float32Array {
  return describe([oklabOf(red, green, blue)], [1])
}

function describe(colours: readonly Lab[], shares: ArrayLike<number>): Float32Array {
  const sums = new Float64Array(COLOUR_DIMENSIONS)
  const felt = new Float64Array(COLOUR_DIMENSIONS)
  for (let i = 0; i < colours.length; i++) {
    if (shares[i] < 0.01) continue
    const total = feel(colours[i], felt)
    for (let a = 0; a < COLOUR_DIMENSIONS; a++) sums[a] += (shares[i] * felt[a]) / total
  }
  const whole = sums.reduce((sum, value) => sum + value, 0) || 1
  return Float32Array.from(sums, (value) => Math.sqrt(value / whole))
}

function feel(colour: Lab, felt: Float64Array): number {
  let total = 1e-9
  for (let a = 0; a < COLOUR_DIMENSIONS; a++) {
    const anchor = ANCHORS[a]
    const lightness = colour[0] - anchor[0]
    const greenRed = CHROMA_WEIGHT * (colour[1] - anchor[1])
    const blueYellow = CHROMA_WEIGHT * (colour[2] - anchor[2])
    const square = lightness * lightness + greenRed * greenRed + blueYellow * blueYellow
    felt[a] = Math.exp(-square / (2 * SPREAD * SPREAD))
    total += felt[a]
  }
  return total
}
