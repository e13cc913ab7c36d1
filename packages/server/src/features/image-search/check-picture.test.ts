import { describe, expect, it } from 'vitest'
import { MAX_IMAGE_BYTES } from '../../ports/image-source/image-source.ts'
import { checkPicture } from './check-picture.ts'
import { greyPng, pngChunk } from './testing/grey-png.ts'

/** `text` is the length of a comment that makes the file longer. */
function png(
  width: number,
  height: number,
  { before = [] as Buffer[], after = [] as Buffer[], text = 1200 } = {},
): Buffer {
  const comment = pngChunk('tEXt', Buffer.concat([Buffer.from('Comment\0'), Buffer.alloc(text, 'x')]))
  return greyPng({ width, height, before: [...before, comment], after })
}
const animation = pngChunk('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]))
const refusal = (bytes: Uint8Array) => checkPicture(bytes).then(() => undefined, (error: Error) => error.message) // biome-ignore format: one line reads better

describe('an accepted picture', () => {
  it('P1: has sides of 100 to 4,096 pixels', async () => {
    expect((await checkPicture(png(100, 100))).facts).toEqual({ format: 'png', width: 100, height: 100 })
    expect((await checkPicture(png(4096, 100))).facts).toMatchObject({ width: 4096, height: 100 })
    for (const [width, height] of [[99, 200], [200, 99]] as const) expect(await refusal(png(width, height))).toMatch('at least 100x100') // biome-ignore format: one line reads better
    for (const [width, height] of [[4097, 100], [100, 4097]] as const) expect(await refusal(png(width, height))).toMatch('at most 4096x4096') // biome-ignore format: one line reads better
  })

  it('P2: has at least a thousand bytes and at most the limit', async () => {
    const bare = png(100, 100, { text: 0 }).length
    expect(await refusal(png(100, 100, { text: 1000 - bare }))).toBeUndefined()
    expect(await refusal(png(100, 100, { text: 999 - bare }))).toMatch('at least 1 KB')
    expect(await refusal(png(100, 100, { text: MAX_IMAGE_BYTES - bare }))).toBeUndefined()
    expect(await refusal(png(100, 100, { text: MAX_IMAGE_BYTES + 1 - bare }))).toBeDefined()
  })

  it('P3: is a jpeg, png or webp that can be read', async () => {
    expect(await refusal(Buffer.alloc(2000, '<svg xmlns="http://www.w3.org/2000/svg"/>'))).toMatch(
      'unsupported image format',
    )
    const cut = Buffer.concat([png(100, 100).subarray(0, 8), Buffer.alloc(2000)])
    expect(await refusal(cut)).toBe('image could not be decoded')
  })

  it('P4: is not animated; chunks after the image data do not count', async () => {
    expect(await refusal(png(120, 120, { before: [animation] }))).toMatch('animated')
    const other = pngChunk('gAMA', Buffer.from([0, 0, 177, 143]))
    expect(await refusal(png(120, 120, { before: [other, animation] }))).toMatch('animated')
    expect(await refusal(png(120, 120, { after: [animation] }))).toBeUndefined()
    expect(await refusal(png(120, 120, { before: [other] }))).toBeUndefined()
  })

  it('P5: has a decoding cost by the pixels, depth and passes in its header', async () => {
    const costOf = async (side: number, header: { isDeep?: boolean; isInterlaced?: boolean } = {}) => {
      const bytes = greyPng({
        width: side,
        height: side,
        before: [pngChunk('tEXt', Buffer.alloc(1000, 'x'))],
        ...header,
      })
      return (await checkPicture(bytes)).decodingCost
    }
    const plain = await costOf(1000)
    expect(await costOf(2000)).toBe(4 * plain)
    expect(await costOf(1000, { isDeep: true })).toBeGreaterThan(2 * plain)
    expect(await costOf(1000, { isInterlaced: true })).toBe(2 * plain)
    expect(await costOf(1000, { isDeep: true, isInterlaced: true })).toBeGreaterThan(4 * plain)
  })
})
