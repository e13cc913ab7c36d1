import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { blurEllipse, blurLines, blurShapes } from './blur.ts'
import { circle, ellipse, line } from './svg.ts'

const SIDE = 200
const [opacity, deviation] = [0.4, 12]
const blur = ['#000000', opacity, deviation] as const
const BLURRED = `filter="url(#blur)" opacity="${opacity}"`

async function darkness(drawn: string): Promise<number[]> {
  const blur = `<filter id="blur" filterUnits="userSpaceOnUse" x="-100" y="-100" width="400" height="400"><feGaussianBlur stdDeviation="${deviation}"/></filter>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}"><defs>${blur}</defs><rect width="200" height="200" fill="#fff"/>${drawn}</svg>`
  const pixels = await sharp(Buffer.from(svg)).greyscale().raw().toBuffer()
  return [...pixels].map((value) => 255 - value)
}

function middleRow(picture: readonly number[]): readonly number[] {
  return picture.slice((SIDE / 2) * SIDE, (SIDE / 2 + 1) * SIDE)
}

function furthest(one: readonly number[], other: readonly number[]): number {
  return Math.max(...one.map((value, i) => Math.abs(value - other[i]!)))
}

describe('imitated Gaussian blur', () => {
  it('of ellipses is close to a real one', async () => {
    const copies = await darkness(blurEllipse(100, 100, 60, 40, blur))
    const blurred = await darkness(`<g ${BLURRED}>${ellipse(100, 100, 60, 40, {})}</g>`)
    expect(furthest(copies, blurred)).toBeLessThan(0.2 * Math.max(...blurred))
  })

  it('of lines is close to a real one', async () => {
    const copies = middleRow(await darkness(blurLines(['M100 -100V300'], 60, blur)))
    const blurred = middleRow(await darkness(`<g ${BLURRED}>${line('M100 -100V300', '#000000', 60)}</g>`))
    expect(furthest(copies, blurred)).toBeLessThan(0.15 * Math.max(...blurred))
  })

  it('of shapes has the full opacity inside and ends within three deviations outside', async () => {
    const row = middleRow(await darkness(blurShapes([circle(100, 100, 50, {})], blur)))
    expect(row[100]! / 255).toBeCloseTo(opacity, 1)
    const outwards = row.slice(150)
    expect(outwards).toEqual(outwards.toSorted((a, b) => b - a))
    expect(outwards[deviation]).toBeGreaterThan(0)
    expect(Math.max(...outwards.slice(3 * deviation))).toBe(0)
  })
})
