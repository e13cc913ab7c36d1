import { describe, expect, it } from 'vitest'
import { COLOR_DIMENSIONS, colorDescriptor, shareOfColor } from './color-descriptor.ts'
import { dominantColors } from './dominant-colors.ts'
import { colorDistance, oklabOf } from './oklab.ts'
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
const plain = (color: Rgb, size = 6) => drawn(Array(size).fill('x'.repeat(size)), { x: color })
const similarity = (a: Rgb, b: Rgb) => {
  const [one, other] = [colorDescriptor(labPicture(plain(a))), colorDescriptor(labPicture(plain(b)))]
  return one.reduce((sum, value, i) => sum + value * other[i]!, 0)
}

describe('how much a pixel counts as product', () => {
  it('P1: is 0 on a plain background, otherwise higher towards the middle', () => {
    const found = shares(['......', '......', '..rr..', '..rr..', '......', '......'])
    expect(found.filter((share) => share > 0)).toHaveLength(4)
    expect(found[2 * 6 + 2]).toBeCloseTo(Math.exp(-(2 / 36) / 0.81), 5)
  })

  it('P2: is a bell curve around the middle if the background is not plain', () => {
    const found = shares(['rbrb', 'brbr', 'rbrb', 'brbr'])
    const bell = (x: number, y: number) => Math.exp(-(((2 * x + 1) / 4 - 1) ** 2 + ((2 * y + 1) / 4 - 1) ** 2) / 0.81)
    expect(found[0]).toBeCloseTo(bell(0, 0), 5)
    expect(found[4 + 2]).toBeCloseTo(bell(2, 1), 5)
    expect(found[2 * 4 + 1]).toBeCloseTo(bell(1, 2), 5)
    const wide = shares(['rbrbrbrb', 'brbrbrbr'])
    expect(wide[3]).toBeCloseTo(Math.exp(-((1 / 8) ** 2 + 0.25) / 0.81), 5)
  })

  it('P3: is above 0 everywhere in a picture of background only', () => {
    expect(shares(Array(12).fill('.'.repeat(12))).every((share) => share > 0)).toBe(true)
  })

  it('P4: is above 0 inside the product, and the background does not wrap around the edge', () => {
    const ring = shares(['.......', '.......', '..rrr..', '..r.r..', '..rrr..', '.......', '.......'])
    expect(ring[3 * 7 + 3]).toBeGreaterThan(0)
    const bar = shares(['......', '......', 'rrrrrr', 'rrrrrr', '......', '......'])
    expect(bar.filter((share) => share > 0)).toHaveLength(12)
  })

  it('P17: needs three fifths of the rim in one color for a plain background, with each corner counted once', () => {
    const twelveOfTwenty = shares(['.rrrr.', '......', '..bb..', '..bb..', '......', '.rrrr.'])
    expect(twelveOfTwenty.filter((share) => share === 0)).toHaveLength(24)
    const elevenOfTwenty = shares(['rrrrr.', '......', '..bb..', '..bb..', '......', '.rrrr.'])
    expect(elevenOfTwenty.every((share) => share > 0)).toBe(true)
    expect(shares(['..', '..', '.r', '..']).filter((share) => share === 0)).toHaveLength(7)
  })

  it('P5: depends on the most common color of the two outermost rows and columns', () => {
    expect(borderColor(drawn(['rr....', '......', '..bb..', '..bb..', '......', '......'], COLORS))).toEqual([...WHITE])
    expect(borderColor(plain(RED))).toEqual([...RED])
    // A white ring, a blue ring inside it, and red in the middle. White is the most common color of the two outermost
    // rings, but not of the three outermost.
    const ring = (letter: string, inside: string[]) => {
      const edge = letter.repeat(inside.length + 2)
      return [edge, ...inside.map((row) => `${letter}${row}${letter}`), edge]
    }
    const rings = ring('.', ring('b', Array(8).fill('rrrrrrrr')))
    expect(borderColor(drawn(rings, COLORS))).toEqual([...WHITE])
  })
})

