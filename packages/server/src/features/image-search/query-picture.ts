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
  /** Small: what is cut from it is made smaller still. */
  scene: Picture
  /** The part that was asked about: the whole picture, or a crop that the caller chose. */
  asked: Crop
  croppedBy: 'caller' | 'service'
  /** The same part at a smaller size: crops are guessed on it. */
  small: Picture
}

/** In pixels. A product that fills a third of the picture still has as many as the model looks at. */
const SCENE_SIDE = 320
/** Pixels in which objects are looked for. */
const SEARCHED_PIXELS = 14_000
/** Share of a side: a smaller part shows nothing. */
const MIN_CROP = 0.02
/** Shares are rounded on their way. */
const ROUNDING = 0.001

export async function lookAtPicture(bytes: Uint8Array, asked: ImageSearchRequest['crop']): Promise<QueryPicture> {
  const crop = asked ? checkedCrop(asked) : undefined
  const scene = await decode(bytes)
  const small = await reduced(scene, crop ?? WHOLE_PICTURE)
  return { bytes, scene, small, asked: crop ?? WHOLE_PICTURE, croppedBy: crop ? 'caller' : 'service' }
}

/** Parts that may show the product: what was asked about first, then guesses, the likelier first. A part that the caller chose is the only one. */
export function cropsOf({ asked, croppedBy, small }: QueryPicture): Crop[] {
  return croppedBy === 'caller' ? [asked] : objectCrops(small)
}

/** Words and no product. Never said of a part that the caller chose. */
export function isPage({ croppedBy, small }: QueryPicture): boolean {
  return croppedBy === 'service' && isPageOfWords(small)
}

/** An object before a plain background is no guess, and a page on a phone has its picture somewhere; a part that the caller chose is none either. */
export function isFramed({ croppedBy, small }: QueryPicture): boolean {
  return croppedBy === 'caller' || isTallPage(small) || plainForeground(small) !== undefined
}

function checkedCrop({ x, y, width, height }: Crop): Crop {
  if (width < MIN_CROP || height < MIN_CROP) throw new Refusal(400, 'crop is too small')
  if (x + width > 1 + ROUNDING || y + height > 1 + ROUNDING)
    throw new Refusal(400, 'crop must lie within the picture: x + width and y + height are at most 1')
  return { x, y, width, height }
}

/** Decodes all of the file, so a broken one is found out here. */
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
