import { describe, expect, it } from 'vitest'
import type { Picture } from '../colors/picture.ts'
import { cropWithin, overlap, WHOLE_PICTURE } from './crop.ts'
import { regionsOf } from './regions.ts'

function regions(rows: readonly string[], reach = 0, light: (x: number, y: number) => number = () => 100) {
  const [width, height] = [rows[0]!.length, rows.length]
  const mask = Uint8Array.from(rows.flatMap((row) => [...row].map((letter) => (letter === '#' ? 1 : 0))))
  const pixels = Uint8Array.from(mask, () => 0)
  const picture: Picture = { width, height, pixels: new Uint8Array(3 * pixels.length) }
  for (let i = 0; i < pixels.length; i++) picture.pixels.fill(light(i % width, Math.floor(i / width)), 3 * i, 3 * i + 3)
  return regionsOf(mask, picture, reach)
}
const box = ({ left, top, right, bottom, area }: ReturnType<typeof regions>[number]) => [left, top, right, bottom, area]

describe('connected parts of a mask', () => {
  it('R1: are connected by sides, not by corners, and not around the edge; the largest comes first', () => {
    expect(regions(['#....', '.##..', '.##..', '....#']).map(box)).toEqual([
      [1, 1, 2, 2, 4],
      [0, 0, 0, 0, 1],
      [4, 3, 4, 3, 1],
    ])
    expect(regions(['...##', '##...']).map(box)).toEqual([
      [3, 0, 4, 0, 2],
      [0, 1, 1, 1, 2],
    ])
  })

  it('R2: are one if they wind', () => {
    expect(regions(['#.#.#', '#.#.#', '#####']).map(box)).toEqual([[0, 0, 4, 2, 11]])
  })

  it('R3: count as one across a gap of at most twice the reach, across and down; only their own pixels count', () => {
    expect(regions(['#..#'], 1).map(box)).toEqual([[0, 0, 3, 0, 2]])
    expect(regions(['#...#'], 1).map(box)).toHaveLength(2)
    expect(regions(['#...#'], 2).map(box)).toEqual([[0, 0, 4, 0, 2]])
    expect(regions(['#', '.', '.', '#'], 1).map(box)).toEqual([[0, 0, 0, 3, 2]])
    expect(regions(['#', '.', '.', '.', '#'], 1)).toHaveLength(2)
    expect(regions(['#...', '....', '....', '...#'], 1)).toHaveLength(2)
  })

  it('R4: do not grow around the edge', () => {
    expect(regions(['......#', '#......'], 1)).toHaveLength(2)
    expect(regions(['....', '....'], 1)).toEqual([])
  })

  it('R5: have a variety, the standard deviation of their lightness', () => {
    expect(regions(['##'])[0]?.variety).toBe(0)
    expect(regions(['##.'], 0, (x) => [90, 110, 255][x]!)[0]?.variety).toBeCloseTo(10)
    expect(regions(['####'], 0, (x) => (x < 2 ? 0 : 200))[0]?.variety).toBeCloseTo(100)
  })

  it('R6: have an evenness, the share within eight levels of the median', () => {
    const even = (lights: number[]) => regions([lights.map(() => '#').join('')], 0, (x) => lights[x]!)[0]?.evenness
    expect(even([100, 100, 100, 100])).toBe(1)
    expect(even([100, 108, 100, 92])).toBe(1)
    expect(even([100, 109, 100, 91])).toBe(0.5)
    expect(even([0, 0, 0, 255])).toBe(0.75)
    expect(even([255, 255, 255, 0])).toBe(0.75)
  })
})

describe('crops', () => {
  const crop = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

  it('R6: a crop of a crop is a crop of the whole', () => {
    expect(cropWithin(crop(0.2, 0.4, 0.5, 0.25), crop(0.5, 0.2, 0.4, 0.8))).toEqual({
      x: expect.closeTo(0.45),
      y: expect.closeTo(0.45),
      width: expect.closeTo(0.2),
      height: expect.closeTo(0.2),
    })
    expect(cropWithin(WHOLE_PICTURE, crop(0.1, 0.2, 0.3, 0.4))).toEqual(crop(0.1, 0.2, 0.3, 0.4))
  })

  it('R7: overlap by the share of their union that both cover', () => {
    expect(overlap(crop(0, 0, 0.5, 0.5), crop(0, 0, 0.5, 0.5))).toBeCloseTo(1)
    expect(overlap(crop(0, 0, 0.5, 1), crop(0.25, 0, 0.5, 1))).toBeCloseTo(1 / 3)
    expect(overlap(crop(0, 0, 1, 0.5), crop(0, 0.25, 1, 0.5))).toBeCloseTo(1 / 3)
    expect(overlap(crop(0, 0, 0.2, 0.2), crop(0.5, 0.5, 0.2, 0.2))).toBe(0)
    expect(overlap(WHOLE_PICTURE, crop(0.5, 0.5, 0.5, 0.5))).toBeCloseTo(0.25)
  })
})
