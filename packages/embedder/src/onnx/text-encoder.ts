import { readFile } from 'node:fs/promises'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { type Encoder, toUnitLength } from './encoder.ts'

/** A text model on disk: all that its configuration files say about how to use it. */
export interface TextModel {
  /** The ONNX file. */
  graph: string
  tokenizer: string
  tokenizerConfig?: string
  /** Longer texts are cut: what a shop says about a product comes first. */
  maxTokens: number
  /** How the vectors of the tokens become one; `given`: the graph does it. */
  pooling: 'mean' | 'first' | 'last' | 'given'
}

export async function openEncoder(model: TextModel): Promise<Encoder<string>> {
  const tokenizer = await openTokenizer(model)
  const session = await InferenceSession.create(model.graph, SESSION_OPTIONS)
  const encode = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const tokens = padded(texts.map((text) => cut(tokenizer.encode(text).ids, model.maxTokens)))
    const outputs = await session.run(feeds(session, tokens))
    return pool(chosenOutput(outputs), tokens, model.pooling).map(toUnitLength)
  }
  const [sample] = await encode(['a'])
  return { dimension: sample!.length, encode }
}

/** One core a model: the process serves requests on the others. */
export const SESSION_OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
}

async function openTokenizer({ tokenizer, tokenizerConfig }: TextModel): Promise<Tokenizer> {
  const read = async (path: string) => JSON.parse(await readFile(path, 'utf8'))
  return new Tokenizer(await read(tokenizer), tokenizerConfig === undefined ? {} : await read(tokenizerConfig))
}

/** Keeps the closing special token. */
function cut(ids: readonly number[], most: number): readonly number[] {
  return ids.length <= most ? ids : [...ids.slice(0, most - 1), ids.at(-1)!]
}

interface Tokens {
  count: number
  length: number
  ids: BigInt64Array
  mask: BigInt64Array
}

function padded(texts: readonly (readonly number[])[]): Tokens {
  const length = Math.max(1, ...texts.map((ids) => ids.length))
  const ids = new BigInt64Array(texts.length * length)
  const mask = new BigInt64Array(texts.length * length)
  for (const [row, text] of texts.entries()) {
    for (const [i, id] of text.entries()) {
      ids[row * length + i] = BigInt(id)
      mask[row * length + i] = 1n
    }
  }
  return { count: texts.length, length, ids, mask }
}

function feeds(session: InferenceSession, { count, length, ids, mask }: Tokens): Record<string, Tensor> {
  const tensor = (data: BigInt64Array) => new Tensor('int64', data, [count, length])
  const known: Record<string, () => Tensor> = {
    input_ids: () => tensor(ids),
    attention_mask: () => tensor(mask),
    token_type_ids: () => tensor(new BigInt64Array(ids.length)),
    position_ids: () => tensor(ids.map((_, i) => BigInt(i % length))),
  }
  return Object.fromEntries(
    session.inputNames.map((name) => {
      const make = known[name]
      if (make === undefined) throw new Error(`the model wants an input "${name}" that a text does not have`)
      return [name, make()]
    }),
  )
}

/** Names under which exporters publish the finished vector, then the one of the tokens. */
const OUTPUT_NAMES = [
  'embedding',
  'sentence_embedding',
  'text_embeds',
  'image_embeds',
  'pooler_output',
  'last_hidden_state',
]

export function chosenOutput(outputs: Record<string, unknown>): Tensor {
  const name = OUTPUT_NAMES.find((candidate) => candidate in outputs) ?? Object.keys(outputs)[0]
  const tensor = outputs[name ?? ''] as Tensor | undefined
  if (tensor?.type !== 'float32') throw new Error('the model has no output of 32-bit floats')
  return tensor
}

function pool({ data, dims }: Tensor, tokens: Tokens, pooling: TextModel['pooling']): Float32Array[] {
  const values = data as Float32Array
  const size = dims.at(-1)!
  const rows = Array.from({ length: tokens.count }, (_, row) => row)
  if (dims.length === 2) return rows.map((row) => values.slice(row * size, (row + 1) * size))
  return rows.map((row) => poolTokens(values, size, row, tokens, pooling))
}

function poolTokens(
  values: Float32Array,
  size: number,
  row: number,
  tokens: Tokens,
  pooling: TextModel['pooling'],
): Float32Array {
  const at = (token: number) => (row * tokens.length + token) * size
  const used = tokens.mask.subarray(row * tokens.length, (row + 1) * tokens.length).filter((bit) => bit === 1n).length
  if (pooling === 'first') return values.slice(at(0), at(1))
  if (pooling === 'last') return values.slice(at(used - 1), at(used))
  const sum = new Float32Array(size)
  for (let token = 0; token < used; token++) {
    for (let i = 0; i < size; i++) sum[i] = sum[i]! + values[at(token) + i]!
  }
  return sum
}
