/** The limits of the contract, on what the file is rather than on what was said about it. Nothing is decoded for it. */
import { type ImageFormat, imageFormatOf, readPictureHeader } from '@vitrine/embedder/pictures'
import { MOST_IMAGE_BYTES } from '../../ports/image-source/image-source.ts'
import { Refusal } from '../errors.ts'
import { TOO_LARGE } from './read-picture.ts'

export interface PictureFacts {
  format: ImageFormat
  /** As it is seen: after the turn that its orientation asks for. */
  width: number
  height: number
}

const LEAST_BYTES = 1000
const LEAST_SIDE = 100
const MOST_SIDE = 4096

/** @throws Refusal with the limit that is not kept. */
export async function checkPicture(bytes: Uint8Array): Promise<PictureFacts> {
  if (bytes.length < LEAST_BYTES) throw new Refusal(400, 'image must be at least 1 KB')
  if (bytes.length > MOST_IMAGE_BYTES) throw new Refusal(400, TOO_LARGE)
  const format = imageFormatOf(bytes)
  // Before any decoder sees it: what is not one of the three may be an SVG, a PDF or worse.
  if (format === undefined) throw new Refusal(400, 'unsupported image format: image must be jpeg, png or webp')
  const { width, height, pages } = await readHeader(bytes)
  if (pages > 1 || (format === 'png' && isAnimatedPng(bytes)))
    throw new Refusal(400, 'animated images are not supported')
  if (width < LEAST_SIDE || height < LEAST_SIDE) throw new Refusal(400, 'image must be at least 100x100 pixels')
  if (width > MOST_SIDE || height > MOST_SIDE) throw new Refusal(400, 'image must be at most 4096x4096 pixels')
  return { format, width, height }
}

export const UNREADABLE = 'image could not be decoded'

async function readHeader(bytes: Uint8Array) {
  try {
    return await readPictureHeader(bytes)
  } catch {
    throw new Refusal(400, UNREADABLE)
  }
}

/** An animated PNG announces itself by an `acTL` chunk before the picture's data; the decoder would show its first frame. */
function isAnimatedPng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 8; at + 8 <= bytes.length; ) {
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    if (name === 'acTL') return true
    if (name === 'IDAT') return false
    // Length, name and checksum take twelve bytes.
    at += 12 + view.getUint32(at)
  }
  return false
}
