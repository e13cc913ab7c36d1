import { describe, expect, it } from 'vitest'
import type { Picture } from '../colors/picture.ts'
import { SummedAreaTable } from './summed-area-table.ts'
import { WHOLE_PICTURE } from './crop.ts'
import { objectCrops } from './find-objects.ts'
import * as comparing from './compare-pixels.ts'
import { prepareForComparison, prepareThumbnail, wholeDifference } from './compare-pixels.ts'
import { decodeThumbnail, encodeThumbnail, THUMBNAIL_SIDE, thumbnailOf } from './thumbnail.ts'

type Rgb = readonly [number, number, number]
const WHITE: Rgb = [255, 255, 255]
const RED: Rgb = [200, 40, 50]
const PLUM: Rgb = [150, 40, 110]

/** Returns the color at a position; both coordinates are 0 to 1. */
type Scene = (x: number, y: number) => Rgb

/** Draws a jar with a lid and a label. Products differ in the ink and the position of the label. */
const jar =
  (ink: Rgb, label: number, ground: Rgb = WHITE): Scene =>
  (x, y) => {
    if (x > 0.35 && x < 0.65 && y > 0.12 && y < 0.25) return [40, 40, 45]
    if (x < 0.22 || x > 0.78 || y < 0.25 || y > 0.9) return ground
    return Math.abs(y - label) < 0.08 && x > 0.3 && x < 0.6 ? [235, 225, 190] : ink
  }

function picture(scene: Scene, [width, height]: readonly [number, number], window = WHOLE_PICTURE): Picture {
  const pixels = new Uint8Array(3 * width * height)
  for (let at = 0; at < width * height; at++) {
    const x = window.x + (window.width * ((at % width) + 0.5)) / width
    const y = window.y + (window.height * (Math.floor(at / width) + 0.5)) / height
    pixels.set(scene(x, y), 3 * at)
  }
  return { width, height, pixels }
}

/** Shrinks a scene as stored thumbnails are shrunk: each pixel is the mean of those it replaces. */
function thumbnail(scene: Scene): Picture {
  const [width, height, factor] = [20, THUMBNAIL_SIDE, 8]
  const large = new SummedAreaTable(picture(scene, [width * factor, height * factor]))
  const cells = large.cells({ x: 0, y: 0, cell: factor, columns: width, rows: height })
  return { width, height, pixels: Uint8Array.from(cells, Math.round) }
}

const own = thumbnail(jar(RED, 0.5))
const asked = (shown: Picture) => prepareForComparison(shown, objectCrops(shown))
const SURE = 0.9

const pixelAgreement = (shown: comparing.ComparedPicture, stored: Picture) =>
  comparing.pixelAgreement(shown, prepareThumbnail(stored))
const objectAgreement = (shown: comparing.ComparedPicture, stored: Picture) =>
  comparing.objectAgreement(shown, prepareThumbnail(stored))

