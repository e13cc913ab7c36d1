/** Checks the file itself, not its declared type, without decoding it. */
import { type ImageFormat, imageFormatOf, type PictureHeader, readPictureHeader } from '@vitrine/embedder/pictures'
import { MAX_IMAGE_BYTES } from '../../ports/image-source/image-source.ts'
import { Refusal } from '../errors.ts'
import { TOO_LARGE } from './read-picture.ts'

export interface CheckedPicture {
  facts: PictureFacts
  /** Tenths of a millisecond of CPU time. */
  decodingCost: number
}

export interface PictureFacts {
  format: ImageFormat
  /** The displayed width, after the orientation is applied. */
  width: number
  height: number
}

const MIN_BYTES = 1000
const MIN_SIDE = 100
const MAX_SIDE = 4096

export async function checkPicture(bytes: Uint8Array): Promise<CheckedPicture> {
  if (bytes.length < MIN_BYTES) throw new Refusal(400, 'image must be at least 1 KB')
  if (bytes.length > MAX_IMAGE_BYTES) throw new Refusal(400, TOO_LARGE)
  const format = imageFormatOf(bytes)
  // Checked before any decoder runs: a file in another format may be an SVG, a PDF or something worse.
  if (format === undefined) throw new Refusal(400, 'unsupported image format: image must be jpeg, png or webp')
  const header = await readHeader(bytes)
  const { width, height, pages } = header
  if (pages > 1 || (format === 'png' && isAnimatedPng(bytes)))
    throw new Refusal(400, 'animated images are not supported')
  if (width < MIN_SIDE || height < MIN_SIDE) throw new Refusal(400, 'image must be at least 100x100 pixels')
  if (width > MAX_SIDE || height > MAX_SIDE) throw new Refusal(400, 'image must be at most 4096x4096 pixels')
  return { facts: { format, width, height }, decodingCost: decodingCost(format, header) }
}

/** Measured CPU time per channel of a pixel, and the factor for progressive pictures. */
const DECODING: Record<ImageFormat, { channelNs: number; passes: number }> = {
  jpeg: { channelNs: 1, passes: 4 },
  webp: { channelNs: 3, passes: 1 },
  png: { channelNs: 5, passes: 2 },
}
/** Factor for sixteen bits per channel. */
const DEEP = 2.4
const NS_A_UNIT = 100_000

function decodingCost(format: ImageFormat, { width, height, channels, isDeep, isInterlaced }: PictureHeader): number {
  const { channelNs, passes } = DECODING[format]
  const ns = width * height * channels * channelNs * (isDeep ? DEEP : 1) * (isInterlaced ? passes : 1)
  return Math.ceil(ns / NS_A_UNIT)
}

export const UNREADABLE = 'image could not be decoded'

async function readHeader(bytes: Uint8Array) {
  try {
    return await readPictureHeader(bytes)
  } catch {
    throw new Refusal(400, UNREADABLE)
  }
}

const ANIMATION = 0x6163544c
const IMAGE_DATA = 0x49444154

/** An animated PNG has an `acTL` chunk before the image data. The decoder would show only one frame. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 8 <= bytes.length; ) {
    const name = view.getUint32(at + 4)
    if (name === ANIMATION) return true
    if (name === IMAGE_DATA) return false
    // Length, name and checksum take twelve bytes.
    at += 12 + view.getUint32(at)
  }
  return false
}
