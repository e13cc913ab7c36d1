import { describe, expect, it } from 'vitest'
import type { Picture } from '../colors/picture.ts'
import { type Crop, overlap, WHOLE_PICTURE } from './crop.ts'
import { objectCrops, otherFramings, wideFramings } from './find-objects.ts'

type Rgb = readonly [number, number, number]

/** Paints boxes: `[left, top, width, height, color]`. Products have two colors, unlike buttons. */
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

/** Draws a square object of two colors. */
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

  it('contain a small object on wide margins of any color', () => {
    for (const ground of [WHITE, [20, 20, 24], [120, 200, 120]] as const) {
      const picture = painted(100, 100, ground, thing(60, 10, 20))
      expect(bestOverlap(picture, shares(picture, 60, 10, 20))).toBeGreaterThan(0.7)
    }
  })

  it('contain the content of a picture in the picture', () => {
    const picture = painted(100, 120, [240, 200, 80], [[10, 30, 60, 60, WHITE], ...thing(25, 45, 28)])
    expect(bestOverlap(picture, shares(picture, 25, 45, 28))).toBeGreaterThan(0.7)
  })

  it('prefer the product to the button and the text of a page', () => {
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

  it('contain a small product of a page among its bars, buttons and cards', () => {
    const BAR: Rgb = [230, 230, 236]
    const picture = painted(80, 172, WHITE, [
      [0, 0, 80, 14, BAR],
      [3, 109, 74, 11, [120, 30, 60]],
      [3, 124, 35, 45, [200, 180, 200]],
      [42, 124, 35, 45, [220, 220, 190]],
      ...thing(36, 40, 12),
    ])
    expect(bestOverlap(picture, shares(picture, 36, 40, 12))).toBeGreaterThan(0.6)
  })

  it('contain two pieces side by side as one product', () => {
    const picture = painted(100, 100, WHITE, [
      ...thing(20, 40, 20),
      ...thing(60, 44, 16),
      [10, 80, 70, 3, [20, 20, 20]],
    ])
    const both = { x: 0.2, y: 0.4, width: 0.56, height: 0.2 }
    expect(bestOverlap(picture, both)).toBeGreaterThan(0.65)
  })

  it('contain a picture in a picture unchanged, however little of it the product fills', () => {
    const picture = painted(118, 118, [180, 30, 150], [[20, 60, 38, 50, WHITE], ...thing(36, 80, 6)])
    const frame = { x: 20 / 118, y: 60 / 118, width: 38 / 118, height: 50 / 118 }
    expect(bestOverlap(picture, frame)).toBeGreaterThan(0.85)
  })

  it('contain the top of a page on a phone', () => {
    const picture = painted(80, 172, WHITE, [
      [0, 0, 80, 14, [230, 230, 236]],
      [10, 108, 60, 6, [20, 20, 20]],
    ])
    expect(bestOverlap(picture, { x: 0, y: 0.12, width: 1, height: 80 / 172 })).toBeGreaterThan(0.95)
  })

  it('contain the picture of a white page, whose edge is invisible: all the space around a small object', () => {
    const picture = painted(80, 172, WHITE, [
      [0, 0, 80, 14, [230, 230, 236]],
      ...thing(36, 46, 8),
      [4, 84, 50, 5, [20, 20, 20]],
      [3, 109, 74, 11, [120, 30, 60]],
    ])
    expect(bestOverlap(picture, shares(picture, 5, 14, 70))).toBeGreaterThan(0.95)
  })

  it('contain a picture as wide as a dark page, and the object in it', () => {
    const picture = painted(
      80,
      172,
      [24, 25, 28],
      [[0, 28, 80, 84, WHITE], ...thing(28, 56, 24), [4, 120, 50, 5, [230, 230, 230]], [3, 140, 74, 11, [120, 30, 60]]],
    )
    expect(bestOverlap(picture, { x: 0, y: 28 / 172, width: 1, height: 84 / 172 })).toBeGreaterThan(0.9)
    expect(bestOverlap(picture, shares(picture, 28, 56, 24))).toBeGreaterThan(0.7)
  })

  it('contain a product that fills its box like a frame, whatever its pattern', () => {
    const marks = Array.from({ length: 9 }, (_, i): [number, number, number, number, Rgb] => [
      24 + 16 * (i % 3),
      30 + 16 * Math.floor(i / 3),
      6,
      6,
      i % 2 === 0 ? RED : WHITE,
    ])
    const picture = painted(100, 100, WHITE, [[20, 26, 52, 52, [70, 70, 72]], ...marks])
    expect(bestOverlap(picture, { x: 0.17, y: 0.23, width: 0.58, height: 0.58 })).toBeGreaterThan(0.95)
  })

  it('contain what differs from a patterned background', () => {
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

  it('are only the whole picture if it has one color', () => {
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

describe('the exact crops', () => {
  it('O1: are one for an object on a plain background, with a margin of six hundredths of its longer side', () => {
    const picture = painted(100, 100, WHITE, thing(60, 10, 20))
    expect(objectCrops(picture)).toEqual([WHOLE_PICTURE, crop(picture, 58.8, 8.8, 81.2, 31.2)])
    const long = painted(100, 100, WHITE, [button(30, 40, 40, 10)])
    expect(objectCrops(long)).toEqual([WHOLE_PICTURE, crop(long, 27.6, 37.6, 72.4, 52.4)])
  })

  it('O2: have margins that end at the edge of the picture', () => {
    const corner = painted(100, 100, WHITE, thing(0, 0, 20))
    expect(objectCrops(corner)[1]).toEqual(crop(corner, 0, 0, 21.2, 21.2))
    const other = painted(100, 100, WHITE, thing(80, 80, 20))
    expect(objectCrops(other)[1]).toEqual(crop(other, 78.8, 78.8, 100, 100))
  })

  it('O3: of two objects have the more prominent first, then the other, then both together', () => {
    const picture = painted(100, 100, WHITE, [...thing(75, 5, 20), ...thing(40, 40, 20)])
    expect(objectCrops(picture)).toEqual([
      WHOLE_PICTURE,
      crop(picture, 38.8, 38.8, 61.2, 61.2),
      crop(picture, 73.8, 3.8, 96.2, 26.2),
      crop(picture, 36.7, 1.7, 98.3, 63.3),
    ])
  })

  it('O4: rank an object in a corner first only if it is nearly twice as large as one in the middle', () => {
    const first = (side: number) => {
      const picture = painted(100, 100, WHITE, [...thing(96 - side, 4, side), ...thing(40, 40, 20)])
      return objectCrops(picture)[1]!.x > 0.5
    }
    expect([first(24), first(28)]).toEqual([false, true])
  })

  it('O5: weigh an object of one color a fifth of one with light and dark', () => {
    const first = (wide: number) => {
      const corner = [button(150 - wide / 2, 25, wide, 20), button(150 - wide / 2, 45, 20, 30)]
      const picture = painted(200, 100, WHITE, [...thing(40, 40, 20), ...corner])
      return objectCrops(picture)[1]!.x > 0.4
    }
    expect([first(60), first(80)]).toEqual([false, true])
  })

  it('O6: ignore objects below eight ten-thousandths of the picture as dust', () => {
    const crops = (side: number) =>
      objectCrops(painted(100, 100, WHITE, [...thing(20, 20, 8), ...thing(60, 60, side)])).length
    expect([crops(2), crops(4)]).toEqual([2, 4])
  })

  it('O7: ignore objects below eight hundredths of the largest', () => {
    const crops = (side: number) =>
      objectCrops(painted(100, 100, WHITE, [...thing(20, 20, 20), ...thing(70, 70, side)])).length
    expect([crops(4), crops(6)]).toEqual([2, 4])
  })

  it('O8: contain four objects one by one, and those side by side also as one', () => {
    const crops = (places: readonly (readonly [number, number])[]) =>
      objectCrops(
        painted(
          100,
          100,
          WHITE,
          places.flatMap(([left, top]) => thing(left, top, 16)),
        ),
      )
    const stairs = [2, 21, 40, 59, 78].map((at) => [at, at] as const)
    // A crop around all five would be the whole picture, which is already the first crop.
    expect(crops(stairs)).toHaveLength(1 + 4)
    const picture = painted(100, 100, WHITE, [])
    expect(
      crops([
        [10, 10],
        [70, 14],
        [40, 60],
      ]),
    ).toContainEqual(crop(picture, 10 - 4.56, 10 - 4.56, 86 + 4.56, 30 + 4.56))
  })

  it('O12: ignore a box of one color beside an object, however large', () => {
    const crops = (side: number) =>
      objectCrops(painted(100, 100, WHITE, [...thing(10, 10, side), button(40, 40, 50, 50)]))
    const picture = painted(100, 100, WHITE, [])
    expect(crops(8)).toEqual([WHOLE_PICTURE, crop(picture, 9.52, 9.52, 18.48, 18.48)])
    // A thing small enough to count as dust leaves the box as the object.
    expect(crops(6)[1]).toEqual(crop(picture, 37, 37, 93, 93))
  })

  it('O9: try the middle and the corners if nothing stands out of a pattern', () => {
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

  it('O10: of a picture in the picture are its inside, its content, and itself with a margin', () => {
    const picture = painted(100, 120, [240, 200, 80], [[10, 30, 60, 60, WHITE], ...thing(25, 45, 28)])
    expect(objectCrops(picture)).toEqual([
      WHOLE_PICTURE,
      crop(picture, 11, 31, 69, 89),
      crop(picture, 23.32, 43.32, 54.68, 74.68),
      crop(picture, 6.4, 26.4, 73.6, 93.6),
    ])
  })

  it('O11: need sixteen pixels a side and six hundredths of the whole for a picture in the picture, with content', () => {
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

describe('other framings of a crop', () => {
  it('leave less and more space around the same object, within the picture', () => {
    const crop = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 }
    const framings = otherFramings(crop, { width: 400, height: 200 })
    expect(framings[0]!.width).toBeLessThan(crop.width)
    expect(framings.at(-1)!.width).toBeGreaterThan(crop.width)
    // The margin is equal in pixels, not in shares of width and height.
    const grown = framings.at(-1)!
    expect((crop.x - grown.x) * 400).toBeCloseTo((crop.y - grown.y) * 200)
    const corner = otherFramings({ x: 0, y: 0, width: 0.5, height: 0.5 }, { width: 100, height: 100 }).at(-1)!
    expect([corner.x, corner.y]).toEqual([0, 0])
    expect(corner.width).toBeGreaterThan(0.5)
  })

  it('leave wide margins around a small object, as squares within the picture, and none around a large one', () => {
    const size = { width: 400, height: 200 }
    const framings = wideFramings({ x: 0.472, y: 0.444, width: 0.056, height: 0.112 }, size)
    expect(framings.map(({ width }) => width * size.width)).toEqual(
      [40, 60, 90, 130].map((side) => expect.closeTo(side, 6)),
    )
    for (const { x, y, width, height } of framings) {
      expect([x + width / 2, y + height / 2]).toEqual([expect.closeTo(0.5, 6), expect.closeTo(0.5, 6)])
      expect(height * size.height).toBeCloseTo(width * size.width, 6)
    }
    const corner = wideFramings({ x: 0, y: 0, width: 0.056, height: 0.112 }, size)
    expect(corner.every(({ x, y }) => x === 0 && y === 0)).toBe(true)
    expect(wideFramings({ x: 0.3, y: 0.3, width: 0.2, height: 0.4 }, size)).toEqual([])
  })
})
