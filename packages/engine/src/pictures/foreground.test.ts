import { describe, expect, it } from 'vitest'
import type { Picture } from '../colors/picture.ts'
import { decontaminated, foreground, plainForeground, withoutHoles } from './foreground.ts'

type Rgb = readonly [number, number, number]
function drawn(rows: readonly string[], colors: Readonly<Record<string, Rgb>>): Picture {
  const pixels = new Uint8Array(rows.flatMap((row) => [...row].flatMap((letter) => [...colors[letter]!])))
  return { width: rows[0]!.length, height: rows.length, pixels }
}
const rowsOf = (mask: Uint8Array, width: number) =>
  Array.from({ length: mask.length / width }, (_, y) => mask.subarray(y * width, (y + 1) * width).join(''))
const WHITE: Rgb = [255, 255, 255]
const RED: Rgb = [190, 30, 40]

describe('the foreground of a picture', () => {
  it('G1: is exactly what differs in color from a plain rim', () => {
    const rows = ['......', '......', '..##..', '..#...', '......', '......']
    const { mask, isPlain } = foreground(drawn(rows, { '.': WHITE, '#': RED }))
    expect(isPlain).toBe(true)
    expect(rowsOf(mask, 6)).toEqual(['000000', '000000', '001100', '001000', '000000', '000000'])
  })

  it("G2: includes parts in the background's color that are not connected to the rim", () => {
    const rows = ['.......', '.......', '..###..', '..#.#..', '..###..', '.......', '.......']
    const { mask } = foreground(drawn(rows, { '.': WHITE, '#': RED }))
    expect(rowsOf(mask, 7)).toEqual(['0000000', '0000000', '0011100', '0011100', '0011100', '0000000', '0000000'])
  })

  it('G3: is connected by sides, not by corners, and not around the edge of the picture', () => {
    // The hole touches the background only at a corner.
    const corner = ['.......', '.......', '..#.#..', '..##.#.', '..###..', '.......', '.......']
    const { mask } = foreground(drawn(corner, { '.': WHITE, '#': RED }))
    expect(rowsOf(mask, 7)[2]).toBe('0010100')
    expect(rowsOf(mask, 7)[3]).toBe('0011110')
    const bar = ['......', '......', '######', '######', '......', '......']
    expect(rowsOf(foreground(drawn(bar, { '.': WHITE, '#': RED })).mask, 6)).toEqual([
      '000000',
      '000000',
      '111111',
      '111111',
      '000000',
      '000000',
    ])
  })

  it('G4: allows eight levels of light to an even rim, but not ten', () => {
    const seen = (level: number) => {
      const rows = ['......', '......', '..##..', '..##..', '......', '......']
      const picture = drawn(rows, { '.': [200, 200, 200], '#': [level, level, level] })
      return foreground(picture).mask.reduce((sum, one) => sum + one, 0)
    }
    expect([seen(192), seen(190), seen(208), seen(210)]).toEqual([0, 4, 0, 4])
  })

  it('G5: depends more on hue than on lightness', () => {
    const seen = (color: Rgb) => {
      const rows = ['......', '......', '..##..', '..##..', '......', '......']
      return foreground(drawn(rows, { '.': [200, 200, 200], '#': color })).mask.some((one) => one === 1)
    }
    expect([seen([193, 193, 193]), seen([200, 193, 200]), seen([200, 190, 200])]).toEqual([false, false, true])
  })

  it('G6: allows more to a grainy rim, up to a limit', () => {
    const grainy = (grain: number, level: number) => {
      const rows = ['abababab', 'babababa', 'ab....ab', 'ba.##.ba', 'ab.##.ab', 'ba....ba', 'abababab', 'babababa']
      const a: Rgb = [200, 200, 200]
      const b: Rgb = [200 - grain, 200 - grain, 200 - grain]
      const dark: Rgb = [200 - level, 200 - level, 200 - level]
      return foreground(drawn(rows, { a, b, '.': a, '#': dark })).mask.some((one) => one === 1)
    }
    expect([grainy(0, 12), grainy(4, 12), grainy(4, 24)]).toEqual([true, false, true])
  })

  it('G6: measures the grain in the outermost pixels, not in their neighbours', () => {
    const rows = ['aaaaaaaa', 'abbbbbba', 'ab....ba', 'ab.##.ba', 'ab.##.ba', 'ab....ba', 'abbbbbba', 'aaaaaaaa']
    const grey = (level: number): Rgb => [level, level, level]
    const { mask } = foreground(drawn(rows, { a: grey(200), b: grey(193), '.': grey(200), '#': grey(188) }))
    expect(mask.reduce((sum, one) => sum + one, 0)).toBe(4)
  })

  it('G7: is undefined if less than six tenths of the rim have one color', () => {
    const half = ['..####', '..####', '..####', '..####', '..####', '..####']
    const mixed = drawn(['ab##cd', 'cd##ab', 'ab##cd', 'ba##dc', 'cd##ab', 'dc##ba'], {
      a: [10, 10, 200],
      b: [200, 200, 10],
      c: [10, 200, 10],
      d: [200, 10, 200],
      '#': RED,
    })
    expect(plainForeground(mixed)).toBeUndefined()
    expect(foreground(mixed).isPlain).toBe(false)
    expect(plainForeground(drawn(half, { '.': WHITE, '#': RED }))).toBeDefined()
  })

  it('G8: on a textured background has none of the rim’s colors', () => {
    const size = 30
    const rows = Array.from({ length: size }, (_, y) =>
      Array.from({ length: size }, (_, x) => {
        if (x >= 10 && x < 20 && y >= 10 && y < 20) return '#'
        return 'abcd'[(Math.floor(x / 2) + 2 * Math.floor(y / 2)) % 4]!
      }).join(''),
    )
    const { mask, isPlain } = foreground(
      drawn(rows, { a: [240, 240, 200], b: [120, 160, 220], c: [90, 200, 120], d: [40, 60, 90], '#': [230, 20, 30] }),
    )
    const at = (x: number, y: number) => mask[y * size + x]
    expect(isPlain).toBe(false)
    expect([at(14, 14), at(12, 17), at(17, 12)]).toEqual([1, 1, 1])
    expect([at(0, 0), at(5, 5), at(25, 14), at(14, 26), at(29, 29)]).toEqual([0, 0, 0, 0, 0])
    const area = mask.reduce((sum, one) => sum + one, 0)
    expect(area).toBeGreaterThan(70)
    expect(area).toBeLessThan(150)
  })

  it('G9: on a textured background has this outline, pixel by pixel', () => {
    const size = 24
    const at = (x: number, y: number): Rgb => {
      if ((x - 12) ** 2 / 36 + (y - 11) ** 2 / 20 < 1) return [200, 40 + 5 * x, 40]
      // Warm and cool patches that fade to the right, and a dark corner cut by the edge.
      if (x + y > 42) return [20, 20, 30]
      return (Math.floor(x / 3) + Math.floor(y / 3)) % 2 === 0 ? [210 - 2 * x, 200, 150] : [110, 150 + x, 190]
    }
    const pixels = Uint8Array.from({ length: size * size }, (_, i) => i).length
    const picture = { width: size, height: size, pixels: new Uint8Array(3 * pixels) }
    for (let i = 0; i < pixels; i++) picture.pixels.set(at(i % size, Math.floor(i / size)), 3 * i)
    const { mask, isPlain } = foreground(picture)
    expect(isPlain).toBe(false)
    expect(rowsOf(mask, size).join('\n')).toMatchInlineSnapshot(`
      "000000000000000000000000
      000000000000000000000000
      000000000000000000000000
      000000000000000000000000
      000000000000000000000000
      000000000000000000000000
      000000000000100000000000
      000000000111111100000000
      000000001111111110000000
      000000011111111111000000
      000000111111111111000000
      000000111111111111000000
      000000111111111111000000
      000000011111111111000000
      000000001111111110000000
      000000000111111100000000
      000000000000100000000000
      000000000000000000000000
      000000000000000000000000
      000000000000000000000000
      000000000000000000000001
      000000000000000000000111
      000000000000000000000111
      000000000000000000001111"
    `)
  })

  it('G10: excludes what differs from the rim by fewer than 26 levels, which is its color in another light', () => {
    const size = 20
    const seen = (level: number) => {
      const rows = Array.from({ length: size }, (_, y) =>
        Array.from({ length: size }, (_, x) => {
          if (x >= 6 && x < 14 && y >= 6 && y < 14) return '#'
          return (Math.floor(x / 2) + Math.floor(y / 2)) % 2 === 0 ? 'a' : 'b'
        }).join(''),
      )
      const colors = { a: [200, 200, 200], b: [100, 100, 100], '#': [level, level, level] } as const
      return foreground(drawn(rows, colors)).mask.some((one) => one === 1)
    }
    expect([seen(222), seen(224), seen(232), seen(240)]).toEqual([false, false, true, true])
  })
})