describe('the colors of a product as a vector', () => {
  it('P6: have the same length and 112 numbers', () => {
    const vector = colorDescriptor(labPicture(plain(RED)))
    expect([vector.length, COLOR_DIMENSIONS]).toEqual([112, 112])
    expect(vector.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1)
  })

  it('P7: are near for the same shade, far for another, and orthogonal for another hue', () => {
    expect(similarity(RED, RED)).toBeCloseTo(1)
    expect(similarity(RED, [205, 34, 44])).toBeGreaterThan(0.95)
    expect(similarity(RED, BLUE)).toBeLessThan(0.05)
    expect(similarity([40, 40, 40], [220, 220, 220])).toBeLessThan(0.05)
    for (const light of [60, 110, 160, 230]) {
      expect(similarity([light, 20, 20], [light, 20, 20])).toBeCloseTo(1)
      expect(similarity([light, light, light], [light, 0, 0])).toBeLessThan(0.4)
    }
  })

  it('P8: weigh small shares above their size', () => {
    const vector = (rows: string[]) => colorDescriptor(labPicture(drawn(rows, COLORS)))
    const red = colorDescriptor(labPicture(plain(RED)))
    const mixed = vector(['......', '......', '..rb..', '..bb..', '......', '......'])
    const overlap = red.reduce((sum, value, i) => sum + value * mixed[i]!, 0)
    expect(overlap).toBeGreaterThan(0.35)
    expect(overlap).toBeLessThan(0.6)
  })
})

/** Listed here again, so that the test does not depend on the code. */
const POINTS: number[][] = [
  ...[0.06, 0.11, 0.16, 0.26, 0.36, 0.46, 0.55, 0.64, 0.73, 0.82, 0.9, 0.96].map((light) => [light, 0, 0]),
  ...[
    [10, 0.16, 0],
    [9, 0.1, 0.5],
    [6, 0.045, 1],
  ].flatMap(([hues, chroma, turn]) =>
    Array.from({ length: hues! }, (_, i) => (2 * Math.PI * (i + turn!)) / hues!).flatMap((hue) =>
      [0.3, 0.48, 0.66, 0.84].map((light) => [light, chroma! * Math.cos(hue), chroma! * Math.sin(hue)]),
    ),
  ),
]
const squared = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  (a[0]! - b[0]!) ** 2 + 6.25 * ((a[1]! - b[1]!) ** 2 + (a[2]! - b[2]!) ** 2)
function felt(color: ArrayLike<number>): number[] {
  const distances = POINTS.map((point) => squared(color, point))
  const near = distances.map((distance) => Math.exp((Math.min(...distances) - distance) / (2 * 0.035 ** 2)))
  const total = near.reduce((sum, each) => sum + each, 0)
  return near.map((each) => each / total)
}

describe('the points of the vector', () => {
  it('P11: add each pixel by its share to nearby points, and weigh small sums above their size', () => {
    const colors = { a: RED, b: BLUE, c: [90, 160, 70], d: [128, 128, 128], e: [240, 220, 190], f: [60, 20, 80] }
    const picture = labPicture(drawn(['abcd', 'efab', 'cdef', 'fedc'], colors as unknown as Record<string, Rgb>))
    const weights = productShares(picture)
    const sums = POINTS.map(() => 0)
    picture.colors.forEach((color, i) => {
      felt(color).forEach((each, point) => {
        sums[point]! += weights[i]! * each
      })
    })
    const powers = sums.map((sum) => sum ** 0.65)
    const length = Math.hypot(...powers)
    colorDescriptor(picture).forEach((value, point) => {
      expect(value).toBeCloseTo(powers[point]! / length, 3)
    })
  })

  it('P12: count shades within a distance of 0.13 as the named color, and give 1 for a product of that color alone', () => {
    const meant = (parts: number[], color: ArrayLike<number>) =>
      parts.reduce((sum, part, i) => sum + part * Math.exp(-squared(color, POINTS[i]!) / (2 * 0.13 ** 2)), 0) /
      parts.reduce((sum, part) => sum + part, 0)
    for (const [rgb, asked] of [
      [RED, [160, 40, 60]],
      [RED, RED],
      [BLUE, [60, 120, 200]],
      [
        [128, 128, 128],
        [150, 150, 160],
      ],
    ] as [Rgb, Rgb][]) {
      const color = oklabOf(...asked)
      const expected = Math.min(1, meant(felt(oklabOf(...rgb)), color) / meant(felt(color), color))
      expect(shareOfColor(colorDescriptor(labPicture(plain(rgb))), asked)).toBeCloseTo(expected, 3)
    }
    expect(shareOfColor(new Float32Array(112), RED)).toBe(0)
  })
})

