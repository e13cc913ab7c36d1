import { type DominantColour, dominantColours, labPicture, nameOfColour } from '@vitrine/engine'
import sharp from 'sharp'
import { Refusal } from '../errors.ts'
import { UNREADABLE } from './check-picture.ts'

export interface PictureColour extends DominantColour {
  name: string
}

/** Colours need no detail. */
const SIDE = 48
const MOST_PIXELS = 4096 * 4096

/** The product's colours, most prominent first. Decodes all of the file, so a broken one is found out here. */
export async function pictureColours(bytes: Uint8Array): Promise<PictureColour[]> {
  const { data, info } = await decode(bytes)
  const picture = labPicture({ width: info.width, height: info.height, pixels: data })
  return dominantColours(picture).map((colour) => ({ ...colour, name: nameOfColour(colour.lab) }))
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
