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
  /** In the language of the storefront. */
  name: string
  /** As text search has it. */
  family: string | null
}

/** Colors need no detail. */
const SIDE = 48

/** The product's colors, most prominent first, of that part of the picture, by their names in that language. */
export async function pictureColors(scene: Picture, crop: Crop, locale: string): Promise<PictureColor[]> {
  const { language } = analyzerFor(locale)
  const part = await cutPicture(scene, crop, SIDE)
  return dominantColors(labPicture(part)).map((color) => {
    const name = nameOfColor(color.lab)
    return { ...color, name: colorNameIn(name, language), family: familyOfColor(name) ?? null }
  })
}
