import { describe, expect, it } from 'vitest'
import type { ShopVectors } from '../../features/vectors/shop-vectors.ts'
import { embeddingWorld, LetterModel, products, shop } from './testing/embedding-world.ts'

const held = ({ vectors }: { vectors: ShopVectors }) => [...(vectors.text(shop)?.productIds() ?? [])].toSorted()

describe('nodes on one archive', () => {
  it('load what another has embedded since they started', async () => {
    const { records, boot } = await embeddingWorld()
    await records.putProducts(shop, products(1, 2))
    const a = boot(new LetterModel())
    const b = boot(new LetterModel(), 'local', { beside: a.archive })
    await a.level()
    await b.level()
    await records.putProducts(shop, products(3, 3))
    await a.job.runOnce()
    await b.job.runOnce()
    expect(held(b)).toEqual([1, 2, 3])
  })

  it('load vectors only after others have written them if they do not embed', async () => {
    const { records, boot } = await embeddingWorld()
    await records.putProducts(shop, products(1, 2))
    const other = new LetterModel()
    const worker = boot(new LetterModel())
    const api = boot(other, 'local', { embeds: false, beside: worker.archive })
    await api.level()
    expect(held(api)).toEqual([])
    await worker.level()
    api.job.wake(shop)
    await api.job.runOnce()
    expect(held(api)).toEqual([1, 2])
    await records.deleteProducts(shop, [1])
    await worker.job.runOnce()
    await api.job.runOnce()
    expect(held(api)).toEqual([2])
    expect(other.embedded).toEqual([])
  })
})
