import { cutPicture } from '@vitrine/embedder/pictures'
import { type Crop, type DominantColor, dominantColors, labPicture, nameOfColor, type Picture } from '@vitrine/engine'

export interface PictureColor extends DominantColor {
  name: string
}

/** Colors need no detail. */
const SIDE = 48

/** The product's colors, most prominent first, of that part of the picture. */
export async function pictureColors(scene: Picture, crop: Crop): Promise<PictureColor[]> {
  const part = await cutPicture(scene, crop, SIDE)
  return dominantColors(labPicture(part)).map((color) => ({ ...color, name: nameOfColor(color.lab) }))
}
