/** A shopper's picture, decoded once, and the parts of it that may show the product. */
import type { ImageSearchRequest } from '@vitrine/contract'
import { cutPicture, decodePicture } from '@vitrine/embedder/pictures'
import {
  type Crop,
  isPageOfWords,
  isTallPage,
  objectCrops,
  type Picture,
  plainForeground,
  WHOLE_PICTURE,
} from '@vitrine/engine'
import { Refusal } from '../errors.ts'
import { UNREADABLE } from './check-picture.ts'

export interface QueryPicture {
  bytes: Uint8Array
  scene: Picture
  /** The whole picture, or the part that the caller chose. */
  asked: Crop
  croppedBy: 'caller' | 'service'
  /** The `asked` part, reduced in size. Parts are guessed on this copy. */
  small: Picture
}

/** Pixels, enough for a product that fills a third of the picture to cover the model's input. */
const SCENE_SIDE = 320
const SEARCHED_PIXELS = 14_000
/** Minimum width and height of a part, as a share of the picture's. */
const MIN_CROP = 0.02
const ROUNDING = 0.001

export async function lookAtPicture(bytes: Uint8Array, asked: ImageSearchRequest['crop']): Promise<QueryPicture> {
  const crop = asked ? checkedCrop(asked) : undefined
  const scene = await decode(bytes)
  const small = await reduced(scene, crop ?? WHOLE_PICTURE)
  return { bytes, scene, small, asked: crop ?? WHOLE_PICTURE, croppedBy: crop ? 'caller' : 'service' }
}

/** Returns the `asked` part, then guesses, likeliest first. There are no guesses if the caller chose the part. */
export function cropsOf({ asked, croppedBy, small }: QueryPicture): Crop[] {
  return croppedBy === 'caller' ? [asked] : objectCrops(small)
}

/** A part that the caller chose is never a page. */
export function isPage({ croppedBy, small }: QueryPicture): boolean {
  return croppedBy === 'service' && isPageOfWords(small)
}

/** True for a part that the caller chose, a plain background, or a tall page such as a phone's screenshot. */
export function isFramed({ croppedBy, small }: QueryPicture): boolean {
  return croppedBy === 'caller' || isTallPage(small) || plainForeground(small) !== undefined
}

function checkedCrop({ x, y, width, height }: Crop): Crop {
  if (width < MIN_CROP || height < MIN_CROP) throw new Refusal(400, 'crop is too small')
  if (x + width > 1 + ROUNDING || y + height > 1 + ROUNDING)
    throw new Refusal(400, 'crop must lie within the picture: x + width and y + height are at most 1')
  return { x, y, width, height }
}

async function decode(bytes: Uint8Array): Promise<Picture> {
  try {
    return await decodePicture(bytes, SCENE_SIDE)
  } catch {
    throw new Refusal(400, UNREADABLE)
  }
}

function reduced(scene: Picture, crop: Crop): Promise<Picture> {
  const [width, height] = [scene.width * crop.width, scene.height * crop.height]
  const factor = Math.min(1, Math.sqrt(SEARCHED_PIXELS / (width * height)))
  return cutPicture(scene, crop, Math.max(1, Math.round(factor * Math.max(width, height))))
}
