import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { embeddingWorld, LetterModel, products, shop } from './testing/embedding-world.ts'

describe('a deleted shop', () => {
  it('is removed on disk and in memory, and can be created again under its name', async () => {
    const { records, boot } = await embeddingWorld()
    await records.putProducts(shop, products(1, 3))
    const { vectors, archive, job, level } = boot(new LetterModel())
    await level()
    await records.deleteShop(shop)
    await job.forget(shop)
    expect(vectors.text(shop)).toBeUndefined()
    expect(await archive.listSpaces(null)).toEqual([])
    await records.putShop(shop, completeConfig({}))
    await records.putProducts(shop, products(9, 9))
    job.wake(shop)
    await job.runOnce()
    expect([...vectors.text(shop)!.productIds()]).toEqual([9])
  })

  it('is removed at once while another is being embedded', async () => {
    const { records, boot } = await embeddingWorld()
    const model = new LetterModel()
    const { archive, job, level } = boot(model)
    await level()
    await records.putShop('busy.example', completeConfig({}))
    await records.putProducts('busy.example', products(1, 3))
    const letGo = model.hold()
    job.wake('busy.example')
    const running = job.runOnce()
    await model.asked
    await job.forget(shop)
    expect((await archive.listSpaces(null)).map((space) => space.shop)).toEqual(['busy.example'])
    letGo()
    await running
  })

  it('is removed after its current step, not after all its products are embedded', async () => {
    const { records, boot } = await embeddingWorld()
    await records.putProducts(shop, products(1, 200))
    const model = new LetterModel()
    const { vectors, archive, job } = boot(model)
    const letGo = model.hold()
    await job.start()
    await model.asked
    const forgotten = job.forget(shop)
    letGo()
    await forgotten
    expect(vectors.text(shop)).toBeUndefined()
    expect(await archive.listSpaces(null)).toEqual([])
    expect(model.embedded.length).toBeLessThan(100)
  })
})
