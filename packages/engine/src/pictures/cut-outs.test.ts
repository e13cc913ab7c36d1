import { describe, expect, it } from 'vitest'
import { explainedVariance } from './alignment.ts'
import { type Cut, cutsFor, halvedThumbnail, placeCuts } from './cut-outs.ts'
import { AS_IT_IS, downsample, SummedAreaTable } from './summed-area-table.ts'

/** Draws a picture of colored spots in which no two parts are alike. */
const [width, height, cell] = [160, 208, 8]
const large = { width, height, pixels: new Uint8Array(3 * width * height) }
for (let at = 0; at < width * height; at++) {
  const [x, y] = [at % width, Math.floor(at / width)]
  const level = (a: number, b: number) => 120 + 60 * Math.sin(x / a) + 60 * Math.cos(y / b)
  large.pixels.set([level(17, 29), level(23, 13), level(31, 19)], 3 * at)
}
const thumbnail = downsample(large, { cell, width: width / cell, height: height / cell })

/** Cuts out a part, given in pixels, at a given brightness. */
function cutOf({ left, top, wide, high }: Record<'left' | 'top' | 'wide' | 'high', number>, light = 1) {
  const pixels = new Uint8Array(3 * wide * high)
  for (let at = 0; at < 3 * wide * high; at++) {
    const [x, y] = [Math.floor(at / 3) % wide, Math.floor(at / 3 / wide)]
    pixels[at] = light * large.pixels[3 * ((y + top) * width + x + left) + (at % 3)]
  }
  return new SummedAreaTable({ width: wide, height: high, pixels })
}

const part = { left: 32, top: 48, wide: 96, high: 125 }

describe('the position of a cut in a thumbnail', () => {
  it('is found to one cell at half the resolution', () => {
    const [[best]] = placeCuts(cutsFor(cutOf(part), thumbnail), halvedThumbnail(thumbnail), [AS_IT_IS])
    expect(Math.abs(best!.x - part.left / cell)).toBeLessThanOrEqual(2)
    expect(Math.abs(best!.y - part.top / cell)).toBeLessThanOrEqual(2)
    expect(best!.cell / cell).toBeCloseTo(1, 1)
  })

  it('is found separately for each exposure: the actual one, and the corrected one', () => {
    const lights = [AS_IT_IS, [2.5, 2.5, 2.5]]
    const [dark, lit] = placeCuts(cutsFor(cutOf(part, 0.4), thumbnail), halvedThumbnail(thumbnail), lights)
    const [same] = placeCuts(cutsFor(cutOf(part), thumbnail), halvedThumbnail(thumbnail), [AS_IT_IS])
    expect(lit![0]).toMatchObject({ x: same![0]!.x, y: same![0]!.y })
    expect(lit![0]!.score).toBeGreaterThan(dark![0]!.score + 0.2)
  })

  it('is the best by the variance explained, over every position and size', () => {
    const small = halvedThumbnail(thumbnail)
    const cuts = cutsFor(cutOf(part), thumbnail)
    const scores = cuts.flatMap((cut) => everyPlace(cut, small.width, small.height).map(scoreOf(cut)))
    function scoreOf({ columns, rows, patch }: Cut) {
      return ({ x, y }: { x: number; y: number }) =>
        explainedVariance(small, patch, { left: x, top: y, right: x + columns, bottom: y + rows })
    }
    const [found] = placeCuts(cuts, small, [AS_IT_IS])
    const expected = scores.sort((a, b) => b - a).slice(0, found!.length)
    for (const [i, { score }] of found!.entries()) expect(score).toBeCloseTo(expected[i]!, 9)
  })
})

function everyPlace({ columns, rows }: Cut, wide: number, high: number): { x: number; y: number }[] {
  const places = []
  for (let y = 0; y <= high - rows; y++) for (let x = 0; x <= wide - columns; x++) places.push({ x, y })
  return places
}
