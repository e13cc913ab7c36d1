import { describe, expect, it } from 'vitest'
import { colorDescriptor, labPicture } from '@vitrine/engine'
import { colorNameShares } from './color-names.ts'
import { TYPE_DIMENSIONS, VISUAL_COLORS_AT, VISUAL_DIMENSION, VISUAL_WEIGHTS } from './visual-layout.ts'
import { visualNoProductProbability } from './visual-likeness.ts'
import { visualOrder } from './visual-order.ts'

type Rgb = readonly [number, number, number]

function colorsOf(rgb: Rgb): Float32Array {
  const pixels = Uint8Array.from({ length: 3 * 64 }, (_, i) => rgb[i % 3]!)
  return colorDescriptor(labPicture({ width: 8, height: 8, pixels }))
}

/** Returns the vector of a product of this color, with these angles in type and style to the query's picture. */
function product(rgb: Rgb, type: number, style: number, doubt = 0): Float32Array {
  const vector = new Float32Array(VISUAL_DIMENSION)
  const place = (at: number, angle: number, weight: number) => {
    vector[at] = weight * Math.cos(angle)
    vector[at + 1] = weight * Math.sin(angle)
  }
  place(0, type, VISUAL_WEIGHTS.type)
  place(TYPE_DIMENSIONS, style, VISUAL_WEIGHTS.style)
  vector[TYPE_DIMENSIONS - 1] = VISUAL_WEIGHTS.type * doubt
  vector.set(
    colorsOf(rgb).map((value) => VISUAL_WEIGHTS.colors * value),
    VISUAL_COLORS_AT,
  )
  const length = Math.hypot(...vector)
  return vector.map((value) => value / length)
}

const RED: Rgb = [205, 33, 42]
const DARK_RED: Rgb = [170, 25, 35]
const GREEN: Rgb = [52, 142, 68]
const picture = product(RED, 0, 0)

const together = (a: Rgb, b: Rgb) => {
  const [one, other] = [colorNameShares(colorsOf(a)), colorNameShares(colorsOf(b))]
  return one.reduce((sum, share, i) => sum + share * other[i]!, 0)
}

describe('the names of colors', () => {
  it('are the same for shades of a color, and different for two colors', () => {
    expect(together(RED, DARK_RED)).toBeGreaterThan(3 * together(RED, GREEN))
    expect(colorNameShares(colorsOf(RED)).reduce((sum, share) => sum + share)).toBeCloseTo(1)
  })
})

describe('visualOrder', () => {
  it('begins with the five most similar pictures in any color', () => {
    const views = Array.from({ length: 5 }, () => product(GREEN, 0.1, 0.1))
    const others = Array.from({ length: 5 }, () => product(RED, 0.6, 1.2))
    const order = visualOrder(picture, [...others, ...views])
    expect(order.slice(0, 5).sort()).toEqual([5, 6, 7, 8, 9])
  })

  it('continues with the same type in the same color, not with the same color in another type', () => {
    const first = Array.from({ length: 5 }, () => product(RED, 0, 0))
    const [greenOfKind, redOfKind, redOfAnother] = [
      product(GREEN, 0.5, 1),
      product(DARK_RED, 0.5, 1.1),
      product(RED, 1.4, 1.3),
    ]
    const order = visualOrder(picture, [...first, redOfAnother, greenOfKind, redOfKind])
    expect(order.slice(5)).toEqual([7, 6, 5])
  })

  it('lifts products of other types less by their color', () => {
    const first = Array.from({ length: 5 }, () => product(RED, 0, 0))
    const green = product(GREEN, 0.3, 0.8)
    const redOfKind = (kind: number) => product(RED, Math.acos(kind), Math.PI / 2)
    expect(visualOrder(picture, [...first, green, redOfKind(0.6)])[5]).toBe(6)
    expect(visualOrder(picture, [...first, green, redOfKind(0.5)])[5]).toBe(5)
  })

  it('keeps the same product first, even if another has more of the color', () => {
    const [own, other] = [product(GREEN, 0.1, 0.2), product(RED, 0.1, 1.2)]
    expect(visualOrder(picture, [other, own])).toEqual([1, 0])
    const unlike = product(GREEN, 0.1, 1.1)
    expect(visualOrder(picture, [unlike, other])).toEqual([1, 0])
  })

  it('lets color lift only the sixty most similar pictures', () => {
    const first = Array.from({ length: 5 }, () => product(RED, 0, 0))
    const greens = (count: number) => Array.from({ length: count }, () => product(GREEN, 0.3, 0.8))
    const red = product(DARK_RED, 0.9, 1.5)
    expect(visualOrder(picture, [...first, ...greens(54), red])[5]).toBe(59)
    expect(visualOrder(picture, [...first, ...greens(55), red])[60]).toBe(60)
  })

  describe('if one picture is slightly more similar than four that resemble each other', () => {
    const places = (type: number) =>
      visualOrder(picture, [product(GREEN, type, 0.8), ...Array.from({ length: 4 }, () => product(GREEN, type, -0.85))])

    it('begins with the four if no picture is very similar', () => expect(places(1)).toEqual([1, 2, 3, 4, 0]))

    it('does not compare a picture with itself', () => {
      const [one, two] = [product(GREEN, 1, 0.8), product(GREEN, 1, -0.907)]
      expect(visualOrder(picture, [one, two, two])).toEqual([1, 2, 0])
    })

    it('begins with the one if it is very similar', () => expect(places(0.3)[0]).toBe(0))
  })

  it('is empty without pictures', () => expect(visualOrder(picture, [])).toEqual([]))
})

describe('the doubt that there is a product', () => {
  it('is read back from a vector of length 1', () => {
    expect(visualNoProductProbability(picture)).toBeCloseTo(0)
    expect(visualNoProductProbability(product(RED, Math.PI / 2, Math.PI / 2, 1))).toBeGreaterThan(0.6)
  })
})
