import { completeConfig } from '@vitrine/contract'
import { describe, expect, it, onTestFinished } from 'vitest'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'
import { cachedProductReader } from './product-reader.ts'

async function openReader(size: number) {
  const store = sqliteRecordStore({ path: ':memory:' })
  onTestFinished(() => store.close())
  for (const shop of ['a.example', 'b.example']) {
    await store.putShop(shop, completeConfig({}))
    await store.putProducts(
      shop,
      [1, 2, 3].map((id) => sampleProduct(id)),
    )
  }
  const asked: number[] = []
  const counted: typeof store = {
    ...store,
    onChange: (reported) => store.onChange(reported),
    getProducts: (shop, ids) => {
      asked.push(...ids)
      return store.getProducts(shop, ids)
    },
  }
  const reader = cachedProductReader(counted, size)
  const read = async (ids: number[], shop = 'a.example') => (await reader.read(shop, ids)).map(({ id }) => id)
  return { store, read, asked }
}

describe('products that are read', () => {
  it('D1: come in the requested order, without missing ones', async () => {
    const { read } = await openReader(10)
    expect(await read([3, 9, 1])).toEqual([3, 1])
    expect(await read([2, 3])).toEqual([2, 3])
  })

  it('D2: are read from the store once, until the shop changes', async () => {
    const { store, read, asked } = await openReader(10)
    await read([1])
    await read([1, 2])
    expect(asked).toEqual([1, 2])
    await store.putProducts('a.example', [sampleProduct(3, { title: 'Changed' })])
    await read([1])
    expect(asked).toEqual([1, 2, 1])
  })

  it('D3: are cached up to exactly the size; the shop that was not read for the longest time is dropped first', async () => {
    const { read, asked } = await openReader(3)
    await read([1, 2], 'a.example')
    await read([1], 'b.example')
    await read([1, 2], 'a.example')
    await read([1], 'b.example')
    expect(asked).toEqual([1, 2, 1])
    await read([2], 'b.example')
    await read([1], 'a.example')
    expect(asked).toEqual([1, 2, 1, 2, 1])
  })

  it('D4: count once, even if several callers read them at the same time', async () => {
    const { read, asked } = await openReader(2)
    await Promise.all([read([1]), read([1]), read([1])])
    await read([2])
    asked.length = 0
    await read([1, 2])
    expect(asked).toEqual([])
  })
})
