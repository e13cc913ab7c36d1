import { EmbedderUnavailable } from '@vitrine/embedder'
import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { sampleProduct } from '../ports/record-store/sample-product.ts'
import { embeddingWorld, LetterModel, products, shop } from './embed-catalog/testing/embedding-world.ts'

describe('embedding a catalog', () => {
  it('embeds each product once, finds it, and removes it when it is deleted', async () => {
    const { records, boot } = await embeddingWorld()
    await records.putProducts(shop, [
      ...products(1, 40),
      sampleProduct(41, { title: 'zzzz', vendor: '', productType: '' }),
    ])
    const model = new LetterModel()
    const { vectors, level, job } = boot(model)
    await level()
    expect(model.embedded).toHaveLength(41)
    const store = vectors.text(shop)!
    const [query] = await model.embedder.text!.embed(['zzzz'], 'query')
    expect(store.search({ vector: query!, k: 1 })[0]?.productId).toBe(41)
    await records.deleteProducts(shop, [41])
    await job.runOnce()
    expect(store.has(41)).toBe(false)
  })

  it('embeds a product again only if the text of its vector changes', async () => {
    const { records, boot } = await embeddingWorld()
    await records.putProducts(shop, products(1, 5))
    const model = new LetterModel()
    const { job, level } = boot(model)
    await level()
    await records.putProducts(shop, [
      ...products(1, 3, { tags: ['new'] }),
      sampleProduct(4, { title: 'Renamed', vendor: '', productType: '' }),
    ])
    await job.runOnce()
    expect(model.embedded.slice(5)).toEqual(['Renamed'])
  })

  it('continues where it was stopped', async () => {
    const { records, boot } = await embeddingWorld()
    await records.putProducts(shop, products(1, 100))
    const dying = new LetterModel()
    dying.failsAfter = 70
    const first = boot(dying)
    await first.level()
    expect(first.errors[0]).toBeInstanceOf(EmbedderUnavailable)
    await first.job.stop()
    const model = new LetterModel()
    const second = boot(model)
    await second.level()
    expect(second.vectors.text(shop)!.size).toBe(100)
    // The first process had stored two steps of 32 products, so 100 - 64 are embedded again.
    expect(model.embedded).toHaveLength(36)
  })

  it('serves the stored vectors before it embeds anything', async () => {
    const { records, boot } = await embeddingWorld()
    await records.putProducts(shop, products(1, 10))
    const first = boot(new LetterModel())
    await first.level()
    await first.job.stop()
    const model = new LetterModel()
    const second = boot(model)
    await second.job.start()
    expect(second.vectors.text(shop)!.size).toBe(10)
    await second.job.runOnce()
    expect(model.embedded).toEqual([])
  })

  it('serves the old space until a new model has embedded everything', async () => {
    const { records, boot } = await embeddingWorld()
    await records.putProducts(shop, products(1, 50))
    const old = boot(new LetterModel())
    await old.level()
    await old.job.stop()
    const model = new LetterModel('letters@2')
    model.failsAfter = 40
    const next = boot(model, 'folder:/models/two')
    await next.level()
    expect(next.vectors.text(shop)!.space).toBe('letters@1')
    expect(next.vectors.text(shop)!.size).toBe(50)
    expect(await next.job.progress(shop)).toContainEqual({
      kind: 'text',
      space: 'letters@2',
      done: 32,
      total: 50,
      complete: false,
    })
    model.failsAfter = Number.POSITIVE_INFINITY
    next.job.wake(shop)
    await next.job.runOnce()
    expect(next.vectors.text(shop)!.space).toBe('letters@2')
    expect(next.vectors.text(shop)!.size).toBe(50)
    const spaces = await next.archive.listSpaces(shop)
    expect(spaces.map(({ kind, space, embedder }) => [kind, space, embedder])).toEqual([
      ['text', 'letters@2', 'folder:/models/two'],
      ['image', 'letters@2', 'folder:/models/two'],
    ])
  })

  it('removes the products of a shop that was deleted and created again', async () => {
    const { records, boot } = await embeddingWorld()
    await records.putProducts(shop, products(1, 20))
    const { vectors, job, level } = boot(new LetterModel())
    await level()
    await records.deleteShop(shop)
    await records.putShop(shop, completeConfig({}))
    await records.putProducts(shop, products(7, 8))
    job.wake(shop)
    await job.runOnce()
    expect([...vectors.text(shop)!.productIds()].sort()).toEqual([7, 8])
  })
})
