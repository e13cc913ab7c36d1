import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { brotliDecompressSync, createBrotliDecompress } from 'node:zlib'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { type Encoder, toUnitLength } from '../onnx/encoder.ts'
import { SESSION_OPTIONS } from '../onnx/session-options.ts'
import { type ModelFile, readChecked, wrongFile } from './model-files.ts'
import { UnigramTokenizer } from './unigram-tokenizer.ts'

export interface MultilingualSettings {
  encoder: ModelFile
  embeddings: ModelFile
  vocabulary: ModelFile
}

const MULTILINGUAL_DIMENSION = 512
const MAX_TOKENS = 64

interface Vocabulary extends Scaling {
  pieces: string[]
  scores: number[]
}

interface Scaling {
  /** Token vectors are bytes: value = low + scale · byte, at the piece's index modulo the length of these arrays. */
  low: number[]
  scale: number[]
}

/** Opens `models/multilingual`. Token vectors stay bytes in memory, because a text needs only a few of them. */
export async function openEncoder(settings: MultilingualSettings): Promise<Encoder<string>> {
  const { pieces, scores, ...scaling } = JSON.parse(
    brotliDecompressSync(readChecked(settings.vocabulary)).toString(),
  ) as Vocabulary
  const tokenizer = new UnigramTokenizer({ pieces, scores: Float32Array.from(scores) })
  const table = await unpack(settings.embeddings, pieces.length * MULTILINGUAL_DIMENSION)
  const session = await InferenceSession.create(readChecked(settings.encoder), SESSION_OPTIONS)
  return {
    dimension: MULTILINGUAL_DIMENSION,
    async encode(texts) {
      const vectors: Float32Array[] = []
      for (const text of texts) {
        const embeddings = tokenVectors(tokenizer.encode(text, MAX_TOKENS), table, scaling)
        const { sentence } = await session.run({ embeddings })
        vectors.push(toUnitLength((sentence!.data as Float32Array).slice()))
      }
      return vectors
    },
  }
}

/** Unpacks a file in chunks into the final array, because file and contents together would take twice the memory. */
async function unpack({ path, sha256 }: ModelFile, size: number): Promise<Uint8Array> {
  const table = new Uint8Array(size)
  const hash = createHash('sha256')
  let at = 0
  await pipeline(
    createReadStream(path),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    createBrotliDecompress(),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        table.set(chunk, at)
        at += chunk.length
      }
    },
  )
  if (hash.digest('hex') !== sha256) throw wrongFile(path)
  return table
}

function tokenVectors(ids: readonly number[], table: Uint8Array, { low, scale }: Scaling): Tensor {
  const out = new Float32Array(ids.length * MULTILINGUAL_DIMENSION)
  for (const [token, id] of ids.entries()) {
    const [from, min, step] = [id * MULTILINGUAL_DIMENSION, low[id % low.length]!, scale[id % scale.length]!]
    for (let i = 0; i < MULTILINGUAL_DIMENSION; i++)
      out[token * MULTILINGUAL_DIMENSION + i] = min + step * table[from + i]!
  }
  return new Tensor('float32', out, [ids.length, MULTILINGUAL_DIMENSION])
}
