import { borderColor, colorDescriptor, labPicture, type Picture } from '@vitrine/engine/picture-colors'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Encoder, toUnitLength } from '../onnx/encoder.ts'
import { SESSION_OPTIONS } from '../onnx/session-options.ts'
import { smallPicture } from '../pictures/picture-codec.ts'
import { TYPE_DIMENSIONS, VISUAL_COLORS_AT, VISUAL_DIMENSION, VISUAL_SIDE, VISUAL_WEIGHTS } from './visual-layout.ts'

export interface VisualSettings {
  graph: string
  sha256: string
}

const GIVEN = VISUAL_COLORS_AT

/** Returns the type and style vectors of each picture, both of length 1. */
export type VisualGraph = (pictures: readonly Picture[]) => Promise<Float32Array[]>

/** Opens Vitrine's visual encoder (`models/visual`), which puts the product's colors at the end of each vector. */
export async function openEncoder(settings: VisualSettings): Promise<Encoder<Uint8Array | Picture>> {
  const graph = await openVisualGraph(settings)
  return {
    dimension: VISUAL_DIMENSION,
    async encode(images) {
      return visualVectors(graph, await Promise.all(images.map(decoded)))
    },
  }
}

async function decoded(image: Uint8Array | Picture): Promise<Picture> {
  return image instanceof Uint8Array ? smallPicture(image, VISUAL_SIDE) : image
}

export async function visualVectors(graph: VisualGraph, pictures: readonly Picture[]): Promise<Float32Array[]> {
  const given = await graph(pictures)
  return pictures.map((picture, i) => visualVector(given[i]!, productColors(picture)))
}

export async function openVisualGraph({ graph, sha256 }: VisualSettings): Promise<VisualGraph> {
  const bytes = await readFile(graph)
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error('the visual encoder is not the one this version was made with')
  const session = await InferenceSession.create(bytes, SESSION_OPTIONS)
  return async (pictures) => {
    const pixels = new Uint8Array(pictures.length * VISUAL_SIDE * VISUAL_SIDE * 3)
    for (const [i, picture] of pictures.entries())
      pixels.set(letterbox(picture, VISUAL_SIDE), i * VISUAL_SIDE * VISUAL_SIDE * 3)
    const input = new Tensor('uint8', pixels, [pictures.length, VISUAL_SIDE, VISUAL_SIDE, 3])
    const { vectors } = await session.run({ pixels: input })
    const given = vectors!.data as Float32Array
    return pictures.map((_, i) => given.subarray(i * GIVEN, (i + 1) * GIVEN))
  }
}

export function productColors(picture: Picture): Float32Array {
  return colorDescriptor(labPicture(halved(picture)))
}

function visualVector(given: Float32Array, colors: Float32Array): Float32Array {
  const vector = new Float32Array(VISUAL_DIMENSION)
  for (let i = 0; i < TYPE_DIMENSIONS; i++) vector[i] = VISUAL_WEIGHTS.type * given[i]!
  for (let i = TYPE_DIMENSIONS; i < VISUAL_COLORS_AT; i++) vector[i] = VISUAL_WEIGHTS.style * given[i]!
  for (let i = 0; i < colors.length; i++) vector[VISUAL_COLORS_AT + i] = VISUAL_WEIGHTS.colors * colors[i]!
  return toUnitLength(vector)
}

/** Averages four pixels into one: colors need no more detail, and it is four times faster. */
function halved({ width, height, pixels }: Picture): Picture {
  const [halfWidth, halfHeight] = [Math.max(1, width >> 1), Math.max(1, height >> 1)]
  const half = new Uint8Array(3 * halfWidth * halfHeight)
  const right = width > 1 ? 3 : 0
  const below = height > 1 ? 3 * width : 0
  let to = 0
  for (let y = 0; y < halfHeight; y++) {
    for (let x = 0; x < halfWidth; x++) {
      const from = 3 * (2 * y * width + 2 * x)
      for (let at = from; at < from + 3; at++)
        half[to++] = (pixels[at]! + pixels[at + right]! + pixels[at + below]! + pixels[at + right + below]! + 2) >> 2
    }
  }
  return { width: halfWidth, height: halfHeight, pixels: half }
}

/** Centers the picture in a square with the color of its border, as in the encoder's training. */
export function letterbox(picture: Picture, side: number): Uint8Array {
  if (picture.width === side && picture.height === side) return picture.pixels
  const square = new Uint8Array(3 * side * side)
  const [red, green, blue] = borderColor(picture)
  for (let i = 0; i < square.length; i += 3) {
    square[i] = red
    square[i + 1] = green
    square[i + 2] = blue
  }
  const top = Math.floor((side - picture.height) / 2)
  const left = Math.floor((side - picture.width) / 2)
  for (let y = 0; y < picture.height; y++) {
    const row = picture.pixels.subarray(3 * y * picture.width, 3 * (y + 1) * picture.width)
    square.set(row, 3 * ((top + y) * side + left))
  }
  return square
}
