import type { Picture } from '@vitrine/engine'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { NotEmbeddable } from '../embedder.ts'
import {
  cutFile,
  cutPicture,
  decodeInto,
  imageFormatOf,
  readPictureHeader,
  smallPicture,
  svgToWebp,
} from './picture-codec.ts'

/** Creates a picture whose pixels contain their position: red is the column, green the row. */
function grid(width: number, height: number): Picture {
  const pixels = new Uint8Array(3 * width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) pixels.set([x, y, 7], 3 * (y * width + x))
  return { width, height, pixels }
}

const file = ({ width, height, pixels }: Picture) => sharp(pixels, { raw: { width, height, channels: 3 } })
const share = fc.double({ min: 0, max: 1, noNaN: true })

describe('a part of a picture', () => {
  it('contains the pixels of the crop, and at least one', () =>
    fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 40 }),
        fc.record({ x: share, y: share, width: share, height: share }),
        async (width, height, crop) => {
          const left = Math.min(width - 1, Math.round(crop.x * width))
          const top = Math.min(height - 1, Math.round(crop.y * height))
          const wide = Math.max(1, Math.min(width - left, Math.round(crop.width * width)))
          const high = Math.max(1, Math.min(height - top, Math.round(crop.height * height)))
          const part = await cutPicture(grid(width, height), crop, Math.max(wide, high))
          expect([part.width, part.height]).toEqual([wide, high])
          expect([...part.pixels.slice(0, 3)]).toEqual([left, top, 7])
          expect([...part.pixels.slice(-3)]).toEqual([left + wide - 1, top + high - 1, 7])
        },
      ),
      { numRuns: 30 },
    ))

  it('is scaled to the requested longer side, and keeps its size as a file', async () => {
    const crop = { x: 0, y: 0, width: 1, height: 0.5 }
    const part = await cutPicture(grid(40, 40), crop, 10)
    expect([part.width, part.height]).toEqual([10, 5])
    const { width, height, format } = await sharp(await cutFile(grid(40, 40), crop)).metadata()
    expect([width, height, format]).toEqual([40, 20, 'jpeg'])
  })
})

describe('a file', () => {
  it('is recognized by its first bytes only', async () => {
    const formats = ['jpeg', 'png', 'webp'] as const
    for (const format of formats) {
      const bytes = await file(grid(4, 4))[format]().toBuffer()
      expect(imageFormatOf(bytes)).toBe(format)
      expect(imageFormatOf(bytes.subarray(0, 2))).toBeUndefined()
      const broken = Uint8Array.from(bytes)
      broken[format === 'webp' ? 9 : 1] = 0
      expect(imageFormatOf(broken)).toBeUndefined()
    }
    expect(imageFormatOf(await file(grid(4, 4)).gif().toBuffer())).toBeUndefined()
  })

  it('is refused as not embeddable if it is broken or of another kind', async () => {
    const gif = await file(grid(4, 4)).gif().toBuffer()
    await expect(smallPicture(gif, 8)).rejects.toThrow('not a JPEG, PNG or WebP')
    const png = await file(grid(4, 4)).png().toBuffer()
    await expect(smallPicture(png.subarray(0, 30), 8)).rejects.toBeInstanceOf(NotEmbeddable)
    expect(await smallPicture(png, 2)).toMatchObject({ width: 2, height: 2 })
  })

  it('reports its displayed size, its frames and what makes decoding slow', async () => {
    const plain = await file(grid(6, 4)).png().toBuffer()
    expect(await readPictureHeader(plain)).toEqual({
      ...{ width: 6, height: 4, pages: 1, channels: 3 },
      ...{ isDeep: false, isInterlaced: false },
    })
    const turned = await file(grid(6, 4)).withMetadata({ orientation: 6 }).jpeg({ progressive: true }).toBuffer()
    expect(await readPictureHeader(turned)).toMatchObject({ width: 4, height: 6, isInterlaced: true })
    const deep = await file(grid(6, 4)).toColourspace('rgb16').png().toBuffer()
    expect(await readPictureHeader(deep)).toMatchObject({ isDeep: true })
    const other = await file(grid(6, 4)).negate().png().toBuffer()
    const frames = await sharp([plain, other], { join: { animated: true } })
      .webp({ loop: 0 })
      .toBuffer()
    expect(await readPictureHeader(frames)).toMatchObject({ width: 6, height: 4, pages: 2 })
  })

  it('is decoded upright, on white, into the requested box', async () => {
    const clear = await sharp({ create: { width: 8, height: 4, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    const of = (fit: 'inside' | 'cover' | 'fill' | 'contain') => decodeInto(clear, { width: 4, height: 4, fit })
    expect(await of('inside')).toMatchObject({ width: 4, height: 2 })
    for (const fit of ['cover', 'fill', 'contain'] as const) {
      const { width, height, pixels } = await of(fit)
      expect([width, height, pixels.length, Math.min(...pixels)]).toEqual([4, 4, 48, 255])
    }
    const turned = await file(grid(6, 4)).withMetadata({ orientation: 6 }).png().toBuffer()
    expect(await decodeInto(turned, { width: 6, height: 6, fit: 'inside' })).toMatchObject({ width: 4, height: 6 })
  })

  it('has the size of the drawing it was converted from', async () => {
    const svg =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="5"><rect width="9" height="5" fill="red"/></svg>'
    const { width, height, format } = await sharp(await svgToWebp(svg, { quality: 80 })).metadata()
    expect([width, height, format]).toEqual([9, 5, 'webp'])
  })
})
