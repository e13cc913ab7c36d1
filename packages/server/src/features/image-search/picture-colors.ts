import { cutPicture } from '@vitrine/embedder/pictures'
import {
  analyzerFor,
  colorNameIn,
  type Crop,
  type DominantColor,
  dominantColors,
  familyOfColor,
  labPicture,
  nameOfColor,
  type Picture,
} from '@vitrine/engine'

export interface PictureColor extends DominantColor {
  /** Name in the language of the storefront. */
  name: string
  /** The color family, as in text search. */
  family: string | null
}

/** Side in pixels: colors need no detail. */
const SIDE = 48

/** The product's colors in this part of the picture, most prominent first, named in the locale's language. */
export async function pictureColors(scene: Picture, crop: Crop, locale: string): Promise<PictureColor[]> {
  const { language } = analyzerFor(locale)
  const part = await cutPicture(scene, crop, SIDE)
  return dominantColors(labPicture(part)).map((color) => {
    const name = nameOfColor(color.lab)
    return { ...color, name: colorNameIn(name, language), family: familyOfColor(name) ?? null }
  })
}
