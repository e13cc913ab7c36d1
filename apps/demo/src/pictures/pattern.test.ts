import { describe, expect, it } from 'vitest'
import { type Frame, transformOf } from './frame.ts'
import { patternOn } from './pattern.ts'

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

const FRAMES: Frame[] = [
  { view: { left: 0, top: 0, side: 800 }, placement: { x: -162.963, y: 57.037, turn: 0, scale: 1.407 } },
  { view: { left: 0, top: 0, side: 800 }, placement: { x: 40, y: 140, turn: -5, scale: 0.9 } },
  { view: { left: 213.7, top: 98.1, side: 288.4 }, placement: { x: 0, y: 0, turn: 0, scale: 1 } },
  { view: { left: 0, top: 0, side: 800 } },
]
const WIDTHS = [160, 320, 480, 640, 800]

describe('a texture', () => {
  it.each(FRAMES)('has upright tiles of whole pixels at every width: %j', (frame) => {
    for (const material of ['linen', 'cotton', 'denim', 'cashmere', 'boucle', 'marble', 'oak']) {
      const pattern = patternOn(frame, 'id', material)
      const tile = Number(/ width="([\d.]+)"/.exec(pattern)![1])
      const [a, b, c, d, e, f] = times(toPixels(frame), readTransform(/patternTransform="([^"]+)"/.exec(pattern)![1]!))
      for (const zero of [b, c, e, f]) expect(zero).toBeCloseTo(0, 6)
      expect(a).toBeCloseTo(d, 6)
      for (const width of WIDTHS) {
        const pixels = (tile * a * width) / 800
        // librsvg drops fractions of a pixel, so tiles must never be smaller than whole pixels.
        expect(Math.floor(pixels), material).toBeGreaterThanOrEqual(1)
        expect(pixels - Math.floor(pixels), material).toBeLessThan(0.001)
      }
    }
  })

  it('scales with the subject', () => {
    const wide = (scale: number) =>
      Number(
        / width="([\d.]+)"/.exec(
          patternOn({ ...FRAMES[3]!, placement: { x: 0, y: 0, turn: 0, scale } }, 'id', 'oak'),
        )![1],
      )
    expect(wide(1)).toBeCloseTo(120, 3)
    expect(wide(1.5)).toBeCloseTo(180, 3)
  })
})

function toPixels({ view, placement }: Frame): Matrix {
  const look = readTransform(`scale(${800 / view.side}) translate(${-view.left} ${-view.top})`)
  return placement ? times(look, readTransform(transformOf(placement))) : look
}

function readTransform(text: string): Matrix {
  return [...text.matchAll(/(\w+)\(([^)]*)\)/g)]
    .map(([, name, values]) => step(name!, values!.split(' ').map(Number)))
    .reduce(times)
}

function step(name: string, [x = 0, y = 0, z = 0]: number[]): Matrix {
  if (name === 'translate') return [1, 0, 0, 1, x, y]
  if (name === 'scale') return [x, 0, 0, x, 0, 0]
  const [cos, sin] = [Math.cos((x * Math.PI) / 180), Math.sin((x * Math.PI) / 180)]
  return times(times([1, 0, 0, 1, y, z], [cos, sin, -sin, cos, 0, 0]), [1, 0, 0, 1, -y, -z])
}

function times([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix {
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f]
}
