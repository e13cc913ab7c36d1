import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Embedder } from '../embedder.ts'
import { NotEmbeddable } from '../embedder.ts'
import { embedderContract } from '../embedder.contract.ts'
import { EncoderThread } from '../onnx/encoder-thread.ts'
import { letterbox, openEncoder, type VisualSettings } from './visual-encoder.ts'
import { visualModel } from './visual-model.ts'
import { smallPicture } from '../pictures/picture-codec.ts'
import { VISUAL_SIDE } from './visual-layout.ts'

const settings = visualModel.settings as VisualSettings

function drawn(body: string, ground = '#fff'): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="260"><rect width="200" height="260" fill="${ground}"/>${body}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

const shirt = (color: string) =>
  `<path fill="${color}" d="M70 40 L20 70 L38 110 L58 98 L58 220 L142 220 L142 98 L162 110 L180 70 L130 40 Q100 70 70 40Z"/>`
const bottle = (color: string) =>
  `<path fill="${color}" d="M85 20h30v50q25 15 25 50v110q0 10-10 10h-60q-10 0-10-10v-110q0-35 25-50z"/>`

/** Creates an embedder with only the visual encoder, for the contract. */
function imageHalf(): Embedder {
  const thread = new EncoderThread<Uint8Array>({ module: visualModel.module, settings: visualModel.settings })
  const { space, dimension } = visualModel
  return {
    image: { space, dimension, embed: (images, _kind, signal) => thread.encode(images, 'urgent', signal) },
    close: () => thread.close(),
  }
}

embedderContract('the visual encoder', {
  open: async () => imageHalf(),
  images: async () => [await drawn(shirt('#c22')), await drawn(bottle('#26c')), await drawn(shirt('#26c'))],
})

describe('the visual encoder', () => {
  const near = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)

  it('returns the same vector for a decoded picture and its file', async () => {
    const { encode } = await openEncoder(settings)
    const file = await drawn(shirt('#c22'))
    const [ofFile, ofPicture] = await encode([file, await smallPicture(file, VISUAL_SIDE)])
    expect(ofPicture).toEqual(ofFile)
  })

  it('places a shirt nearer to a shirt of another color than to a bottle of its color', async () => {
    const encoder = await openEncoder(settings)
    const files = [drawn(shirt('#c22')), drawn(shirt('#26c'), '#eee'), drawn(bottle('#c22'))]
    const [red, blue, other] = await encoder.encode(await Promise.all(files))
    expect(near(red!, blue!)).toBeGreaterThan(near(red!, other!))
  })

  it('applies a picture’s orientation', async () => {
    const encoder = await openEncoder(settings)
    const upright = await sharp(await drawn(shirt('#c22')))
      .jpeg({ quality: 95 })
      .toBuffer()
    // Orientation 8: viewers turn the picture a quarter to the left.
    const turned = await sharp(upright).rotate(90).withMetadata({ orientation: 8 }).jpeg({ quality: 95 }).toBuffer()
    const [a, b] = await encoder.encode([upright, turned])
    expect(near(a!, b!)).toBeGreaterThan(0.97)
  })

  it('refuses other formats before decoding', async () => {
    const encoder = await openEncoder(settings)
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200"/>')
    await expect(encoder.encode([svg])).rejects.toThrow(NotEmbeddable)
    const cut = (await drawn(shirt('#c22'))).subarray(0, 300)
    await expect(encoder.encode([cut])).rejects.toThrow('cannot be decoded')
  })

  it('refuses changed weights', async () => {
    await expect(openEncoder({ ...settings, sha256: '0'.repeat(64) })).rejects.toThrow('visual encoder')
  })

  it('pads a picture to a square with the color of its border', async () => {
    const picture = await smallPicture(await drawn('<circle cx="100" cy="130" r="60" fill="#000"/>', '#0a141e'), 96)
    expect([picture.width, picture.height]).toEqual([74, 96])
    const square = letterbox(picture, 96)
    expect([...square.subarray(0, 3)]).toEqual([10, 20, 30])
    expect([...square.subarray(3 * 95, 3 * 96)]).toEqual([10, 20, 30])
    expect([...square.subarray(3 * (48 * 96 + 48), 3 * (48 * 96 + 48) + 3)]).toEqual([0, 0, 0])
  })
})
