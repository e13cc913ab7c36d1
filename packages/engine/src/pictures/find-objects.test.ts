import { describe, expect, it } from 'vitest'
import type { Picture } from '../colors/picture.ts'
import { type Crop, overlap, WHOLE_PICTURE } from './crop.ts'
import { objectCrops } from './find-objects.ts'

type Rgb = readonly [number, number, number]

/** A picture painted box by box: `[left, top, width, height, color]`. Striped things differ from plain ones, as products do from buttons. */
function painted(width: number, height: number, ground: Rgb, boxes: readonly [number, number, number, number, Rgb][]) {
  const pixels = new Uint8Array(3 * width * height)
  for (let i = 0; i < width * height; i++) pixels.set(ground, 3 * i)
  for (const [left, top, wide, high, color] of boxes) {
    for (let y = top; y < top + high; y++)
      for (let x = left; x < left + wide; x++) pixels.set(color, 3 * (y * width + x))
  }
  return { width, height, pixels } satisfies Picture
}

const WHITE: Rgb = [255, 255, 255]
const RED: Rgb = [190, 30, 40]
const DARK: Rgb = [70, 20, 25]

/** A thing of two colors within the box. */
function thing(left: number, top: number, side: number): [number, number, number, number, Rgb][] {
  return [
    [left, top, side, side / 2, RED],
    [left, top + side / 2, side, side / 2, DARK],
  ]
}

const shares = (picture: Picture, left: number, top: number, side: number): Crop => ({
  x: left / picture.width,
  y: top / picture.height,
  width: side / picture.width,
  height: side / picture.height,
})

function bestOverlap(picture: Picture, wanted: Crop): number {
  return Math.max(...objectCrops(picture).map((crop) => overlap(crop, wanted)))
}

describe('the crops of a picture that may show its product', () => {
  it('begin with the whole picture', () => {
    expect(objectCrops(painted(60, 60, WHITE, thing(20, 20, 20)))[0]).toEqual(WHOLE_PICTURE)
  })

  it('hold a small thing on wide margins of any color', () => {
    for (const ground of [WHITE, [20, 20, 24], [120, 200, 120]] as const) {
      const picture = painted(100, 100, ground, thing(60, 10, 20))
      expect(bestOverlap(picture, shares(picture, 60, 10, 20))).toBeGreaterThan(0.7)
    }
  })

  it('hold what a picture inside the picture shows', () => {
    const picture = painted(100, 120, [240, 200, 80], [[10, 30, 60, 60, WHITE], ...thing(25, 45, 28)])
    expect(bestOverlap(picture, shares(picture, 25, 45, 28))).toBeGreaterThan(0.7)
  })

  it('prefer the product to the button and the words of a page', () => {
    const words = Array.from({ length: 9 }, (_, i): [number, number, number, number, Rgb] => [
      10 + 8 * i,
      75,
      4,
      3,
      [20, 20, 20],
    ])
    const picture = painted(90, 150, WHITE, [...thing(25, 20, 36), ...words, [8, 90, 74, 12, [30, 90, 200]]])
    expect(bestOverlap(picture, shares(picture, 25, 20, 36))).toBeGreaterThan(0.7)
  })

  it('hold what differs from a patterned background', () => {
    const stripes = Array.from({ length: 12 }, (_, i): [number, number, number, number, Rgb] => [
      8 * i,
      0,
      4,
      96,
      [150, 160, 90],
    ])
    const picture = painted(96, 96, [210, 210, 160], [...stripes, ...thing(30, 34, 32)])
    expect(bestOverlap(picture, shares(picture, 30, 34, 32))).toBeGreaterThan(0.6)
  })

  it('are the whole picture alone where it is of one color', () => {
    expect(objectCrops(painted(50, 50, [90, 90, 200], []))).toEqual([WHOLE_PICTURE])
  })
})
