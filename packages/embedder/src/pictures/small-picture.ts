import type { Picture } from '@vitrine/engine'
import { NotEmbeddable } from '../embedder.ts'
import { imageFormatOf } from './image-format.ts'
import { decodePicture } from './picture-files.ts'

/** `decodePicture` for files from outside: only JPEG, PNG and WebP reach the decoder. */
export async function smallPicture(image: Uint8Array, side: number): Promise<Picture> {
  if (imageFormatOf(image) === undefined) throw new NotEmbeddable('the file is no JPEG, PNG or WebP picture')
  try {
    return await decodePicture(image, side)
  } catch (error) {
    throw new NotEmbeddable('the image cannot be decoded', { cause: error })
  }
}
