import { describe, expect, it } from 'vitest'
import { DOUBT_AT, TYPE_DIMENSIONS, VISUAL_COLORS_AT, VISUAL_DIMENSION, VISUAL_WEIGHTS } from './visual-layout.ts'
import {
  kindOf,
  MAX_LIKENESS,
  styleOf,
  visualNoProductProbability,
  visualLikeness,
  visualResemblance,
} from './visual-likeness.ts'

/** Returns a vector whose parts have these angles to those of `vectorAt(0, 0, 0)`. */
function vectorAt(type: number, style: number, colors: number): Float32Array {
  const vector = new Float32Array(VISUAL_DIMENSION)
  const place = (at: number, angle: number, weight: number) => {
    vector[at] = weight * Math.cos(angle)
    vector[at + 1] = weight * Math.sin(angle)
  }
  place(0, type, VISUAL_WEIGHTS.type)
  place(TYPE_DIMENSIONS, style, VISUAL_WEIGHTS.style)
  place(VISUAL_COLORS_AT, colors, VISUAL_WEIGHTS.colors)
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)
const picture = vectorAt(0, 0, 0)

describe('visualLikeness', () => {
  it('is highest for the same picture, and 0 if every part differs', () => {
    expect(visualLikeness(picture, picture)).toBeCloseTo(1 + 0.7 + 0.5625)
    expect(visualLikeness(picture, vectorAt(Math.PI / 2, Math.PI, Math.PI / 2))).toBeCloseTo(0)
  })

  it('prefers high similarity in type and style to moderate similarity in all parts, unlike the cosine', () => {
    const [same, somewhat] = [
      vectorAt(0, 0, Math.acos(0)),
      vectorAt(Math.acos(0.726), Math.acos(0.726), Math.acos(0.726)),
    ]
    expect(dot(picture, same)).toBeCloseTo(dot(picture, somewhat), 2)
    expect(visualLikeness(picture, same)).toBeGreaterThan(visualLikeness(picture, somewhat))
  })

  it('sharpens each part by its power', () => {
    const [half, none] = [Math.acos(0.5), Math.PI / 2]
    expect(visualLikeness(picture, vectorAt(half, none, none))).toBeCloseTo(0.5 ** 2)
    expect(visualLikeness(picture, vectorAt(none, half, none))).toBeCloseTo(0.7 * 0.5 ** 3)
    expect(visualLikeness(picture, vectorAt(none, none, half))).toBeCloseTo(0.5625 * 0.5 ** 4)
  })

  it('is symmetric', () => {
    const other = vectorAt(0.4, 1, 0.2)
    expect(visualLikeness(picture, other)).toBeCloseTo(visualLikeness(other, picture))
  })
})

describe('parts of the likeness', () => {
  const [half, none] = [Math.acos(0.5), Math.PI / 2]

  it('are read separately: type, style, and both without the colors', () => {
    const other = vectorAt(half, none, 0)
    expect(kindOf(picture, other)).toBeCloseTo(0.5)
    expect(styleOf(picture, other)).toBeCloseTo(0)
    expect(styleOf(picture, vectorAt(none, half, none))).toBeCloseTo(0.5)
    expect(kindOf(picture, vectorAt(Math.PI, 0, 0))).toBe(0)
  })

  it('without the colors are 1 for the same form in any color', () => {
    expect(visualResemblance(picture, vectorAt(0, 0, 2))).toBeCloseTo(1)
    const { type, style } = VISUAL_WEIGHTS
    const expected = (0.5 * type ** 2) / (type ** 2 + style ** 2)
    expect(visualResemblance(picture, vectorAt(half, none, 0))).toBeCloseTo(expected)
  })

  it('reach the maximum only for the same picture', () => {
    expect(visualLikeness(picture, picture)).toBeCloseTo(MAX_LIKENESS)
  })
})

describe('doubt', () => {
  it('is 1 if the type consists of doubt only, and 0 without it', () => {
    const doubtful = new Float32Array(VISUAL_DIMENSION)
    doubtful[DOUBT_AT] = VISUAL_WEIGHTS.type
    doubtful[TYPE_DIMENSIONS] = VISUAL_WEIGHTS.style
    doubtful[VISUAL_COLORS_AT] = VISUAL_WEIGHTS.colors
    const length = Math.hypot(...doubtful)
    expect(visualNoProductProbability(doubtful.map((value) => value / length))).toBeCloseTo(1)
    expect(visualNoProductProbability(picture)).toBeCloseTo(0)
  })
})
