import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import { productNumber } from '../../ports/record-store/item-number.ts'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'
import { KnownProducts, sentIds } from './known-products.ts'

const SHOP = 'a.example.com'

describe('products in events', () => {
  it('are unknown until the catalog has them, and stay known', async () => {
    const store = sqliteRecordStore({ path: ':memory:' })
    await store.putShop(SHOP, completeConfig({}))
    await store.putProducts(SHOP, [sampleProduct(1)])
    const known = new KnownProducts(store)
    expect(await known.missing(SHOP, [1, 2, 2])).toEqual(new Set([2]))
    await store.putProducts(SHOP, [sampleProduct(2)])
    expect(await known.missing(SHOP, [1, 2])).toEqual(new Set())
    await store.deleteProducts(SHOP, [1])
    expect(await known.missing(SHOP, [1])).toEqual(new Set())
    expect(await known.missing('b.example.com', [2])).toEqual(new Set([2]))
  })

  it('are looked up once for all concurrent events', async () => {
    const store = sqliteRecordStore({ path: ':memory:' })
    await store.putShop(SHOP, completeConfig({}))
    await store.putProducts(SHOP, [sampleProduct(1)])
    const asked: number[][] = []
    const hasProducts: typeof store.hasProducts = (shop, ids) => {
      asked.push([...ids])
      return store.hasProducts(shop, ids)
    }
    const known = new KnownProducts({ hasProducts })
    const found = await Promise.all([[1, 2], [2], [3, 1]].map((numbers) => known.missing(SHOP, numbers)))
    expect(found).toEqual([new Set([2]), new Set([2]), new Set([3])])
    expect(asked).toEqual([[1, 2, 3]])
  })

  it('count as known if the catalog is unavailable', async () => {
    const known = new KnownProducts({ hasProducts: () => Promise.reject(new Error('away')) })
    expect(await known.missing(SHOP, [1])).toEqual(new Set())
  })

  it('are reported in the spelling of the event', () => {
    const body = {
      products: [{ product_id: 'prod_01H', quantity: 2 }, { product_id: 'gid://a/Product/7' }, { product_id: 8 }],
    }
    expect(sentIds(body, new Set([productNumber('prod_01H'), 7]))).toEqual(['prod_01H', 'gid://a/Product/7'])
  })
})