describe('the agreement of a picture with a thumbnail', () => {
  it('is nearly 1 if the thumbnail was made from it, in any size', () => {
    for (const size of [
      [100, 130],
      [60, 78],
    ] as const)
      expect(pixelAgreement(asked(picture(jar(RED, 0.5), size)), own)).toBeGreaterThan(0.97)
  })

  it.each([
    { x: 0.2, y: 0.2, width: 0.6, height: 0.6 },
    { x: 0.07, y: 0.31, width: 0.67, height: 0.67 },
    { x: 0, y: 0, width: 0.85, height: 0.85 },
  ])('is nearly all where it was cut to a part of it: %o', (window) => {
    const cut = asked(picture(jar(RED, 0.5), [100, 130], window))
    expect(pixelAgreement(cut, own)).toBeGreaterThan(SURE)
    expect(pixelAgreement(cut, own)).toBeGreaterThan(pixelAgreement(cut, thumbnail(jar(RED, 0.65))) + 0.02)
    expect(pixelAgreement(cut, own)).toBeGreaterThan(pixelAgreement(cut, thumbnail(jar(PLUM, 0.5))) + 0.02)
  })

  it('is nearly 1 if it is surrounded by margins', () => {
    const margins = { x: -0.8, y: -0.4, width: 2.4, height: 2 }
    const page: Scene = (x, y) => (x < 0 || x > 1 || y < 0 || y > 1 ? [30, 90, 60] : jar(RED, 0.5)(x, y))
    expect(pixelAgreement(asked(picture(page, [120, 130], margins)), own)).toBeGreaterThan(SURE)
    expect(pixelAgreement(asked(picture(jar(RED, 0.5), [120, 130], margins)), own)).toBeGreaterThan(SURE)
  })

  it('is high if the same object is on another plain background', () => {
    const elsewhere = asked(
      picture(jar(RED, 0.5, [40, 80, 160]), [120, 130], { x: -0.5, y: -0.2, width: 1.8, height: 1.5 }),
    )
    expect(pixelAgreement(elsewhere, own)).toBeGreaterThan(0.8)
    expect(pixelAgreement(elsewhere, own)).toBeGreaterThan(pixelAgreement(elsewhere, thumbnail(jar(RED, 0.7))))
  })

  it('is high if a plain background is visible through a hole that is not connected to the rim', () => {
    const ring =
      (ground: Rgb): Scene =>
      (x, y) => {
        const away = Math.hypot(x - 0.5, y - 0.5)
        return away < 0.4 && away > 0.2 ? (x > 0.5 ? RED : PLUM) : ground
      }
    const elsewhere = asked(picture(ring([40, 160, 90]), [100, 130], { x: -0.2, y: -0.1, width: 1.3, height: 1.3 }))
    expect(pixelAgreement(elsewhere, thumbnail(ring(WHITE)))).toBeGreaterThan(0.8)
  })

  const inTheDark =
    (scene: Scene, light: Rgb): Scene =>
    (x, y) =>
      scene(x, y).map((level, c) => light[c]! * level) as unknown as Rgb

  it.each([
    [0.4, 0.4, 0.4],
    [0.45, 0.42, 0.35],
  ] as const)('is nearly all where the same picture was taken in too little light: %f %f %f', (...light) => {
    const dark = (label: number) => asked(picture(inTheDark(jar(RED, label), light), [100, 130]))
    expect(pixelAgreement(dark(0.5), own)).toBeGreaterThan(SURE)
    expect(pixelAgreement(dark(0.5), own)).toBeGreaterThan(pixelAgreement(dark(0.65), own) + 0.02)
  })

  it('is lower for another shade in too little light', () => {
    const dark = asked(picture(inTheDark(jar(RED, 0.5), [0.4, 0.4, 0.4]), [100, 130]))
    expect(pixelAgreement(dark, thumbnail(jar(PLUM, 0.5)))).toBeLessThan(SURE)
  })

  it('is lower for another shade or another model', () => {
    const shown = asked(picture(jar(RED, 0.5), [100, 130]))
    expect(pixelAgreement(shown, thumbnail(jar(PLUM, 0.5)))).toBeLessThan(SURE)
    expect(pixelAgreement(shown, thumbnail(jar(RED, 0.75)))).toBeLessThan(pixelAgreement(shown, own) - 0.03)
  })

  it('is high for a thin object, whose hue a stored thumbnail shares with its neighbours', () => {
    const tie =
      (ink: Rgb): Scene =>
      (x, y) =>
        Math.abs(x - 0.52) < 0.03 && y > 0.05 && y < 0.95 ? ink : WHITE
    const shown = asked(picture(tie(RED), [100, 130]))
    const stored = (ink: Rgb) => decodeThumbnail(encodeThumbnail(thumbnail(tie(ink))))!
    expect(pixelAgreement(shown, stored(RED))).toBeGreaterThan(0.7)
    expect(pixelAgreement(shown, stored([40, 60, 190]))).toBeLessThan(0.2)
  })

  it('is 0 for two pictures of one color, which need not be the same picture', () => {
    const plain = thumbnail(() => RED)
    expect(pixelAgreement(asked(picture(() => RED, [100, 130])), plain)).toBeLessThan(0.1)
  })

  it('is 0 for another picture', () => {
    const checks: Scene = (x, y) => ((Math.floor(8 * x) + Math.floor(8 * y)) % 2 === 0 ? [20, 120, 60] : [230, 220, 90])
    expect(pixelAgreement(asked(picture(checks, [100, 130])), own)).toBeLessThan(0.4)
  })
})

