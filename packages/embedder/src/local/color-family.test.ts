import { COLOR_DIMENSIONS, colorDescriptor, labPicture } from '@vitrine/engine'
import { describe, expect, it } from 'vitest'
import { colorFamilyOf } from './color-names.ts'

type Rgb = readonly [number, number, number]

/** Returns the descriptor of an object of one color on white, in light and shade. */
function thing(rgb: Rgb): Float32Array {
  const side = 40
  const pixels = new Uint8Array(3 * side * side).fill(255)
  for (let y = 8; y < 32; y++) {
    for (let x = 8; x < 32; x++) {
      const light = 1 + (0.4 * (x + y - side)) / 24
      pixels.set(
        rgb.map((value) => Math.min(255, value * light)),
        3 * (y * side + x),
      )
    }
  }
  return colorDescriptor(labPicture({ width: side, height: side, pixels }))
}

const COLORS: Readonly<Record<string, Rgb>> = {
  black: [18, 18, 20],
  blue: [30, 60, 160],
  red: [190, 25, 40],
  brown: [95, 58, 35],
  pink: [240, 130, 175],
  grey: [130, 130, 130],
}

describe('the family of a color', () => {
  it('is the name that most people would give the object’s color, on any background', () => {
    const found = Object.values(COLORS).map((rgb) => colorFamilyOf(thing(rgb)))
    expect(found).toEqual(Object.keys(COLORS))
  })

  it('is undefined if people would not agree', () => {
    expect(colorFamilyOf(thing([95, 45, 130]))).toBeUndefined()
    expect(colorFamilyOf(new Float32Array(COLOR_DIMENSIONS))).toBeUndefined()
  })

  it('does not depend on the length of the descriptor', () => {
    const quarter = thing(COLORS.blue!).map((value) => value / 4)
    expect(colorFamilyOf(quarter)).toBe('blue')
  })
})
