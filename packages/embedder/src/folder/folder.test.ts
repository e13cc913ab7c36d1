import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { embedderContract } from '../embedder.contract.ts'
import { NotEmbeddable } from '../embedder.ts'
import { folderEmbedder } from './folder.ts'
import { readModelFolder } from './read-model-folder.ts'

const root = mkdtempSync(join(tmpdir(), 'vitrine-folder-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

type Files = Record<string, Uint8Array | object>
function folderOf(name: string, files: Files): string {
  const folder = join(root, name)
  for (const [file, content] of Object.entries(files)) {
    const path = join(folder, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content instanceof Uint8Array ? content : JSON.stringify(content))
  }
  return folder
}

const WORDS = ['[PAD]', '[UNK]', 'query', ':', 'passage', 'red', 'blue', 'sofa', 'shoe', 'lamp']
const tokenizer = {
  version: '1.0',
  added_tokens: [],
  normalizer: { type: 'Lowercase' },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  post_processor: null,
  decoder: null,
  model: {
    type: 'WordPiece',
    vocab: Object.fromEntries(WORDS.map((word, i) => [word, i])),
    unk_token: '[UNK]',
    continuing_subword_prefix: '##',
    max_input_chars_per_word: 100,
  },
}

const fixture = (name: string) => readFileSync(new URL(`./testing/${name}.onnx`, import.meta.url))
/** A text model that looks up each word in a table, to test tokens, pooling and prefixes. */
const wordTable = fixture('word-table')
/** Image models that return the mean of each color channel, with different names of their output. */
const meanColor = fixture('mean-color-image-embeds')
const meanColorEmbedding = fixture('mean-color-embedding')

const color = (background: string) =>
  sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .png()
    .toBuffer()
const imageConfig = { do_resize: true, size: { height: 8, width: 8 }, do_normalize: false }
const textFiles = { 'model.onnx': wordTable, 'tokenizer.json': tokenizer }

embedderContract('a folder with a text model', {
  open: () => folderEmbedder(folderOf('words', textFiles)),
  texts: ['red sofa', 'blue shoe', 'lamp'],
})

embedderContract('a folder with two towers', {
  open: () =>
    folderEmbedder(
      folderOf('towers', {
        'onnx/text_model_quantized.onnx': wordTable,
        'onnx/vision_model.onnx': meanColor,
        'tokenizer.json': tokenizer,
        'preprocessor_config.json': imageConfig,
      }),
    ),
  texts: ['red sofa', 'blue shoe'],
  images: async () => [await color('#f00'), await color('#00f')],
})

describe('a model folder', () => {
  it('defines how texts are pooled, truncated and prefixed', async () => {
    const folder = folderOf('e5-tiny', {
      ...textFiles,
      '1_Pooling/config.json': { pooling_mode_cls_token: true },
      'tokenizer_config.json': { model_max_length: 64 },
    })
    expect((await readModelFolder(folder)).text).toMatchObject({
      pooling: 'first',
      maxTokens: 64,
      prefix: { query: 'query: ', document: 'passage: ' },
    })
    const embedder = await folderEmbedder(folder)
    const [vector] = await embedder.text!.embed(['red sofa'], 'query')
    // The first token is the prefix.
    expect(vector![WORDS.indexOf('query')]).toBe(1)
    await embedder.close()
  })

  it('may define prompts as sentence-transformers does', async () => {
    const files = { ...textFiles, 'config_sentence_transformers.json': { prompts: { query: 'Find: ' } } }
    expect((await readModelFolder(folderOf('prompts', files))).text?.prefix).toEqual({ query: 'Find: ', document: '' })
  })

  it('defines how pictures are cropped and scaled', async () => {
    const clip = {
      do_center_crop: true,
      crop_size: 224,
      size: { shortest_edge: 256 },
      image_mean: [0.4, 0.4, 0.4],
      image_std: [0.2, 0.2, 0.2],
    }
    const folder = folderOf('clip', {
      'vision_model.onnx': meanColor,
      'preprocessor_config.json': clip,
    })
    expect((await readModelFolder(folder)).image).toMatchObject({
      width: 224,
      height: 224,
      fit: 'cover',
      mean: [0.4, 0.4, 0.4],
    })
  })

  it('truncates texts at the lowest limit in its files, at most 128 tokens', async () => {
    const stated = [
      { sentence: undefined, tokenizer: undefined, expected: 128 },
      { sentence: 512, tokenizer: 1e30, expected: 128 },
      { sentence: 32, tokenizer: 64, expected: 32 },
      { sentence: 256, tokenizer: 64, expected: 64 },
      { sentence: 'many', tokenizer: null, expected: 128 },
    ]
    for (const [i, { sentence, tokenizer: limit, expected }] of stated.entries()) {
      const folder = folderOf(`limits-${i}`, {
        ...textFiles,
        'sentence_bert_config.json': { max_seq_length: sentence },
        'tokenizer_config.json': { model_max_length: limit },
      })
      expect((await readModelFolder(folder)).text?.maxTokens).toBe(expected)
    }
  })

  it('normalizes pictures by three valid values, otherwise by 0.5, or not at all', async () => {
    const half = [0.5, 0.5, 0.5]
    const own = [0.1, 0.2, 0.3]
    const cases = [
      { config: { image_mean: own, image_std: own }, mean: own, std: own },
      { config: { image_mean: [0.1, 0.2], image_std: [0.1, 0.2, 0.3, 0.4] }, mean: half, std: half },
      { config: { image_mean: ['a', 0.2, 0.3], image_std: 0.1 }, mean: half, std: half },
      { config: { image_mean: own, image_std: own, do_normalize: false }, mean: [0, 0, 0], std: [1, 1, 1] },
    ]
    for (const [i, { config, mean, std }] of cases.entries()) {
      const folder = folderOf(`channels-${i}`, {
        'vision_model.onnx': meanColor,
        'preprocessor_config.json': { size: { width: 8, height: 9 }, ...config },
      })
      expect((await readModelFolder(folder)).image).toMatchObject({ width: 8, height: 9, fit: 'fill', mean, std })
    }
  })

  it('stretches pictures to the given size, or crops them for models trained on crops or a shortest edge', async () => {
    const cases = [
      { config: { size: 8 }, fit: 'fill' },
      { config: { size: { width: 8, height: 8 } }, fit: 'fill' },
      { config: { size: { shortest_edge: 8 } }, fit: 'cover' },
      { config: { size: 9, crop_size: 8, do_center_crop: true }, fit: 'cover' },
    ]
    for (const [i, { config, fit }] of cases.entries()) {
      const files = { 'vision_model.onnx': meanColor, 'preprocessor_config.json': config }
      expect((await readModelFolder(folderOf(`fits-${i}`, files))).image).toMatchObject({ width: 8, height: 8, fit })
    }
  })

  it('has another space if its weights or their use change', async () => {
    const one = await readModelFolder(folderOf('a/model', textFiles))
    const same = await readModelFolder(folderOf('b/model', textFiles))
    const other = await readModelFolder(
      folderOf('c/model', { ...textFiles, '1_Pooling/config.json': { pooling_mode_lasttoken: true } }),
    )
    expect(one.space).toBe(same.space)
    expect(one.space).not.toBe(other.space)
  })

  it('replaces transparency by white, and rejects a file that is not a picture', async () => {
    const embedder = await folderEmbedder(
      folderOf('image', { 'model.onnx': meanColorEmbedding, 'preprocessor_config.json': imageConfig }),
    )
    const clear = await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0000' } })
      .png()
      .toBuffer()
    const [vector] = await embedder.image!.embed([clear])
    for (const value of vector!) expect(value).toBeCloseTo(Math.sqrt(1 / 3), 3)
    await expect(embedder.image!.embed([Buffer.from('no picture')])).rejects.toBeInstanceOf(NotEmbeddable)
    await embedder.close()
  })

  it('is refused with a sentence if something is missing', async () => {
    await expect(folderEmbedder(join(root, 'nowhere'))).rejects.toThrow('neither an ONNX text model')
    const noSize = folderOf('no-size', { 'vision_model.onnx': meanColor })
    await expect(folderEmbedder(noSize)).rejects.toThrow('names no size')
    const noModel = folderOf('no-model', { ...textFiles, 'model.onnx': Buffer.from('not onnx') })
    await expect(folderEmbedder(noModel)).rejects.toThrow('cannot be used')
  })
})
