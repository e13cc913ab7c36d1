import { describe, expect, it } from 'vitest'
import { embedderContract } from '../embedder.contract.ts'
import { localEmbedder } from './local.ts'

const similarity = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, i) => sum + value * b[i]!, 0)

embedderContract('the local model', {
  open: async () => localEmbedder(),
  texts: ['red leather sofa', 'running shoes', 'a very long text about nothing in particular '.repeat(40), '沙发', 'x'],
})

describe('the local model', () => {
  it('finds a sofa for "couch"', async () => {
    const embedder = localEmbedder()
    const [couch] = await embedder.text!.embed(['couch'], 'query')
    const products = ['Three-seat sofa, grey fabric', 'Coffee mug', 'Trail running shoe', 'Oak dining table']
    const vectors = await embedder.text!.embed(products, 'document')
    const best = vectors.map((vector) => similarity(couch!, vector))
    expect(best.indexOf(Math.max(...best))).toBe(0)
    await embedder.close()
  })

  it('embeds a query before the rest of a catalog', async () => {
    const embedder = localEmbedder()
    const order: string[] = []
    const catalog = embedder.text!.embed(Array(40).fill('a product of the catalog'), 'document')
    const query = embedder.text!.embed(['couch'], 'query')
    await Promise.all([catalog.then(() => order.push('catalog')), query.then(() => order.push('query'))])
    expect(order).toEqual(['query', 'catalog'])
    await embedder.close()
  })

  it('rejects pending and later calls when it is closed', async () => {
    const embedder = localEmbedder()
    const early = embedder.text!.embed(['a'], 'query')
    early.catch(() => {})
    await embedder.close()
    await expect(early).rejects.toThrow('cannot be used')
    await expect(embedder.text!.embed(['a'], 'query')).rejects.toThrow('cannot be used')
  })
})
