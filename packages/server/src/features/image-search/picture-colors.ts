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
  name: string
  family: string | null
}

/** Pixels; colors need no detail. */
const SIDE = 48

export async function pictureColors(scene: Picture, crop: Crop, locale: string): Promise<PictureColor[]> {
  const { language } = analyzerFor(locale)
  const part = await cutPicture(scene, crop, SIDE)
  return dominantColors(labPicture(part)).map((color) => {
    const name = nameOfColor(color.lab)
    return { ...color, name: colorNameIn(name, language), family: familyOfColor(name) ?? null }
  })
}
