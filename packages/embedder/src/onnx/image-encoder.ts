import { InferenceSession, Tensor } from 'onnxruntime-node'
import { NotEmbeddable } from '../embedder.ts'
import { decodeInto, type PictureBox } from '../pictures/picture-codec.ts'
import { type Encoder, toUnitLength } from './encoder.ts'
import { SESSION_OPTIONS } from './session-options.ts'
import { chosenOutput } from './text-encoder.ts'

/** A model on disk and the pixels it expects (from `preprocessor_config.json`). */
export interface ImageModel {
  graph: string
  width: number
  height: number
  /** cover: the center is cropped; fill: the whole picture is stretched; contain: it is padded with white. */
  fit: 'cover' | 'fill' | 'contain'
  /** A pixel's byte is divided by 255, then `mean` is subtracted and the result divided by `std`, per channel. */
  mean: readonly number[]
  std: readonly number[]
}

export async function openEncoder(model: ImageModel): Promise<Encoder<Uint8Array>> {
  const session = await InferenceSession.create(model.graph, SESSION_OPTIONS)
  const input = session.inputNames[0]!
  const run = async (pixels: Float32Array): Promise<Float32Array> => {
    const outputs = await session.run({ [input]: new Tensor('float32', pixels, [1, 3, model.height, model.width]) })
    return toUnitLength(imageVector(chosenOutput(outputs)))
  }
  const encode = async (images: readonly Uint8Array[]): Promise<Float32Array[]> => {
    const vectors: Float32Array[] = []
    for (const image of images) vectors.push(await run(await pixelsOf(image, model)))
    return vectors
  }
  const sample = await run(new Float32Array(3 * model.height * model.width))
  return { dimension: sample.length, encode }
}

/** Returns the vector of a picture. If the graph returns one per patch, they are averaged. */
function imageVector({ data, dims }: Tensor): Float32Array {
  const values = data as Float32Array
  const size = dims.at(-1)!
  if (values.length === size) return values.slice()
  const sum = new Float32Array(size)
  for (let i = 0; i < values.length; i++) sum[i % size] = sum[i % size]! + values[i]!
  return sum
}

/** Returns the pixels by channel (RRR… GGG… BBB…), upright, on white. */
async function pixelsOf(image: Uint8Array, { width, height, fit, mean, std }: ImageModel): Promise<Float32Array> {
  const data = await decode(image, { width, height, fit })
  const area = width * height
  const out = new Float32Array(3 * area)
  for (let i = 0; i < area; i++) {
    for (let c = 0; c < 3; c++) out[c * area + i] = (data[3 * i + c]! / 255 - mean[c]!) / std[c]!
  }
  return out
}

async function decode(image: Uint8Array, box: PictureBox): Promise<Uint8Array> {
  try {
    return (await decodeInto(image, box)).pixels
  } catch (error) {
    throw new NotEmbeddable('the image cannot be decoded', { cause: error })
  }
}
