/**
 * Similarity for ordering the nearest pictures: the cosines of the parts are raised to a power before they are summed,
 * so that a high similarity in one part counts more than a moderate one in all.
 */
import { DOUBT_AT, TYPE_DIMENSIONS, VISUAL_COLORS_AT, VISUAL_DIMENSION, VISUAL_WEIGHTS } from './visual-layout.ts'

interface Part {
  from: number
  to: number
  /** Weight of the part in a visual vector. */
  length: number
  /** Weight of the part in the likeness. */
  weight: number
  power: number
}

/** A part in which many products agree (color) has a higher power, so that only close matches count. */
const PARTS: readonly Part[] = [
  { from: 0, to: TYPE_DIMENSIONS, length: VISUAL_WEIGHTS.type, weight: 1, power: 2 },
  { from: TYPE_DIMENSIONS, to: VISUAL_COLORS_AT, length: VISUAL_WEIGHTS.style, weight: 0.7, power: 3 },
  { from: VISUAL_COLORS_AT, to: VISUAL_DIMENSION, length: VISUAL_WEIGHTS.colors, weight: 0.5625, power: 4 },
]
/** Squared length of a vector before it was normalized. */
const WHOLE = PARTS.reduce((sum, { length }) => sum + length ** 2, 0)

/** Likeness of a picture to itself. */
export const MAX_LIKENESS = PARTS.reduce((sum, { weight }) => sum + weight, 0)

export function visualLikeness(a: Float32Array, b: Float32Array): number {
  let likeness = 0
  for (const part of PARTS) likeness += part.weight * cosine(a, b, part) ** part.power
  return likeness
}

const FORM = PARTS.slice(0, 2)
const FORM_SQUARED = FORM.reduce((sum, { length }) => sum + length ** 2, 0)

/** Returns the cosine of type and style together, without colors. */
export function visualResemblance(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < VISUAL_COLORS_AT; i++) sum += a[i]! * b[i]!
  return (sum * WHOLE) / FORM_SQUARED
}

/** Returns the similarity of two products in type, 0 to 1. */
export function kindOf(a: Float32Array, b: Float32Array): number {
  return cosine(a, b, PARTS[0]!)
}

/** Returns the similarity of two products in style, 0 to 1. */
export function styleOf(a: Float32Array, b: Float32Array): number {
  return cosine(a, b, PARTS[1]!)
}

/** Returns the probability that the picture shows no product at all. */
export function visualNoProductProbability(vector: Float32Array): number {
  return (vector[DOUBT_AT]! * Math.sqrt(WHOLE)) / VISUAL_WEIGHTS.type
}

/** Returns the cosine of one part of two vectors; a negative one counts as 0. */
function cosine(a: Float32Array, b: Float32Array, { from, to, length }: Part): number {
  let sum = 0
  for (let i = from; i < to; i++) sum += a[i]! * b[i]!
  return Math.max(0, (sum * WHOLE) / length ** 2)
}
