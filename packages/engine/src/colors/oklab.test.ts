import { describe, expect, it } from 'vitest'
import { colorDistance, hexOf, oklabOf } from './oklab.ts'

describe('OKLab', () => {
  it('K1: gives the published values of the primary colors', () => {
    const near = (lab: readonly number[], wanted: number[]) =>
      wanted.forEach((value, i) => {
        expect(lab[i]).toBeCloseTo(value, 3)
      })
    near(oklabOf(255, 255, 255), [1, 0, 0])
    near(oklabOf(0, 0, 0), [0, 0, 0])
    near(oklabOf(255, 0, 0), [0.62796, 0.22486, 0.12585])
    near(oklabOf(0, 255, 0), [0.86644, -0.23389, 0.1795])
    near(oklabOf(0, 0, 255), [0.45201, -0.03246, -0.31153])
    near(oklabOf(8, 8, 8), [0.13447, 0, 0])
  })

  it('K2: is converted back to the same bytes', () => {
    for (const [r, g, b] of [
      [0, 0, 0],
      [255, 255, 255],
      [190, 30, 40],
      [5, 10, 250],
      [12, 200, 90],
      [128, 128, 128],
    ] as const) {
      const hex = `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`
      expect(hexOf(oklabOf(r, g, b))).toBe(hex)
    }
  })

  it('K3: clips colors outside sRGB', () => {
    expect(hexOf([1.5, 0, 0])).toBe('#ffffff')
    expect(hexOf([-0.5, 0, 0])).toBe('#000000')
  })

  it('K4: measures distance over its three numbers', () => {
    expect(colorDistance([0.5, 0.1, 0.2], [0.5, 0.1, 0.2])).toBe(0)
    expect(colorDistance([0, 0, 0], [0.2, 0.1, -0.2])).toBeCloseTo(0.3)
  })
})
