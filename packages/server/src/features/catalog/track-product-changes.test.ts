import { describe, expect, it } from 'vitest'
import { completeConfig } from '@vitrine/contract'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import type { Product } from '../../ports/record-store/product.ts'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'
import { trackingProductChanges, withChanges } from './track-product-changes.ts'

const AT = '2026-05-01T00:00:00.000Z'
const LATER = '2026-05-09T00:00:00.000Z'

function thing(price: number, stock: number): Product {
  const product = sampleProduct(1)
  const variants = product.variants.map((one) => ({ ...one, price, inventoryQuantity: stock, inventoryTracked: true, inventoryPolicy: 'deny' as const })) // biome-ignore format: one line reads better
  return { ...product, variants }
}
const changesOf = (product: Product, stored?: Product, at = AT) => withChanges(product, stored, at).changes

describe('what is recorded when a product is stored again', () => {
  it('N1: is nothing for a new or unchanged product', () => {
    expect(changesOf(thing(10, 1))).toBe(undefined)
    expect(changesOf(thing(10, 1), thing(10, 5))).toBe(undefined)
  })

  it('N2: is the time when it came back into stock, until it is sold out again', () => {
    const back = withChanges(thing(10, 1), thing(10, 0), AT)
    expect(back.changes).toEqual({ restockedAt: AT })
    expect(changesOf(thing(10, 3), back, LATER)).toEqual({ restockedAt: AT })
    expect(changesOf(thing(10, 0), back, LATER)).toBe(undefined)
  })

  it('N3: is the time of a price cut and the former price, until the price is back at that level', () => {
    const cheaper = withChanges(thing(8, 1), thing(10, 1), AT)
    expect(cheaper.changes).toEqual({ cheaperAt: AT, priceBefore: 10 })
    expect(changesOf(thing(9, 1), cheaper, LATER)).toEqual({ cheaperAt: AT, priceBefore: 10 })
    expect(changesOf(thing(6, 1), cheaper, LATER)).toEqual({ cheaperAt: LATER, priceBefore: 8 })
    expect(changesOf(thing(10, 1), cheaper, LATER)).toBe(undefined)
  })

  it('N4: is stored with the product, and stays the same if the product is stored again unchanged', async () => {
    const store = trackingProductChanges(sqliteRecordStore({ path: ':memory:' }), () => Date.parse(AT))
    await store.putShop('shop', completeConfig({}))
    await store.putProducts('shop', [thing(10, 0)])
    expect(await store.putProducts('shop', [thing(8, 2)])).toEqual(['updated'])
    expect((await store.getProducts('shop', [1]))[0]?.changes).toEqual({ restockedAt: AT, cheaperAt: AT, priceBefore: 10 }) // biome-ignore format: one line reads better
    expect(await store.putProducts('shop', [thing(8, 2)])).toEqual(['unchanged'])
    await store.close()
  })
})
