import { VectorStore } from '@vitrine/engine'
import type { TextEmbedder } from '@vitrine/embedder'
import { describe, expect, it } from 'vitest'
import { TermVectors } from './term-vectors.ts'

const WORDS: Readonly<Record<string, readonly [number, number]>> = { backpack: [1, 0], bag: [0.9, 0.44], boot: [0, 1] }
const embedded: string[] = []
const model: TextEmbedder = {
  space: 'space@1',
  dimension: 2,
  embed: async (texts) => {
    embedded.push(...texts)
    return texts.map((text) => Float32Array.from(WORDS[text] ?? [0, -1]))
  },
}
const rucksack = { word: 'rucksack', vector: Float32Array.of(1, 0), noise: 0.3 }

describe('the terms of a shop', () => {
  const products = new VectorStore('space@1', 2)
  const terms = new TermVectors()
  const naming = (texts: readonly string[], productCount = texts.length) => ({
    products,
    productCount,
    read: async () => texts,
  })

  it('are found near a word, the nearest first', async () => {
    expect(await terms.nearest(model, naming(['boot', 'bag', 'backpack']), [rucksack])).toMatchObject([
      { word: 'rucksack', text: 'backpack' },
      { word: 'rucksack', text: 'bag' },
    ])
  })

  it('are embedded once, and again when the catalog changes', async () => {
    const before = embedded.length
    await terms.learn(model, naming(['bag', 'boot'], 4)).learning
    expect(embedded.length).toBe(before)
    expect(await terms.nearest(model, naming(['bag', 'boot'], 4), [rucksack])).toMatchObject([{ text: 'bag' }])
    await terms.learn(model, naming(['bag', 'boot', 'backpack'], 5)).learning
    expect(embedded.slice(before)).toEqual(['backpack'])
  })

  it('are unknown while the model fails, and known later', async () => {
    const failing = { ...model, embed: () => Promise.reject(new Error('down')) }
    const other = { ...naming(['bag']), products: new VectorStore('space@1', 2) }
    expect(await terms.nearest(failing, other, [rucksack])).toBeUndefined()
    expect(await terms.nearest(model, other, [rucksack])).toMatchObject([{ text: 'bag' }])
  })
})
