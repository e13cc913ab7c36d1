import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { colorDescriptor, shareOfColor } from './color-descriptor.ts'
import { colorOfName, familyOfColor, nameOfColor } from './color-names.ts'
import { dominantColors } from './dominant-colors.ts'
import { hexOf, oklabOf } from './oklab.ts'
import { borderColor, labPicture, type Picture } from './picture.ts'

type Rgb = readonly [number, number, number]

/** Draws a square of one color on another; `inner` is its side as a share of the whole. */
function square(ground: Rgb, thing: Rgb, inner = 0.5, side = 40): Picture {
  const pixels = new Uint8Array(3 * side * side)
  const [from, to] = [(side * (1 - inner)) / 2, (side * (1 + inner)) / 2]
  for (let i = 0; i < side * side; i++) {
    const [x, y] = [i % side, Math.floor(i / side)]
    const inside = x >= from && x < to && y >= from && y < to
    pixels.set(inside ? thing : ground, 3 * i)
  }
  return { width: side, height: side, pixels }
}

describe('colors', () => {
  const byte = fc.integer({ min: 0, max: 255 })

  it('convert to OKLab and back without loss', () => {
    fc.assert(
      fc.property(byte, byte, byte, (r, g, b) => {
        const hex = hexOf(oklabOf(r, g, b))
        const back = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
        for (const [i, value] of [r, g, b].entries()) expect(Math.abs(back[i] - value)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('of a product exclude its white background', () => {
    const [first, ...others] = dominantColors(labPicture(square([255, 255, 255], [200, 20, 30])))
    expect(first.hex).toBe('#c8141e')
    expect(others).toEqual([])
  })

  it('include the white of a white product with an outline', () => {
    const picture = square([255, 255, 255], [40, 40, 40], 0.7)
    const inner = square([255, 255, 255], [255, 255, 255])
    for (let i = 0; i < 1600; i++) {
      const [x, y] = [i % 40, Math.floor(i / 40)]
      if (x > 9 && x < 30 && y > 9 && y < 30) picture.pixels.set(inner.pixels.subarray(3 * i, 3 * i + 3), 3 * i)
    }
    expect(nameOfColor(dominantColors(labPicture(picture))[0].lab)).toBe('white')
  })

  it('are found in a picture of one color', () => {
    const [only] = dominantColors(labPicture(square([10, 90, 200], [10, 90, 200])))
    expect(only).toMatchObject({ hex: '#0a5ac8', share: 1 })
  })

  it('exclude the color of most of the rim, which is the background', () => {
    expect(borderColor(square([250, 250, 250], [0, 0, 0], 0.9))).toEqual([250, 250, 250])
  })

  it('are unit vectors that are near for similar colors and far for others', () => {
    const red = colorDescriptor(labPicture(square([255, 255, 255], [200, 20, 30])))
    const alike = colorDescriptor(labPicture(square([240, 240, 245], [204, 24, 34], 0.7)))
    const blue = colorDescriptor(labPicture(square([255, 255, 255], [30, 60, 190])))
    const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i], 0)
    expect(dot(red, red)).toBeCloseTo(1, 5)
    expect(dot(red, alike)).toBeGreaterThan(0.9)
    expect(dot(red, blue)).toBeLessThan(0.4)
  })

  it('tell how much of a product has the color of a word', () => {
    const red = colorDescriptor(labPicture(square([255, 255, 255], [200, 30, 40])))
    const share = (name: string) => shareOfColor(red, colorOfName(name)!.rgb)
    expect(share('red')).toBeGreaterThan(0.5)
    expect(share('maroon')).toBeLessThan(share('red'))
    expect(share('blue')).toBeLessThan(0.05)
    expect(share('white')).toBeLessThan(0.05)
  })

  it('have names by which they are found again', () => {
    for (const word of ['navy', 'Gray', 'burgundy', 'mint']) {
      const color = colorOfName(word)!
      expect(nameOfColor(oklabOf(...color.rgb))).toBe(color.name)
    }
    expect(colorOfName('sofa')).toBeUndefined()
  })

  it('are named as in shops, by hue rather than lightness', () => {
    const named = (hex: string) => {
      const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
      return nameOfColor(oklabOf(r, g, b))
    }
    const shades = {
      rose: ['#c48a8c', '#b07a7e'],
      terracotta: ['#c4673f', '#b75d3a'],
      rust: ['#a5482a'],
      sage: ['#a3b094'],
      navy: ['#27364f', '#1f2d52'],
      denim: ['#4d6d92'],
      plum: ['#5e3a5c'],
      beige: ['#cbb08a'],
      camel: ['#b98a56'],
      mustard: ['#cd9e28'],
      ochre: ['#ac8219', '#ae8414'],
    }
    for (const [name, hexes] of Object.entries(shades)) expect(hexes.map(named)).toEqual(hexes.map(() => name))
  })

  it.each([
    ['black', 0x141416],
    ['charcoal', 0x3e4044],
    ['grey', 0x87898c],
    ['silver', 0xc0c2c6],
    ['white', 0xf8f8f7],
    ['cream', 0xf3ead3],
    ['beige', 0xd6c2a3],
    ['tan', 0xbe9164],
    ['camel', 0xb98a56],
    ['cognac', 0x9a5a2e],
    ['brown', 0x694228],
    ['terracotta', 0xc4673f],
    ['rust', 0xa5482a],
    ['maroon', 0x681626],
    ['red', 0xcd212a],
    ['coral', 0xfa785f],
    ['orange', 0xf3801e],
    ['mustard', 0xcd9e28],
    ['yellow', 0xf8d73c],
    ['olive', 0x686b36],
    ['sage', 0xa3b094],
    ['green', 0x348e44],
    ['dark green', 0x194830],
    ['mint', 0xa0dcbe],
    ['teal', 0x14767a],
    ['turquoise', 0x3cc3c3],
    ['light blue', 0x9bc6e8],
    ['blue', 0x265cbe],
    ['denim', 0x4d6d92],
    ['navy', 0x1b264e],
    ['plum', 0x5e3a5c],
    ['purple', 0x6c3a91],
    ['lavender', 0xbeaade],
    ['magenta', 0xcd2887],
    ['pink', 0xf2a0b9],
    ['rose', 0xc48a8c],
    ['blush', 0xe8c4bb],
  ])('calls a plain %s so', (name, hex) => {
    expect(nameOfColor(oklabOf(hex >> 16, (hex >> 8) & 255, hex & 255))).toBe(name)
    expect(colorOfName(name)?.rgb).toEqual([hex >> 16, (hex >> 8) & 255, hex & 255])
  })

  it('have names that text search assigns to a family', () => {
    expect(familyOfColor('dark green')).toBe('green')
    expect(familyOfColor('terracotta')).toBe('orange')
    for (const hex of [0x000000, 0xffffff, 0xc48a8c, 0x27364f, 0x3cc3c3, 0xcda028, 0xe8c4bb, 0x686b36])
      expect(familyOfColor(nameOfColor(oklabOf(hex >> 16, (hex >> 8) & 255, hex & 255)))).toBeDefined()
  })

  it('with hardly any chroma are named as a grey', () => {
    const named = (hex: string) => {
      const [r, g, b] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
      return nameOfColor(oklabOf(r, g, b))
    }
    expect(named('#6f6874')).toBe('grey')
    expect(named('#5a6462')).toBe('charcoal')
    expect(named('#14767a')).toBe('teal')
    expect(named('#f3ead3')).toBe('cream')
  })
})
