import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Embedder, TextEmbedder } from '../embedder.ts'
import { embedderContract } from '../embedder.contract.ts'
import { understandsLanguage } from '../language-probe.ts'
import { openEncoder } from './english-encoder.ts'
import { localEmbedder, MULTILINGUAL_FILES } from './local.ts'
import { ownFile, readChecked } from './model-files.ts'
import { openEncoder as openMultilingual } from './multilingual-encoder.ts'

const similarity = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)

embedderContract('the multilingual model', {
  open: async () => {
    const { multilingual, close } = localEmbedder()
    return { text: multilingual!, close }
  },
  texts: ['rotes Ledersofa', '靴', 'un texto muy largo '.repeat(60), 'x', '😀'],
})

describe('the multilingual model', () => {
  let local: Embedder
  beforeAll(() => {
    local = localEmbedder()
  })
  afterAll(() => local.close())

  it.each([
    ['靴', 0],
    ['鍋', 1],
    ['机', 2],
    ['Schreibtisch', 2],
    ['zapatillas de correr', 0],
    ['casserole', 1],
  ])('finds the product that %s means', async (query, place) => {
    const products = await local.multilingual!.embed(
      ['Trail running shoes', 'Steel cooking pot', 'Oak desk'],
      'document',
    )
    const [vector] = await local.multilingual!.embed([query], 'query')
    const near = products.map((product) => similarity(product, vector!))
    expect(near.indexOf(Math.max(...near))).toBe(place)
  })

  it('passes the language probe in every language that it declares', async () => {
    const { languages, ...undeclared } = local.multilingual!
    for (const language of languages!)
      expect([language, await understandsLanguage(undeclared, language)]).toEqual([language, true])
  })

  it('refuses changed files', async () => {
    expect(() => readChecked(ownFile('multilingual/encoder.onnx', '0'.repeat(64)))).toThrow('not the file')
    const altered = { ...MULTILINGUAL_FILES, embeddings: { ...MULTILINGUAL_FILES.embeddings, sha256: '0'.repeat(64) } }
    await expect(openMultilingual(altered)).rejects.toThrow('not the file')
  })
})

describe('the language probe', () => {
  it('finds that an English model understands only English', async () => {
    const encoder = await openEncoder()
    const model: TextEmbedder = { space: 'probe', dimension: 384, embed: (texts) => encoder.encode(texts) }
    expect(await understandsLanguage(model, 'en')).toBe(true)
    for (const language of ['de', 'ja', 'pl', 'zh', 'ko', 'fi', 'xx'])
      expect([language, await understandsLanguage(model, language)]).toEqual([language, false])
  })

  it('uses the languages that a model declares', async () => {
    const model: TextEmbedder = { space: 's', dimension: 1, languages: ['xx'], embed: async () => [] }
    expect([await understandsLanguage(model, 'xx'), await understandsLanguage(model, 'en')]).toEqual([true, false])
  })
})
