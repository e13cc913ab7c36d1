import { expect, it, onTestFinished } from 'vitest'
import { completeConfig } from '@vitrine/contract'
import { sampleProduct } from '../../../ports/record-store/sample-product.ts'
import { sqliteRecordStore } from '../../../ports/record-store/sqlite.ts'
import { importProducts } from './import-products.ts'

it('rejects by its line a product that the store cannot take, and keeps those around it; a store that is away is told of', async () => {
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