describe('the colors a person would name', () => {
  it('P9: are sorted by their share of the product, the largest first', () => {
    const found = dominantColors(
      labPicture(drawn(['......', '......', '.rrrb.', '.rrrb.', '......', '......'], COLORS)),
    )
    expect(found.map(({ hex }) => hex)).toEqual(['#c81e28', '#1e3cc8'])
    expect(found[0]!.share).toBeGreaterThan(found[1]!.share)
    expect(found[0]!.share + found[1]!.share).toBeCloseTo(1)
  })

  it('P10: merge light and shade of one color into the more common one', () => {
    const colors = { '.': WHITE, r: RED, d: [190, 26, 36] as Rgb, b: BLUE }
    const found = dominantColors(
      labPicture(drawn(['......', '......', '.rrdd.', '.rrrb.', '......', '......'], colors)),
    )
    expect(found.map(({ hex }) => hex)).toHaveLength(2)
    expect(found[0]!.hex.startsWith('#c')).toBe(true)
  })

  /** Draws a product of two bands on white: the first `count` of its hundred pixels have the second color. */
  const banded = (first: Rgb, second: Rgb, count: number) => {
    const rows = Array.from({ length: 14 }, (_, y) =>
      Array.from({ length: 14 }, (_, x) => {
        if (x < 2 || x > 11 || y < 2 || y > 11) return '.'
        return (y - 2) * 10 + x - 2 < count ? 'b' : 'a'
      }).join(''),
    )
    return { rows, picture: labPicture(drawn(rows, { '.': WHITE, a: first, b: second })) }
  }

  it('P13: have at least seven hundredths of the product', () => {
    for (let count = 2; count <= 30; count += 2) {
      const { rows, picture } = banded(RED, BLUE, count)
      const weights = productShares(picture)
      const sum = (letter: string) =>
        [...rows.join('')].reduce((total, each, i) => (each === letter ? total + weights[i]! : total), 0)
      const share = sum('b') / (sum('a') + sum('b'))
      expect(dominantColors(picture)).toHaveLength(share >= 0.07 ? 2 : 1)
    }
  })

  it('P14: merge two shades nearer than 0.085', () => {
    for (let level = 106; level < 190; level += 6) {
      const far = colorDistance(oklabOf(100, 100, 100), oklabOf(level, level, level))
      const found = dominantColors(banded([100, 100, 100], [level, level, level], 40).picture)
      expect(found.map(({ hex }) => hex)).toHaveLength(far < 0.085 ? 1 : 2)
    }
  })

  it('P15: are five at most', () => {
    const colors: Record<string, Rgb> = {
      '.': WHITE,
      r: RED,
      b: BLUE,
      g: [20, 160, 60],
      y: [240, 220, 40],
      k: [10, 10, 10],
      p: [150, 30, 160],
      o: [250, 130, 20],
    }
    const bands = [...'rbgykpo'].map((letter) => `..${letter.repeat(10)}..`)
    const rows = ['.'.repeat(14), '.'.repeat(14), ...bands, '.'.repeat(14), '.'.repeat(14)]
    const found = dominantColors(labPicture(drawn(rows, colors)))
    expect(found).toHaveLength(5)
    for (const { share } of found) expect(share).toBeGreaterThan(0.1)
  })

  it('P16: are found for a product in many shades on a patterned background', () => {
    const size = 24
    const colorAt = (x: number, y: number): Rgb => {
      const inside = (x - 12) ** 2 + (y - 12) ** 2 < 90
      if (!inside) return (x + y) % 2 === 0 ? [230 - 2 * x, 225, 210] : [205, 215, 235 - 3 * y]
      if (x < 10) return [150 + 8 * x, 30 + 2 * y, 40]
      return y < 11 ? [20, 50 + 6 * x, 120 + 4 * y] : [235, 200 - 3 * x, 40 + 2 * y]
    }
    const picture = { width: size, height: size, pixels: new Uint8Array(3 * size * size) }
    for (let i = 0; i < size * size; i++) picture.pixels.set(colorAt(i % size, Math.floor(i / size)), 3 * i)
    const found = dominantColors(labPicture(picture))
    expect(found.map(({ hex, share }) => `${hex} ${share.toFixed(3)}`)).toMatchInlineSnapshot(`
      [
        "#eb9d46 0.374",
        "#d63628 0.307",
        "#147494 0.171",
        "#149c97 0.085",
      ]
    `)
  })
})
