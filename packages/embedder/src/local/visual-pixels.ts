import { borderColor, type Picture } from '@vitrine/engine'
import { NotEmbeddable } from '../embedder.ts'
import { imageFormatOf } from '../pictures/image-format.ts'
import { decodePicture } from '../pictures/picture-files.ts'

/** `decodePicture` for files from outside: only JPEG, PNG and WebP reach the decoder. */
export async function smallPicture(image: Uint8Array, side: number): Promise<Picture> {
  if (imageFormatOf(image) === undefined) throw new NotEmbeddable('the file is no JPEG, PNG or WebP picture')
  try {
    return await decodePicture(image, side)
  } catch (error) {
    throw new NotEmbeddable('the image cannot be decoded', { cause: error })
  }
}

/** Into the middle of a square that has the color of the picture's border: as the encoder was trained. */
export function letterbox(picture: Picture, side: number): Uint8Array {
  const square = new Uint8Array(3 * side * side)
  const border = borderColor(picture)
  for (let i = 0; i < square.length; i++) square[i] = border[i % 3]!
  const top = Math.floor((side - picture.height) / 2)
  const left = Math.floor((side - picture.width) / 2)
  for (let y = 0; y < picture.height; y++) {
    const row = picture.pixels.subarray(3 * y * picture.width, 3 * (y + 1) * picture.width)
    square.set(row, 3 * ((top + y) * side + left))
  }
  return square
}
