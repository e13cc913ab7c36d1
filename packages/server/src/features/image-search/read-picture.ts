import type { ImageSearchRequest } from '@vitrine/contract'
import { dataUrlSource } from '../../ports/image-source/data-url.ts'
import { ImageRefused, type ImageSource, MAX_IMAGE_BYTES } from '../../ports/image-source/image-source.ts'
import type { Call } from '../call.ts'
import { Refusal } from '../errors.ts'

export async function readPicture(web: ImageSource, call: Call<ImageSearchRequest>): Promise<Uint8Array> {
  const { image, image_url: url } = call.body
  const given = [call.upload, image || undefined, url || undefined].filter((source) => source !== undefined)
  if (given.length !== 1) throw new Refusal(400, 'exactly one of image and image_url is required')
  if (call.upload) return call.upload
  if (image) return writtenOut(image)
  const address = String(url)
  if (/^data:/i.test(address)) return writtenOut(address)
  return call.work.admit('outside', FETCH_COST, () => fetched(web, address))
}

const FETCH_COST = 100

async function fetched(web: ImageSource, url: string): Promise<Uint8Array> {
  try {
    return await web.fetch(url)
  } catch (error) {
    if (error instanceof ImageRefused) throw new Refusal(400, error.publicMessage)
    throw error
  }
}

async function writtenOut(text: string): Promise<Uint8Array> {
  if (!/^data:/i.test(text)) return fromBase64(text)
  try {
    return await dataUrlSource.fetch(text)
  } catch (error) {
    if (!(error instanceof ImageRefused)) throw error
    throw new Refusal(400, error.reason === 'size' ? TOO_LARGE : NOT_READABLE)
  }
}

export const TOO_LARGE = 'image must be at most 5 MB'
const NOT_READABLE = 'image must be base64 or a data: URL'

function fromBase64(text: string): Uint8Array {
  const packed = text.replaceAll(/\s+/g, '')
  // Four characters encode three bytes.
  if (packed.length > (MAX_IMAGE_BYTES / 3) * 4 + 4) throw new Refusal(400, TOO_LARGE)
  // A pattern for the whole text would need memory for backtracking in proportion to its length.
  const body = packed.replace(/={1,2}$/, '')
  if (body === '' || /[^A-Za-z0-9+/_-]/.test(body)) throw new Refusal(400, NOT_READABLE)
  return Buffer.from(packed, 'base64')
}