describe('the agreement of an object that is searched for everywhere', () => {
  /** Draws the scene on stripes of two colors. */
  const striped =
    (scene: Scene): Scene =>
    (x, y) => {
      const shown = scene(x, y)
      if (shown !== WHITE) return shown
      return Math.floor(14 * (x + y)) % 2 === 0 ? [90, 120, 60] : [190, 150, 70]
    }
  const window = { x: -0.6, y: -0.1, width: 1.9, height: 1.6 }
  const before = (scene: Scene, from = window) => asked(picture(striped(scene), [124, 136], from))

  it('is high on any background, where nothing fits as a whole', () => {
    const shown = before(jar(RED, 0.5))
    expect(pixelAgreement(shown, own)).toBeLessThan(0.5)
    expect(objectAgreement(shown, own)).toBeGreaterThan(SURE)
  })

  it('is lower for another model and another shade', () => {
    const shown = before(jar(RED, 0.5))
    expect(objectAgreement(shown, thumbnail(jar(RED, 0.7)))).toBeLessThan(0.6)
    expect(objectAgreement(shown, thumbnail(jar(PLUM, 0.5)))).toBeLessThan(0.6)
  })

  it('is not computed from a few pixels, which occur everywhere', () => {
    const pin: Scene = (x, y) => (Math.abs(x - 0.5) < 0.09 && Math.abs(y - 0.5) < 0.1 ? (y < 0.5 ? RED : PLUM) : WHITE)
    const shown = before(pin, { x: 0.25, y: 0.3, width: 0.5, height: 0.4 })
    expect(objectAgreement(shown, thumbnail(pin))).toBe(-1)
  })

  it('is not computed if the thumbnail has no plain background', () => {
    const shown = before(jar(RED, 0.5))
    expect(objectAgreement(shown, thumbnail(striped(jar(RED, 0.5))))).toBe(-1)
  })
})

describe('the difference of two whole pictures', () => {
  const stored = thumbnailOf(picture(jar(RED, 0.5), [800, 1040]))
  const differ = (scene: Scene, window = WHOLE_PICTURE) =>
    wholeDifference(stored, thumbnailOf(picture(scene, [400, 520], window)))

  it('is small if both are one picture in two sizes', () => {
    expect(differ(jar(RED, 0.5))).toBeLessThan(15)
  })

  it('is too large for a part, another shade, another model and other proportions', () => {
    expect(differ(jar(RED, 0.5), { x: 0.1, y: 0.1, width: 0.8, height: 0.8 })).toBeUndefined()
    expect(differ(jar(PLUM, 0.5))).toBeUndefined()
    expect(differ(jar(RED, 0.55))).toBeUndefined()
    expect(wholeDifference(stored, thumbnailOf(picture(jar(RED, 0.5), [440, 520])))).toBeUndefined()
  })

  it('recognizes a close-up of a plain fabric by its seams, and no other of the same color', () => {
    const quilt =
      (seam: number): Scene =>
      (x, y) =>
        Math.abs(x - y) < 0.05 || Math.abs(x + y - seam) < 0.05 ? [226, 219, 202] : [245, 239, 223]
    const close = (seam: number, side: number) => thumbnailOf(picture(quilt(seam), [side, side]))
    expect(wholeDifference(close(1, 320), close(1, 160))).toBeLessThan(10)
    expect(wholeDifference(close(1, 320), close(1.03, 160))).toBeUndefined()
  })

  it('is undefined for pictures of one color, however similar', () => {
    const plain = thumbnailOf(picture((x) => (x < 0.5 ? [245, 239, 223] : [243, 238, 222]), [100, 130]))
    expect(wholeDifference(plain, plain)).toBeUndefined()
  })

  it('is undefined for pictures with hardly any content', () => {
    const dust = (x: number) =>
      thumbnailOf(picture((a, b) => (Math.hypot(a - x, b - 0.5) < 0.02 ? RED : WHITE), [100, 130]))
    expect(wholeDifference(dust(0.3), dust(0.7))).toBeUndefined()
  })
})
