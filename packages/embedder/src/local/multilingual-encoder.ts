import { brotliDecompressSync } from 'node:zlib'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { type Encoder, toUnitLength } from '../onnx/encoder.ts'
import { SESSION_OPTIONS } from '../onnx/text-encoder.ts'
import { type ModelFile, readChecked } from './model-files.ts'
import { UnigramTokenizer } from './unigram-tokenizer.ts'

export interface MultilingualSettings {
  encoder: ModelFile
  embeddings: ModelFile
  vocabulary: ModelFile
}

export const MULTILINGUAL_DIMENSION = 512
/** Longest text looked at. */
const MAX_TOKENS = 64

interface Vocabulary {
  pieces: string[]
  scores: number[]
  /** Token vectors are stored as bytes: value = low + scale · byte, by the piece's number modulo the length of these. */
  low: number[]
  scale: number[]
}

/** Universal Sentence Encoder, multilingual (`models/multilingual`). The token vectors stay as bytes; a text needs only a few. */
export async function openEncoder(settings: MultilingualSettings): Promise<Encoder<string>> {
  const vocabulary: Vocabulary = JSON.parse(brotliDecompressSync(readChecked(settings.vocabulary)).toString())
  const table = brotliDecompressSync(readChecked(settings.embeddings))
  const tokenizer = new UnigramTokenizer({ ...vocabulary, scores: Float32Array.from(vocabulary.scores) })
  const session = await InferenceSession.create(readChecked(settings.encoder), SESSION_OPTIONS)
  return {
    dimension: MULTILINGUAL_DIMENSION,
    async encode(texts) {
      const vectors: Float32Array[] = []
      for (const text of texts) {
        const embeddings = tokenVectors(tokenizer.encode(text, MAX_TOKENS), table, vocabulary)
        const { sentence } = await session.run({ embeddings })
        vectors.push(toUnitLength((sentence!.data as Float32Array).slice()))
      }
      return vectors
    },
  }
}

function tokenVectors(ids: readonly number[], table: Uint8Array, { low, scale }: Vocabulary): Tensor {
  const out = new Float32Array(ids.length * MULTILINGUAL_DIMENSION)
  for (const [token, id] of ids.entries()) {
    const [from, least, step] = [id * MULTILINGUAL_DIMENSION, low[id % low.length]!, scale[id % scale.length]!]
    for (let i = 0; i < MULTILINGUAL_DIMENSION; i++)
      out[token * MULTILINGUAL_DIMENSION + i] = least + step * table[from + i]!
  }
  return new Tensor('float32', out, [ids.length, MULTILINGUAL_DIMENSION])
}
