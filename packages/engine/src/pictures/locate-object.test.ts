import { describe, expect, it } from 'vitest'
import { locateObject } from './locate-object.ts'
import { downsample, SummedAreaTable } from './summed-area-table.ts'

/** In pixels: 20 cells of 6 pixels. */
const SIDE = 120
const thing = (x: number, y: number) => {
  if (x < 0.25 || x >= 0.75 || y < 0.2 || y >= 0.85) return undefined
  return [130 + 90 * Math.sin(9 * x + 4 * y), 120 + 80 * Math.cos(14 * y), 130 + 90 * Math.sin(11 * x - 7 * y)]
}

function drawn(side: number, at: (x: number, y: number) => readonly number[]) {
  const pixels = new Uint8Array(3 * side * side)
  for (let i = 0; i < side * side; i++) pixels.set(at((i % side) / side, Math.floor(i / side) / side), 3 * i)
  return { width: side, height: side, pixels }
}

const thumbnail = downsample(
  drawn(SIDE, (x, y) => thing(x, y) ?? [255, 255, 255]),
  { cell: 6, width: 20, height: 20 },
)
const mask = Uint8Array.from({ length: 400 }, (_, i) => (thing((i % 20) / 20, Math.floor(i / 20) / 20) ? 1 : 0))
const object = { box: { left: 5, top: 4, right: 15, bottom: 17 }, mask }

const isInner = (at: number) => [at, at - 1, at + 1, at - 20, at + 20].every((one) => mask[one] === 1)

const ground = (x: number, y: number) => (Math.floor(20 * (x + y)) % 2 === 0 ? [90, 120, 60] : [190, 150, 70])

describe('the position of an object', () => {
  it.each([
    { x: 0.1, y: 0.3, size: 0.6 },
    { x: 0.45, y: 0.05, size: 0.5 },
    { x: -0.1, y: 0, size: 1 },
  ])('is told before stripes: %o', ({ x, y, size }) => {
    const shown = drawn(SIDE, (u, v) => thing((u - x) / size, (v - y) / size) ?? ground(u, v))
    const [best] = locateObject(new SummedAreaTable(shown), thumbnail, object)
    // The scale must be nearly right, and so must the position of the thumbnail's corner, which is given in cells.
    expect(best!.cell).toBeGreaterThan(0.85 * 6 * size)
    expect(best!.cell).toBeLessThan(1.15 * 6 * size)
    expect(Math.abs(-best!.x * best!.cell - x * SIDE)).toBeLessThan(2 * best!.cell)
    expect(Math.abs(-best!.y * best!.cell - y * SIDE)).toBeLessThan(2 * best!.cell)
  })

  it('is not found if everything differs more from it than a patch of its mean color does', () => {
    const levels = [0, 1, 2].map((c) => [
      ...thumbnail.pixels.filter((_, i) => i % 3 === c && isInner(Math.floor(i / 3))),
    ])
    const means = levels.map(mean)
    const variance = mean(levels.flatMap((ones, c) => ones.map((level) => (level - means[c]!) ** 2)))
    const plain = (by: number) => new SummedAreaTable(drawn(SIDE, () => means.map((level) => level + by)))
    expect(locateObject(plain(0), thumbnail, object)).not.toEqual([])
    expect(locateObject(plain(Math.sqrt(variance)), thumbnail, object)).toEqual([])
  })
})

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
