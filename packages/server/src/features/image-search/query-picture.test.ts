import { describe, expect, it } from 'vitest'
import { cropsOf, isFramed, isPage, lookAtPicture } from './query-picture.ts'
import { greyPng } from './testing/grey-png.ts'

const picture = (side: number) => {
  const isInside = (at: number) => at > side * 0.3 && at < side * 0.6
  return greyPng({ width: side, height: side, shade: (x, y) => (isInside(x) && isInside(y) ? 20 : 255) })
}
const look = (crop?: object) => lookAtPicture(picture(400), crop as never)
const refusal = (crop: object) => look(crop).then(() => undefined, (error: Error) => error.message) // biome-ignore format: one line reads better

describe('a shopper’s picture', () => {
  it('Q1: is reduced in size, and an object that stands out is one of its parts', async () => {
    const picture = await look()
    const { scene, croppedBy } = picture
    expect([Math.max(scene.width, scene.height), croppedBy, isPage(picture)]).toEqual([320, 'service', false])
    const isSquare = ({ x, y, width, height }: { x: number; y: number; width: number; height: number }) =>
      x > 0.15 && y > 0.15 && x + width < 0.75 && y + height < 0.75
    expect(cropsOf(picture).some(isSquare)).toBe(true)
  })

  it('Q2: has only the part that the caller chose', async () => {
    const crop = { x: 0.1, y: 0.2, width: 0.5, height: 0.4 }
    const picture = await look(crop)
    expect(picture.croppedBy).toBe('caller')
    expect(cropsOf(picture)).toEqual([crop])
    expect(isPage(picture)).toBe(false)
  })

  it('Q3: has only parts within the picture that are at least a fiftieth of a side long', async () => {
    const whole = { x: 0, y: 0, width: 1, height: 1 }
    expect(await refusal({ ...whole, width: 0.02 })).toBeUndefined()
    expect(await refusal({ ...whole, width: 0.019 })).toBe('crop is too small')
    expect(await refusal({ ...whole, height: 0.019 })).toBe('crop is too small')
    expect(await refusal({ ...whole, x: 0.0009 })).toBeUndefined()
    for (const outside of [{ x: 0.0011 }, { y: 0.0011 }, { x: 0.5, width: 0.6 }, { y: 0.9, height: 0.2 }])
      expect(await refusal({ ...whole, ...outside })).toMatch('within the picture')
  })

  it('Q5: is framed by a plain background, by the caller, or as a tall page such as a phone’s screenshot', async () => {
    const shade = (x: number, y: number) => ((x >> 4) * 53 + (y >> 4) * 97) % 256
    const [wide, tall] = [greyPng({ width: 400, height: 300, shade }), greyPng({ width: 300, height: 500, shade })]
    const crop = { x: 0.1, y: 0.2, width: 0.5, height: 0.4 }
    const framed = async (bytes: Uint8Array, part?: typeof crop) => isFramed(await lookAtPicture(bytes, part))
    expect(await framed(wide)).toBe(false)
    expect(await framed(wide, crop)).toBe(true)
    expect(await framed(tall)).toBe(true)
    expect(await framed(picture(400))).toBe(true)
  })

  it('Q4: is refused if its file cannot be decoded', async () => {
    const broken = picture(120).subarray(0, 60)
    await expect(lookAtPicture(broken, undefined)).rejects.toThrow('image could not be decoded')
  })
})
