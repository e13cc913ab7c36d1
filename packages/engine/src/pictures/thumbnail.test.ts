import { describe, expect, it } from 'vitest'
import type { Picture } from '../colors/picture.ts'
import { decodeThumbnail, encodeThumbnail, shrinkToThumbnail, THUMBNAIL_SIDE } from './thumbnail.ts'

function filled(width: number, height: number, colorAt: (x: number, y: number) => readonly number[]): Picture {
  const pixels = new Uint8Array(3 * width * height)
  for (let at = 0; at < width * height; at++) pixels.set(colorAt(at % width, Math.floor(at / width)), 3 * at)
  return { width, height, pixels }
}

describe('a thumbnail', () => {
  it('is at most a kilobyte', () => {
    const bytes = encodeThumbnail(filled(THUMBNAIL_SIDE, THUMBNAIL_SIDE, () => [1, 2, 3]))
    expect(bytes.length).toBe(1016)
  })

  it.each([
    [4, 4],
    [3, 5],
    [1, 1],
  ])('gives back the colors of %i × %i pixels', (width, height) => {
    const quarters = [
      [200, 30, 40],
      [20, 60, 180],
      [255, 255, 255],
      [0, 0, 0],
    ] as const
    const picture = filled(width, height, (x, y) => quarters[(x < 2 ? 0 : 1) + (y < 2 ? 0 : 2)]!)
    const back = decodeThumbnail(encodeThumbnail(picture))!
    expect([back.width, back.height]).toEqual([width, height])
    for (const [i, value] of picture.pixels.entries()) expect(Math.abs(back.pixels[i]! - value)).toBeLessThanOrEqual(3)
  })

  it('keeps the lightness of every pixel, and the hue of four', () => {
    const picture = filled(2, 1, (x) => (x === 0 ? [250, 250, 250] : [10, 10, 10]))
    expect([...decodeThumbnail(encodeThumbnail(picture))!.pixels]).toEqual([250, 250, 250, 10, 10, 10])
  })

  it.each([
    [104, 52, 26, 13],
    [60, 96, 16, 26],
    [96, 1, 26, 1],
    [20, 10, 20, 10],
  ])('of %i × %i pixels has %i × %i, each the mean of what it covers', (width, height, wide, high) => {
    const halves = filled(width, height, (x) => (x < width / 2 ? [200, 0, 40] : [0, 100, 40]))
    const small = shrinkToThumbnail(halves)
    expect([small.width, small.height]).toEqual([wide, high])
    expect([...small.pixels.subarray(0, 3)]).toEqual([200, 0, 40])
    expect([...small.pixels.subarray(-3)]).toEqual([0, 100, 40])
    const quarter = filled(52, 26, (x) => (x % 2 === 0 ? [100, 0, 0] : [0, 50, 0]))
    expect([...shrinkToThumbnail(quarter).pixels.subarray(0, 3)]).toEqual([50, 25, 0])
  })

  it('cannot be read from other bytes', () => {
    const bytes = encodeThumbnail(filled(4, 4, () => [9, 9, 9]))
    expect(decodeThumbnail(bytes.subarray(1))).toBeUndefined()
    expect(decodeThumbnail(new Uint8Array())).toBeUndefined()
    expect(decodeThumbnail(new Uint8Array(2))).toBeUndefined()
    expect(decodeThumbnail(encodeThumbnail(filled(THUMBNAIL_SIDE + 1, 1, () => [9, 9, 9])))).toBeUndefined()
  })
})
