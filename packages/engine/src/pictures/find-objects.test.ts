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

const crop = (picture: Picture, left: number, top: number, right: number, bottom: number): Crop => ({
  x: expect.closeTo(left / picture.width, 6),
  y: expect.closeTo(top / picture.height, 6),
  width: expect.closeTo((right - left) / picture.width, 6),
  height: expect.closeTo((bottom - top) / picture.height, 6),
})
const button = (left: number, top: number, width: number, height: number): [number, number, number, number, Rgb] => [
  left,
  top,
  width,
  height,
  [30, 90, 200],
]

describe('which crops, exactly', () => {
  it('O1: a thing on a plain ground gives one, with six hundredths of its longer side around it', () => {
    const picture = painted(100, 100, WHITE, thing(60, 10, 20))
    expect(objectCrops(picture)).toEqual([WHOLE_PICTURE, crop(picture, 58.8, 8.8, 81.2, 31.2)])
    const long = painted(100, 100, WHITE, [button(30, 40, 40, 10)])
    expect(objectCrops(long)).toEqual([WHOLE_PICTURE, crop(long, 27.6, 37.6, 72.4, 52.4)])
  })

  it('O2: the margin ends at the edge of the picture', () => {
    const corner = painted(100, 100, WHITE, thing(0, 0, 20))
    expect(objectCrops(corner)[1]).toEqual(crop(corner, 0, 0, 21.2, 21.2))
    const other = painted(100, 100, WHITE, thing(80, 80, 20))
    expect(objectCrops(other)[1]).toEqual(crop(other, 78.8, 78.8, 100, 100))
  })

  it('O3: of two things the more prominent comes first, then both together, then the other', () => {
    const picture = painted(100, 100, WHITE, [...thing(75, 5, 20), ...thing(40, 40, 20)])
    expect(objectCrops(picture)).toEqual([
      WHOLE_PICTURE,
      crop(picture, 38.8, 38.8, 61.2, 61.2),
      crop(picture, 36.7, 1.7, 98.3, 63.3),
      crop(picture, 73.8, 3.8, 96.2, 26.2),
    ])
  })

  it('O4: a thing in a corner must be nearly twice as large as one in the middle to be more prominent', () => {
    const first = (side: number) => {
      const picture = painted(100, 100, WHITE, [...thing(96 - side, 4, side), ...thing(40, 40, 20)])
      return objectCrops(picture)[1]!.x > 0.5
    }
    expect([first(24), first(28)]).toEqual([false, true])
  })

  it('O5: a thing of one color counts a fifth of one with light and dark', () => {
    const first = (wide: number) => {
      const picture = painted(200, 100, WHITE, [...thing(40, 40, 20), button(150 - wide / 2, 25, wide, 50)])
      return objectCrops(picture)[1]!.x > 0.5
    }
    expect([first(38), first(42)]).toEqual([false, true])
  })

  it('O6: what has less than eight in ten thousand of the picture is dust', () => {
    const crops = (height: number) =>
      objectCrops(painted(100, 100, WHITE, [...thing(20, 20, 8), button(60, 60, 3, height)])).length
    expect([crops(2), crops(3)]).toEqual([2, 4])
  })

  it('O7: what is less than eight hundredths of the largest thing does not matter', () => {
    const crops = (side: number) =>
      objectCrops(painted(100, 100, WHITE, [...thing(20, 20, 20), button(70, 70, side, side)])).length
    expect([crops(5), crops(6)]).toEqual([2, 4])
  })

  it('O8: three things are looked at one by one', () => {
    const places = [
      [10, 10],
      [70, 10],
      [10, 70],
      [70, 70],
      [40, 40],
    ] as const
    const picture = painted(
      100,
      100,
      WHITE,
      places.flatMap(([left, top]) => thing(left, top, 16)),
    )
    expect(objectCrops(picture)).toHaveLength(1 + 1 + 3)
  })

  it('O9: where nothing stands out of a pattern, the middle and the corners are tried', () => {
    const tiles = Array.from({ length: 400 }, (_, i): [number, number, number, number, Rgb] => [
      5 * (i % 20),
      5 * Math.floor(i / 20),
      5,
      5,
      (
        [
          [240, 240, 200],
          [120, 160, 220],
          [90, 200, 120],
          [40, 60, 90],
        ] as const
      )[(i + 2 * Math.floor(i / 20)) % 4]!,
    ])
    expect(objectCrops(painted(100, 100, WHITE, tiles))).toEqual([
      WHOLE_PICTURE,
      { x: 0.15, y: 0.15, width: 0.7, height: 0.7 },
      { x: 0, y: 0, width: 0.6, height: 0.6 },
      { x: 0.4, y: 0, width: 0.6, height: 0.6 },
      { x: 0, y: 0.4, width: 0.6, height: 0.6 },
      { x: 0.4, y: 0.4, width: 0.6, height: 0.6 },
    ])
  })

  it('O10: a picture inside the picture gives what it shows, itself without its edge, and itself with a margin', () => {
    const picture = painted(100, 120, [240, 200, 80], [[10, 30, 60, 60, WHITE], ...thing(25, 45, 28)])
    expect(objectCrops(picture)).toEqual([
      WHOLE_PICTURE,
      crop(picture, 23.32, 43.32, 54.68, 74.68),
      crop(picture, 11, 31, 69, 89),
      crop(picture, 6.4, 26.4, 73.6, 93.6),
    ])
  })

  it('O11: a picture inside the picture has sixteen pixels a side, six hundredths of the whole, and shows something', () => {
    const inner = (width: number, height: number, side: number) => {
      const picture = painted(
        100,
        100,
        [240, 200, 80],
        [
          [20, 20, width, height, WHITE],
          ...(side > 0 ? thing(20 + (width - side) / 2, 20 + (height - side) / 2, side) : []),
        ],
      )
      return objectCrops(picture).length
    }
    expect(inner(60, 60, 20)).toBe(4)
    expect(inner(60, 14, 8)).toBe(2)
    expect(inner(22, 22, 10)).toBe(2)
    expect(inner(60, 60, 0)).toBe(2)
  })
})
