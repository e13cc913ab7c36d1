import { decodePicture } from '@vitrine/embedder/pictures'
import { type DominantColor, dominantColors, labPicture, nameOfColor, type Picture } from '@vitrine/engine'
import { Refusal } from '../errors.ts'
import { UNREADABLE } from './check-picture.ts'

export interface PictureColor extends DominantColor {
  name: string
}

/** Colors need no detail. */
const SIDE = 48

/** The product's colors, most prominent first. Decodes all of the file, so a broken one is found out here. */
export async function pictureColors(bytes: Uint8Array): Promise<PictureColor[]> {
  return dominantColors(labPicture(await decode(bytes))).map((color) => ({ ...color, name: nameOfColor(color.lab) }))
}

async function decode(bytes: Uint8Array): Promise<Picture> {
  try {
    return await decodePicture(bytes, SIDE)
  } catch {
    throw new Refusal(400, UNREADABLE)
  }
}
