import { readFile } from 'node:fs/promises'
import { Tokenizer } from '@huggingface/tokenizers'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { type Encoder, toUnitLength } from './encoder.ts'
import { SESSION_OPTIONS } from './session-options.ts'

export interface TextModel {
  graph: string
  tokenizer: string
  tokenizerConfig?: string
  /** Longer texts are truncated: shops put the most important words first. */
  maxTokens: number
  /** How token vectors become one vector; `given`: the graph returns one. */
  pooling: 'mean' | 'first' | 'last' | 'given'
}

export async function openEncoder(model: TextModel): Promise<Encoder<string>> {
  const tokenizer = await openTokenizer(model)
  const session = await InferenceSession.create(model.graph, SESSION_OPTIONS)
  const encodeOne = async (text: string): Promise<Float32Array> => {
    const ids = cut(tokenizer.encode(text).ids, model.maxTokens)
    const outputs = await session.run(feeds(session, ids))
    return toUnitLength(pool(chosenOutput(outputs), model.pooling))
  }
  // One text at a time: 8-bit models scale by the largest number of a batch, so vectors would depend on other texts.
  const encode = async (texts: readonly string[]): Promise<Float32Array[]> => {
    const vectors: Float32Array[] = []
    for (const text of texts) vectors.push(await encodeOne(text))
    return vectors
  }
  return { dimension: (await encodeOne('a')).length, encode }
}

async function openTokenizer({ tokenizer, tokenizerConfig }: TextModel): Promise<Tokenizer> {
  const read = async (path: string) => JSON.parse(await readFile(path, 'utf8'))
  return new Tokenizer(await read(tokenizer), tokenizerConfig === undefined ? {} : await read(tokenizerConfig))
}

/** Truncates to `max` tokens, and keeps the closing special token at the end. */
function cut(ids: readonly number[], max: number): readonly number[] {
  return ids.length <= max ? ids : [...ids.slice(0, max - 1), ids.at(-1)!]
}

function feeds(session: InferenceSession, ids: readonly number[]): Record<string, Tensor> {
  const tensor = (value: (id: number, place: number) => number) =>
    new Tensor(
      'int64',
      BigInt64Array.from(ids, (id, place) => BigInt(value(id, place))),
      [1, ids.length],
    )
  const known: Record<string, () => Tensor> = {
    input_ids: () => tensor((id) => id),
    attention_mask: () => tensor(() => 1),
    token_type_ids: () => tensor(() => 0),
    position_ids: () => tensor((_, place) => place),
  }
  return Object.fromEntries(
    session.inputNames.map((name) => {
      const make = known[name]
      if (make === undefined) throw new Error(`the model requires the unknown input "${name}"`)
      return [name, make()]
    }),
  )
}

/** Names that exporters use for the finished vector, then those for the token vectors. */
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

function pool({ data, dims }: Tensor, pooling: TextModel['pooling']): Float32Array {
  const values = data as Float32Array
  const size = dims.at(-1)!
  if (dims.length === 2 || pooling === 'first') return values.slice(0, size)
  if (pooling === 'last') return values.slice(-size)
  const sum = new Float32Array(size)
  for (let i = 0; i < values.length; i++) sum[i % size] = sum[i % size]! + values[i]!
  return sum
}