describe('an object for another background', () => {
  const MIXED: Rgb = [220, 140, 150]
  const colors = { '.': WHITE, '#': RED, '+': MIXED }

  it('H1: does not include the background that is visible through its holes', () => {
    const rows = ['.......', '.......', '..###..', '..#.#..', '..###..', '.......', '.......']
    const picture = drawn(rows, colors)
    const mask = withoutHoles(plainForeground(picture)!, picture)
    expect(rowsOf(mask, 7)).toEqual(['0000000', '0000000', '0011100', '0010100', '0011100', '0000000', '0000000'])
  })

  it('H2: has its inner color along its edge, where the background was mixed in', () => {
    const rows = ['.......', '.+++++.', '.+###+.', '.+###+.', '.+###+.', '.+++++.', '.......']
    const picture = drawn(rows, colors)
    const { pixels } = decontaminated(picture, plainForeground(picture)!)
    const colorAt = (x: number, y: number) => [...pixels.subarray(3 * (7 * y + x), 3 * (7 * y + x) + 3)]
    expect([colorAt(1, 1), colorAt(3, 1), colorAt(5, 4)]).toEqual([RED, RED, RED])
    expect([colorAt(3, 3), colorAt(0, 0)]).toEqual([RED, WHITE])
  })

  it('H3: is unchanged if it is too thin to have an inside', () => {
    const picture = drawn(['.....', '.+++.', '.....', '.....', '.....'], colors)
    expect(decontaminated(picture, plainForeground(picture)!).pixels).toEqual(picture.pixels)
  })
})
