/** Reads and writes picture files. Only files checked by `imageFormatOf` may reach the decoder. */
import type { Crop, Picture } from '@vitrine/engine'
import type { Sharp, SharpOptions } from 'sharp'
import { NotEmbeddable } from '../embedder.ts'

/** A limit in addition to the caller's size check, above any picture of 4096 × 4096. */
const MAX_PIXELS = 64_000_000

export interface PictureHeader {
  /** Size as displayed, after applying the orientation. */
  width: number
  height: number
  /** Number of frames; 1 unless the picture is animated. */
  pages: number
  channels: number
  /** True for more than eight bits per channel. */
  isDeep: boolean
  /** An interlaced PNG or a progressive JPEG, which is decoded in several passes. */
  isInterlaced: boolean
}

/** Reads the size, the frames and what makes decoding slow, without decoding. Rejects if the file is broken. */
export async function readPictureHeader(bytes: Uint8Array): Promise<PictureHeader> {
  const picture = await openPicture(bytes, { pages: -1, limitInputPixels: false })
  const header = await picture.metadata()
  const { autoOrient, pages = 1, channels = 4, depth, isProgressive = false } = header
  // Frames are stacked vertically, so the height is divided by their number.
  return {
    width: autoOrient.width,
    height: autoOrient.height / pages,
    pages,
    channels,
    isDeep: depth !== 'uchar',
    isInterlaced: isProgressive,
  }
}

/** Decodes a picture to fit a square of `side`, upright, on white. Rejects if the file is broken. */
export async function decodePicture(bytes: Uint8Array, side: number): Promise<Picture> {
  return decodeInto(bytes, { width: side, height: side, fit: 'inside' })
}

export interface PictureBox {
  width: number
  height: number
  /** inside: scaled to fit. cover: the center is cropped. fill: stretched. contain: padded with white. */
  fit: 'inside' | 'cover' | 'fill' | 'contain'
}

export async function decodeInto(bytes: Uint8Array, { width, height, fit }: PictureBox): Promise<Picture> {
  const picture = await openPicture(bytes, { limitInputPixels: MAX_PIXELS })
  const { data, info } = await picture
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .resize(width, height, { fit, background: '#ffffff' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  if (info.channels !== 3) throw new Error(`${info.channels} channels`)
  return { width: info.width, height: info.height, pixels: data }
}

/** Scales the cropped part so that its longer side is `side`. */
export async function cutPicture(picture: Picture, crop: Crop, side: number): Promise<Picture> {
  const part = await cut(picture, crop)
  const { data, info } = await part.resize(side, side, { fit: 'inside' }).raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, pixels: data }
}

/** Returns the cropped part as a JPEG file in full size, for models that accept files. */
export async function cutFile(picture: Picture, crop: Crop): Promise<Buffer> {
  const part = await cut(picture, crop)
  return part.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer()
}

async function cut({ width, height, pixels }: Picture, crop: Crop): Promise<Sharp> {
  const [left, top] = [
    Math.min(width - 1, Math.round(crop.x * width)),
    Math.min(height - 1, Math.round(crop.y * height)),
  ]
  const picture = await openPicture(pixels, { raw: { width, height, channels: 3 } })
  return picture.extract({
    left,
    top,
    width: Math.max(1, Math.min(width - left, Math.round(crop.width * width))),
    height: Math.max(1, Math.min(height - top, Math.round(crop.height * height))),
  })
}

/** Converts Vitrine's drawings to WebP. Never use this for other files, because an SVG can refer to local files. */
export async function svgToWebp(svg: string, { quality }: { quality: number }): Promise<Buffer> {
  const picture = await openPicture(Buffer.from(svg))
  // A higher effort would take twice the time and save a tenth of the size.
  return picture.webp({ quality, effort: 2 }).toBuffer()
}

/** Loads sharp, which takes over ten megabytes, with the first picture. Turns off its cache, which is never hit. */
async function openPicture(bytes: Uint8Array, options?: SharpOptions): Promise<Sharp> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  sharp.concurrency(1)
  return sharp(bytes, options)
}

export type ImageFormat = 'jpeg' | 'png' | 'webp'

/** Detects JPEG, PNG and WebP by the first bytes; undefined otherwise. File names and declared types are ignored. */
export function imageFormatOf(bytes: Uint8Array): ImageFormat | undefined {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  // RIFF, four bytes of length, WEBP.
  if (startsWith(bytes, [0x52, 0x49, 0x46, 0x46]) && startsWith(bytes.subarray(8), [0x57, 0x45, 0x42, 0x50]))
    return 'webp'
  return undefined
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, i) => bytes[i] === byte)
}

/** Decodes a file from outside. Only JPEG, PNG and WebP reach the decoder. */
export async function smallPicture(image: Uint8Array, side: number): Promise<Picture> {
  if (imageFormatOf(image) === undefined) throw new NotEmbeddable('the file is not a JPEG, PNG or WebP picture')
  try {
    return await decodePicture(image, side)
  } catch (error) {
    throw new NotEmbeddable('the image cannot be decoded', { cause: error })
  }
}
