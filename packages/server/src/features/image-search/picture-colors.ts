import { cutPicture } from '@vitrine/embedder/pictures'
import {
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
  /** As text search has it. */
  family: string | null
}

/** Colors need no detail. */
const SIDE = 48

/** The product's colors, most prominent first, of that part of the picture. */
export async function pictureColors(scene: Picture, crop: Crop): Promise<PictureColor[]> {
  const part = await cutPicture(scene, crop, SIDE)
  return dominantColors(labPicture(part)).map((color) => {
    const name = nameOfColor(color.lab)
    return { ...color, name, family: familyOfColor(name) ?? null }
  })
}
