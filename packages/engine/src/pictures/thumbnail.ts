/** A picture reduced to the size of a vector and stored with it, for finding pictures with the same source. */
import type { Picture } from '../colors/picture.ts'
import { downsample } from './summed-area-table.ts'

/** In pixels. Even, because blocks of four pixels share a hue. */
export const THUMBNAIL_SIDE = 26

export function shrinkToThumbnail(picture: Picture): Picture {
  const cell = Math.max(picture.width, picture.height) / THUMBNAIL_SIDE
  if (cell <= 1) return picture
  const width = Math.max(1, Math.round(picture.width / cell))
  const height = Math.max(1, Math.round(picture.height / cell))
  return downsample(picture, { cell, width, height })
}

/** Returns the thumbnail with the loss of storage, for comparison with stored ones. */
export function thumbnailOf(picture: Picture): Picture {
  return decodeThumbnail(encodeThumbnail(shrinkToThumbnail(picture)))!
}

/**
 * Stores lightness per pixel and hue per four pixels, at most 1,016 bytes.
 *
 *   [ width | height | light … | blueness … | redness … ]
 */
export function encodeThumbnail({ width, height, pixels }: Picture): Uint8Array {
  const [wide, high] = halves(width, height)
  const bytes = new Uint8Array(2 + width * height + 2 * wide * high)
  bytes.set([width, height])
  const hues = new Float32Array(2 * wide * high)
  const counts = new Uint8Array(wide * high)
  for (let at = 0; at < width * height; at++) {
    const red = pixels[3 * at]
    const blue = pixels[3 * at + 2]
    const light = 0.299 * red + 0.587 * pixels[3 * at + 1] + 0.114 * blue
    bytes[2 + at] = Math.round(light)
    const four = hueOf(at, width, wide)
    hues[four] += (blue - light) / BLUE
    hues[wide * high + four] += (red - light) / RED
    counts[four]++
  }
  for (let i = 0; i < hues.length; i++)
    bytes[2 + width * height + i] = Math.round(128 + hues[i] / counts[i % counts.length])
  return bytes
}

export function decodeThumbnail(bytes: Uint8Array): Picture | undefined {
  const [width = 0, height = 0] = bytes
  const [wide, high] = halves(width, height)
  if (width * height === 0 || Math.max(width, height) > THUMBNAIL_SIDE) return undefined
  if (bytes.length !== 2 + width * height + 2 * wide * high) return undefined
  const pixels = new Uint8Array(3 * width * height)
  const hues = bytes.subarray(2 + width * height)
  for (let at = 0; at < width * height; at++) {
    const light = bytes[2 + at]
    const four = hueOf(at, width, wide)
    const blue = light + BLUE * (hues[four] - 128)
    const red = light + RED * (hues[wide * high + four] - 128)
    const green = (light - 0.299 * red - 0.114 * blue) / 0.587
    pixels[3 * at] = level(red)
    pixels[3 * at + 1] = level(green)
    pixels[3 * at + 2] = level(blue)
  }
  return { width, height, pixels }
}

/** Divisors that fit the largest difference from the lightness into a byte. */
const BLUE = 1.772
const RED = 1.402

function halves(width: number, height: number): [number, number] {
  return [(width + 1) >> 1, (height + 1) >> 1]
}

function hueOf(at: number, width: number, wide: number): number {
  return (Math.floor(at / width) >> 1) * wide + ((at % width) >> 1)
}

function level(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)))
}
