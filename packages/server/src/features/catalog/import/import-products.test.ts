import { describe, expect, it, onTestFinished } from 'vitest'
import { completeConfig } from '@vitrine/contract'
import { sampleProduct } from '../../../ports/record-store/sample-product.ts'
import { sqliteRecordStore } from '../../../ports/record-store/sqlite.ts'
import { importProducts } from './import-products.ts'
import { readProducts } from './read-products.ts'

it('rejects only the product that the store refuses, by its line, and throws if the store is unavailable', async () => {
  const store = sqliteRecordStore({ path: ':memory:' })
  onTestFinished(() => store.close())
  await store.putShop('s', completeConfig({}))
  const put = store.putProducts.bind(store)
  let name = 'Error'
  store.putProducts = async (shop, products) => {
    if (products.some(({ id }) => id === 2)) throw Object.assign(new Error('no such value'), { name })
    return put(shop, products)
  }
  const lines = async function* () {
    yield [1, 2, 3].map((line) => ({ kind: 'product' as const, line, product: sampleProduct(line), source: [] }))
  }
  const report = await importProducts(store, 's', lines())
  expect(report).toMatchObject({
    created: 2,
    rejected: 1,
    faults: [{ line: 2, error: 'could not be stored: no such value' }],
  })
  name = 'StorageFull'
  await expect(importProducts(store, 's', lines())).rejects.toThrow('no such value')
})

describe('a feed', () => {
  const csv = (ids: readonly number[], rest = '') =>
    Buffer.from(`Handle,Title,Variant Price,ID\n${ids.map((id) => `p${id},P${id},5,${id}`).join('\n')}\n${rest}`)
  async function open() {
    const store = sqliteRecordStore({ path: ':memory:' })
    onTestFinished(() => store.close())
    await store.putShop('s', completeConfig({}))
    const run = async (file: Buffer, name = 'feed') => {
      const chunks = async function* () {
        yield file
      }
      return importProducts(store, 's', readProducts(chunks()), { feed: { name, maxDeletedShare: 0.2 } })
    }
    const stored = async () => (await store.scanProducts('s', 0, 100)).map(({ id }) => id)
    return { run, stored }
  }
  const ten = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]

  it('F1: deletes products that it imported and lacks now; if more than a fifth are missing, it deletes none and says so', async () => {
    const { run, stored } = await open()
    await run(csv(ten))
    expect(await run(csv(ten.slice(2)))).toMatchObject({ deleted: 2, unchanged: 8, notes: expect.any(Array) })
    expect(await stored()).toEqual(ten.slice(2))
    const { deleted, notes } = await run(csv(ten.slice(5)))
    expect(deleted).toBe(0)
    expect(notes.at(-1)!.text).toMatch(/^nothing was deleted: 3 of the feed's 8 products/)
    expect(await run(csv([]))).toMatchObject({ deleted: 0 })
    expect(await stored()).toEqual(ten.slice(2))
  })

  it('F2: deletes no product of another source', async () => {
    const { run, stored } = await open()
    await run(csv([101, 102]), 'other')
    await run(csv(ten))
    await run(csv(ten.slice(1)))
    expect(await stored()).toEqual([...ten.slice(1), 101, 102])
  })

  it('F3: keeps a product whose row is rejected, and deletes nothing if the product of a rejected row is unknown', async () => {
    const { run, stored } = await open()
    await run(csv(ten))
    expect(await run(csv(ten.slice(1), 'p1,P1,cheap,1\n'))).toMatchObject({ rejected: 1, deleted: 0 })
    const { notes } = await run(csv(ten.slice(1), '"p1,P1'))
    expect(notes.at(-1)!.text).toMatch(/part of the feed could not be read/)
    expect(await stored()).toEqual(ten)
  })
})
