import { describe, expect, it } from 'vitest'
import { alignmentScore } from './alignment.ts'
import { refineAlignment, slopesOf } from './refine-alignment.ts'
import { downsample, SummedAreaTable } from './summed-area-table.ts'

/** A bottle in three colors, five times the size of its thumbnail. */
const [width, height, cell] = [100, 130, 5]
const shown = { width, height, pixels: new Uint8Array(3 * width * height).fill(255) }
for (let at = 0; at < width * height; at++) {
  const [x, y] = [at % width, Math.floor(at / width)]
  if (x > 40 && x < 60 && y > 20 && y < 45) shown.pixels.set([30, 30, 40], 3 * at)
  if (x > 28 && x < 72 && y >= 45 && y < 115) shown.pixels.set(y < 70 ? [200, 60, 60] : [60, 140, 90], 3 * at)
}
const thumbnail = downsample(shown, { cell, width: width / cell, height: height / cell })
const within = { left: 0, top: 0, right: thumbnail.width, bottom: thumbnail.height }
const sloped = { pixels: thumbnail, slopes: slopesOf(thumbnail) }
const table = new SummedAreaTable(shown)

describe('a refined alignment', () => {
  it.each([
    { size: 1, x: 1.6, y: -1.5 },
    { size: 1.1, x: 1.8, y: 1.9 },
    { size: 0.92, x: -1.4, y: 0.5 },
  ])('comes to where the thumbnail fits, from a cell and more beside it: %o', ({ size, x, y }) => {
    const alignment = { table, within, cell: cell * size, x, y }
    const from = { alignment, score: alignmentScore(thumbnail, alignment) }
    expect(from.score).toBeLessThan(0.8)
    const { score, alignment: to } = refineAlignment(sloped, from)
    expect(score).toBeGreaterThan(0.98)
    expect(Math.abs(to.cell / cell - 1)).toBeLessThan(0.02)
  })

  it('is accurate to a twentieth of a cell: a tie is two cells wide', () => {
    const alignment = { table, within, cell, x: 0.07, y: 0 }
    const from = { alignment, score: alignmentScore(thumbnail, alignment) }
    expect(Math.abs(refineAlignment(sloped, from).alignment.x)).toBeLessThan(0.05)
  })
})
