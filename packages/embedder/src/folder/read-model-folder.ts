import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { ImageModel } from '../onnx/image-encoder.ts'
import type { TextModel } from '../onnx/text-encoder.ts'

/** A model in the folder layout of sentence-transformers, or of the ONNX exports of CLIP and SigLIP. */
export interface ModelFolder {
  text?: TextModel & { prefix: { query: string; document: string } }
  image?: ImageModel
  /** True if texts and pictures share one space, so that a text finds a picture. */
  isShared: boolean
  /** Name of the vector space, which changes with the weights and their use. */
  space: string
}

/** The folder cannot be used as a model; the message says what is missing. */
export class ModelFolderRefused extends Error {
  override readonly name = 'ModelFolderRefused'
}

export async function readModelFolder(folder: string): Promise<ModelFolder> {
  const vision = findGraph(folder, ['vision_model', 'visual'])
  const textual =
    findGraph(folder, ['text_model', 'textual']) ?? (vision === undefined ? findGraph(folder, ['model']) : undefined)
  const alone = textual === undefined && vision === undefined ? findGraph(folder, ['model']) : undefined
  const image = vision ?? (hasTokenizer(folder) ? undefined : (alone ?? textual))
  const text = hasTokenizer(folder) ? textual : undefined
  if (text === undefined && image === undefined) {
    throw new ModelFolderRefused(`${folder} has neither an ONNX text model with tokenizer.json nor an ONNX image model`)
  }
  const model: Omit<ModelFolder, 'space'> = {
    text: text === undefined ? undefined : textModel(folder, text),
    image: image === undefined ? undefined : imageModel(folder, image),
    isShared: text !== undefined && image !== undefined,
  }
  return { ...model, space: await spaceName(folder, model) }
}

/** Returns the ONNX file to load, in full precision if there is one, otherwise in a smaller variant. */
function findGraph(folder: string, names: readonly string[]): string | undefined {
  const files = names.flatMap((name) => ['', '_fp16', '_quantized', '_int8'].map((variant) => `${name}${variant}.onnx`))
  return files.flatMap((file) => [join(folder, 'onnx', file), join(folder, file)]).find((path) => existsSync(path))
}

const hasTokenizer = (folder: string) => existsSync(join(folder, 'tokenizer.json'))

type Json = Record<string, unknown>

function readJson(folder: string, file: string): Json {
  const path = join(folder, file)
  if (!existsSync(path)) return {}
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Json
  } catch (cause) {
    throw new ModelFolderRefused(`${path} is not JSON`, { cause })
  }
}

/** Maximum number of tokens, enough for product texts. A lower limit of the model takes precedence. */
const MAX_TOKENS = 128

function textModel(folder: string, graph: string): NonNullable<ModelFolder['text']> {
  const tokenizerConfig = readJson(folder, 'tokenizer_config.json')
  const limits = [readJson(folder, 'sentence_bert_config.json').max_seq_length, tokenizerConfig.model_max_length]
  return {
    graph,
    tokenizer: join(folder, 'tokenizer.json'),
    tokenizerConfig: existsSync(join(folder, 'tokenizer_config.json'))
      ? join(folder, 'tokenizer_config.json')
      : undefined,
    maxTokens: Math.min(MAX_TOKENS, ...limits.filter((limit) => typeof limit === 'number')),
    pooling: poolingOf(folder),
    prefix: prefixesOf(folder),
  }
}

function poolingOf(folder: string): TextModel['pooling'] {
  const config = readJson(folder, '1_Pooling/config.json')
  if (config.pooling_mode_cls_token === true) return 'first'
  if (config.pooling_mode_lasttoken === true) return 'last'
  return 'mean'
}

/** Reads the prefixes from `prompts`. E5 models have none there, but were trained with the prefixes below. */
function prefixesOf(folder: string): { query: string; document: string } {
  const { prompts } = readJson(folder, 'config_sentence_transformers.json') as { prompts?: Json }
  const prompt = (...names: string[]) => names.map((name) => prompts?.[name]).find((value) => typeof value === 'string')
  const name = `${readJson(folder, 'config.json')._name_or_path ?? ''} ${basename(folder)}`
  const isE5 = /(^|[^a-z])e5[-_]/i.test(name)
  return {
    query: prompt('query', 's2p_query') ?? (isE5 ? 'query: ' : ''),
    document: prompt('document', 'passage') ?? (isE5 ? 'passage: ' : ''),
  }
}

function imageModel(folder: string, graph: string): ImageModel {
  const config = readJson(folder, 'preprocessor_config.json')
  const size = sizeOf(config.do_center_crop === true ? config.crop_size : config.size)
  if (size === undefined)
    throw new ModelFolderRefused(`${folder} has an image model, but preprocessor_config.json names no size`)
  const isNormalized = config.do_normalize !== false
  return {
    graph,
    ...size,
    // A model that does not crop the center was trained on stretched pictures.
    fit: config.do_center_crop === true || hasShortestEdge(config.size) ? 'cover' : 'fill',
    mean: isNormalized ? numbersOf(config.image_mean, [0.5, 0.5, 0.5]) : [0, 0, 0],
    std: isNormalized ? numbersOf(config.image_std, [0.5, 0.5, 0.5]) : [1, 1, 1],
  }
}

function sizeOf(size: unknown): { width: number; height: number } | undefined {
  if (typeof size === 'number') return { width: size, height: size }
  if (typeof size !== 'object' || size === null) return undefined
  const { width, height, shortest_edge: edge } = size as Record<string, unknown>
  if (typeof width === 'number' && typeof height === 'number') return { width, height }
  return typeof edge === 'number' ? { width: edge, height: edge } : undefined
}

function hasShortestEdge(size: unknown): boolean {
  return typeof size === 'object' && size !== null && 'shortest_edge' in size
}

function numbersOf(value: unknown, fallback: readonly number[]): readonly number[] {
  return Array.isArray(value) && value.length === 3 && value.every((one) => typeof one === 'number') ? value : fallback
}

async function spaceName(folder: string, { text, image }: Omit<ModelFolder, 'space'>): Promise<string> {
  const hash = createHash('sha256')
  for (const graph of [text?.graph, image?.graph]) {
    if (graph !== undefined) await pipeline(createReadStream(graph), hash, { end: false })
  }
  hash.update(
    JSON.stringify([text?.maxTokens, text?.pooling, text?.prefix, image?.fit, image?.width, image?.mean, image?.std]),
  )
  return `${basename(folder)}@${hash.digest('hex').slice(0, 12)}`
}
