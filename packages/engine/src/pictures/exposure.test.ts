import { describe, expect, it } from 'vitest'
import { exposureGain, whitePoint } from './exposure.ts'

const filled = (count: number, [red, green, blue]: readonly [number, number, number]) => ({
  width: count,
  height: 1,
  pixels: Uint8Array.from({ length: 3 * count }, (_, i) => [red, green, blue][i % 3]),
})

describe('the white point of a picture', () => {
  it('is the brightest level of each channel, except reflections', () => {
    const picture = filled(100, [90, 80, 70])
    picture.pixels.set([255, 255, 255], 0)
    expect(whitePoint(picture)).toEqual([90, 80, 70])
    picture.pixels.fill(200, 0, 30)
    expect(whitePoint(picture)).toEqual([200, 200, 200])
  })

  it('is never 0, so that it can be a divisor', () => {
    expect(whitePoint(filled(10, [0, 0, 0]))).toEqual([1, 1, 1])
  })
})

describe('the gain from one light to another', () => {
  it('is the ratio of the white points, by channel', () => {
    expect(exposureGain([100, 95, 80], [200, 200, 200])).toEqual([2, 200 / 95, 2.5])
  })

  it('is undefined if the picture is hardly darker, or brighter', () => {
    expect(exposureGain([230, 230, 230], [255, 255, 255])).toBeUndefined()
    expect(exposureGain([255, 255, 255], [120, 120, 120])).toBeUndefined()
  })

  it('is undefined if no light has such a color: it is another color then', () => {
    expect(exposureGain([200, 40, 50], [255, 255, 255])).toBeUndefined()
  })
})
