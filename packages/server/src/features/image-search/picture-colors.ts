import { type DominantColor, dominantColors, labPicture, nameOfColor } from '@vitrine/engine'
import sharp from 'sharp'
import { Refusal } from '../errors.ts'
import { UNREADABLE } from './check-picture.ts'

export interface PictureColor extends DominantColor {
  name: string
}

/** Colors need no detail. */
const SIDE = 48
const MOST_PIXELS = 4096 * 4096

/** The product's colors, most prominent first. Decodes all of the file, so a broken one is found out here. */
export async function pictureColors(bytes: Uint8Array): Promise<PictureColor[]> {
  const { data, info } = await decode(bytes)
  const picture = labPicture({ width: info.width, height: info.height, pixels: data })
  return dominantColors(picture).map((color) => ({ ...color, name: nameOfColor(color.lab) }))
}

async function decode(bytes: Uint8Array) {
  try {
    return await sharp(bytes, { limitInputPixels: MOST_PIXELS })
      .autoOrient()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize(SIDE, SIDE, { fit: 'inside' })
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
  } catch {
    throw new Refusal(400, UNREADABLE)
  }
}
