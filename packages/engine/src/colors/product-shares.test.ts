import { describe, expect, it } from 'vitest'
import { COLOR_DIMENSIONS, colorDescriptor } from './color-descriptor.ts'
import { dominantColors } from './dominant-colors.ts'
import { borderColor, labPicture, type Picture, productShares } from './picture.ts'

type Rgb = readonly [number, number, number]
function drawn(rows: readonly string[], colors: Readonly<Record<string, Rgb>>): Picture {
  const pixels = new Uint8Array(rows.flatMap((row) => [...row].flatMap((letter) => [...colors[letter]!])))
  return { width: rows[0]!.length, height: rows.length, pixels }
}
const WHITE: Rgb = [255, 255, 255]
const RED: Rgb = [200, 30, 40]
const BLUE: Rgb = [30, 60, 200]
const COLORS = { '.': WHITE, r: RED, b: BLUE }
const shares = (rows: readonly string[], colors: Readonly<Record<string, Rgb>> = COLORS) =>
  productShares(labPicture(drawn(rows, colors)))
/** One color for the whole of a picture of this size. */
const plain = (color: Rgb, size = 6) => drawn(Array(size).fill('x'.repeat(size)), { x: color })
const similarity = (a: Rgb, b: Rgb) => {
  const [one, other] = [colorDescriptor(labPicture(plain(a))), colorDescriptor(labPicture(plain(b)))]
  return one.reduce((sum, value, i) => sum + value * other[i]!, 0)
}

describe('how much a pixel counts as product', () => {
  it('P1: nothing where it is of the plain ground, else the more the nearer to the middle', () => {
    const found = shares(['......', '......', '..rr..', '..rr..', '......', '......'])
    expect(found.filter((share) => share > 0)).toHaveLength(4)
    expect(found[2 * 6 + 2]).toBeCloseTo(Math.exp(-(2 / 36) / 0.81), 5)
  })

  it('P2: by a bell round the middle where the ground is not plain', () => {
    const found = shares(['rbrb', 'brbr', 'rbrb', 'brbr'])
    const bell = (x: number, y: number) => Math.exp(-(((2 * x + 1) / 4 - 1) ** 2 + ((2 * y + 1) / 4 - 1) ** 2) / 0.81)
    expect(found[0]).toBeCloseTo(bell(0, 0), 5)
    expect(found[4 + 2]).toBeCloseTo(bell(2, 1), 5)
    expect(found[2 * 4 + 1]).toBeCloseTo(bell(1, 2), 5)
    const wide = shares(['rbrbrbrb', 'brbrbrbr'])
    expect(wide[3]).toBeCloseTo(Math.exp(-((1 / 8) ** 2 + 0.25) / 0.81), 5)
  })

  it('P3: a picture of its ground alone counts as a whole', () => {
    expect(shares(Array(12).fill('.'.repeat(12))).every((share) => share > 0)).toBe(true)
  })

  it('P4: what is shut in by the product belongs to it, and the ground does not run round the edge', () => {
    const ring = shares(['.......', '.......', '..rrr..', '..r.r..', '..rrr..', '.......', '.......'])
    expect(ring[3 * 7 + 3]).toBeGreaterThan(0)
    const bar = shares(['......', '......', 'rrrrrr', 'rrrrrr', '......', '......'])
    expect(bar.filter((share) => share > 0)).toHaveLength(12)
  })

  it('P5: the ground is the color of most of the two outermost rows and columns', () => {
    expect(borderColor(drawn(['rr....', '......', '..bb..', '..bb..', '......', '......'], COLORS))).toEqual([...WHITE])
    expect(borderColor(plain(RED))).toEqual([...RED])
  })
})

describe('the colors of a product as a vector', () => {
  it('P6: has one length and 112 numbers', () => {
    const vector = colorDescriptor(labPicture(plain(RED)))
    expect([vector.length, COLOR_DIMENSIONS]).toEqual([112, 112])
    expect(vector.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1)
  })

  it('P7: is near for one shade, far for another, and nothing for another hue', () => {
    expect(similarity(RED, RED)).toBeCloseTo(1)
    expect(similarity(RED, [205, 34, 44])).toBeGreaterThan(0.95)
    expect(similarity(RED, BLUE)).toBeLessThan(0.05)
    expect(similarity([40, 40, 40], [220, 220, 220])).toBeLessThan(0.05)
    for (const light of [60, 110, 160, 230]) {
      expect(similarity([light, 20, 20], [light, 20, 20])).toBeCloseTo(1)
      expect(similarity([light, light, light], [light, 0, 0])).toBeLessThan(0.4)
    }
  })

  it('P8: small shares count for more than their size', () => {
    const vector = (rows: string[]) => colorDescriptor(labPicture(drawn(rows, COLORS)))
    const red = colorDescriptor(labPicture(plain(RED)))
    const mixed = vector(['......', '......', '..rb..', '..bb..', '......', '......'])
    const overlap = red.reduce((sum, value, i) => sum + value * mixed[i]!, 0)
    expect(overlap).toBeGreaterThan(0.35)
    expect(overlap).toBeLessThan(0.6)
  })
})

describe('the colors a person would name', () => {
  it('P9: by their share of the product, the largest first', () => {
    const found = dominantColors(
      labPicture(drawn(['......', '......', '.rrrb.', '.rrrb.', '......', '......'], COLORS)),
    )
    expect(found.map(({ hex }) => hex)).toEqual(['#c81e28', '#1e3cc8'])
    expect(found[0]!.share).toBeGreaterThan(found[1]!.share)
    expect(found[0]!.share + found[1]!.share).toBeCloseTo(1)
  })

  it('P10: light and shade of one color are one, in the shade there is most of', () => {
    const colors = { '.': WHITE, r: RED, d: [190, 26, 36] as Rgb, b: BLUE }
    const found = dominantColors(
      labPicture(drawn(['......', '......', '.rrdd.', '.rrrb.', '......', '......'], colors)),
    )
    expect(found.map(({ hex }) => hex)).toHaveLength(2)
    expect(found[0]!.hex.startsWith('#c')).toBe(true)
  })
})
