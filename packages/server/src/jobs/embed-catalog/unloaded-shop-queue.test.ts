import { describe, expect, it } from 'vitest'
import { embeddingWorld, LetterModel, products, shop } from './testing/embedding-world.ts'

const ON_DEMAND = { onDemand: true }

describe('a shop whose vectors are not in memory', () => {
  it('has its new products embedded and unloaded, and serves them when it is opened', async () => {
    const { records, boot } = await embeddingWorld()
    const model = new LetterModel()
    const { vectors, job, level } = boot(model, 'local', ON_DEMAND)
    await records.putProducts(shop, products(1, 10))
    await level()
    expect([model.embedded.length, vectors.text(shop), vectors.image(shop)]).toEqual([10, undefined, undefined])
    await job.open(shop)
    expect(vectors.text(shop)?.size).toBe(10)
    await records.putProducts(shop, products(11, 12))
    await job.runOnce()
    expect(vectors.text(shop)?.size).toBe(12)
    job.leave(shop)
    expect(vectors.text(shop)).toBeUndefined()
    await records.putProducts(shop, products(13, 15))
    await records.deleteProducts(shop, [1])
    await job.runOnce()
    expect(vectors.text(shop)).toBeUndefined()
    await job.open(shop)
    await job.runOnce()
    expect([...vectors.text(shop)!.productIds()].sort((a, b) => a - b)).toEqual(products(2, 15).map(({ id }) => id))
    expect(model.embedded).toHaveLength(15)
  })

  it('is processed at the start only if products are missing', async () => {
    const { records, boot } = await embeddingWorld()
    await records.putProducts(shop, products(1, 3))
    const first = boot(new LetterModel(), 'local', ON_DEMAND)
    await first.level()
    await first.job.runOnce()
    await first.job.stop()
    const model = new LetterModel()
    const second = boot(model, 'local', ON_DEMAND)
    let scans = 0
    const scan = second.archive.scan
    second.archive.scan = (...args) => {
      scans++
      return scan(...args)
    }
    await second.level()
    await second.job.runOnce()
    expect([model.embedded, scans]).toEqual([[], 0])
  })

  it('leaves memory when its current step has ended', async () => {
    const { records, boot } = await embeddingWorld()
    const model = new LetterModel()
    const { vectors, job, level } = boot(model, 'local', ON_DEMAND)
    await level()
    await job.open(shop)
    await job.runOnce()
    const letGo = model.hold()
    await records.putProducts(shop, products(1, 5))
    const running = job.runOnce()
    await model.asked
    job.leave(shop)
    expect(vectors.text(shop)).toBeDefined()
    letGo()
    await running
    expect(vectors.text(shop)).toBeUndefined()
    await job.open(shop)
    expect(vectors.text(shop)?.size).toBe(5)
  })

  it('is retried after the model or a picture failed', async () => {
    const { records, pictures, boot, pass } = await embeddingWorld()
    const image = { id: 1, src: '/a.jpg', alt: null, width: null, height: null }
    const model = new LetterModel()
    model.failsAfter = 0
    const { job, level, archive } = boot(model, 'local', ON_DEMAND)
    await records.putProducts(shop, products(1, 1, { images: [image] }))
    await level()
    expect(model.embedded).toEqual([])
    model.failsAfter = Number.POSITIVE_INFINITY
    await job.retry()
    await job.runOnce()
    expect(model.embedded).toHaveLength(1)
    expect(await archive.listFailures(shop, 10)).toHaveLength(1)
    pictures.files.set('/a.jpg', 'picture')
    await job.retry()
    await job.runOnce()
    expect(model.embedded).toHaveLength(1)
    pass(30 * 86_400_000)
    await job.retry()
    await job.runOnce()
    expect(model.embedded).toHaveLength(2)
    expect(await archive.listFailures(shop, 10)).toEqual([])
  })

  it('reports its progress without being opened', async () => {
    const { records, boot } = await embeddingWorld()
    await records.putProducts(shop, products(1, 4))
    const { job, level, vectors } = boot(new LetterModel(), 'local', ON_DEMAND)
    await level()
    const away = await job.progress(shop)
    expect(away).toContainEqual({ kind: 'text', space: 'letters@1', done: 4, total: 4, complete: true })
    expect(vectors.text(shop)).toBeUndefined()
    await job.open(shop)
    expect(await job.progress(shop)).toEqual(away)
  })
})
