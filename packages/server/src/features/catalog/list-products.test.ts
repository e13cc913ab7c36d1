import { completeConfig } from '@vitrine/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Product } from '../../ports/record-store/product.ts'
import { sampleProduct } from '../../ports/record-store/sample-product.ts'
import { sqliteRecordStore } from '../../ports/record-store/sqlite.ts'
import { type ListDeps, type ListedEntry, listProducts, listValues } from './list-products.ts'

const shop = 'a.example'
const store = sqliteRecordStore({ path: ':memory:' })
afterAll(() => store.close())

const dated = (day: number) => `2026-01-0${day}T00:00:00.000Z`
const products: Product[] = [
  sampleProduct(1, { title: 'Cap', vendor: 'Acme', productType: 'Hats', tags: ['Wool'], createdAt: dated(1) }),
  sampleProduct(2, { title: 'Belt', vendor: 'Bolt', productType: 'Belts', tags: ['new'], createdAt: dated(3) }),
  sampleProduct(3, { title: 'Anorak', vendor: 'acme', productType: 'Coats', tags: [], createdAt: dated(2) }),
  sampleProduct(4, { title: 'Draft cap', status: 'draft', vendor: 'Acme', createdAt: null, publishedAt: null }),
]
const facts: Record<number, Omit<ListedEntry, 'id' | 'product'>> = {
  1: { collections: ['sale'], inStock: true, price: 10 },
  2: { collections: [], inStock: false, price: 20 },
  3: { collections: ['sale', 'new'], inStock: true, price: 5 },
  4: { collections: [], inStock: true, price: 30 },
}
const entries = new Map(products.map((product) => [product.id, { id: product.id, product, ...facts[product.id]! }]))
const deps: ListDeps = {
  store,
  entriesOf: async () => entries,
  findIds: async (_, words) => (words === 'warm' ? [3, 1] : words === 'cap' ? [1, 99] : []),
}
const list = async (query: Record<string, string>) => {
  const { products: found, next_after_id: next, total } = await listProducts(deps, shop, query)
  return { ids: found.map(({ id }) => id), next, total }
}
const ids = async (query: Record<string, string>) => (await list(query)).ids

beforeAll(async () => {
  await store.putShop(shop, completeConfig({}))
  await store.putProducts(shop, products)
})

describe('the list of products', () => {
  it('L1: is sorted by id and returns the id after which the next page begins, null at the end', async () => {
    expect(await list({})).toEqual({ ids: [1, 2, 3, 4], next: null, total: 4 })
    expect(await list({ limit: '2' })).toEqual({ ids: [1, 2], next: 2, total: 4 })
    expect(await list({ limit: '2', after_id: '2' })).toEqual({ ids: [3, 4], next: 4, total: 4 })
    expect(await list({ limit: '2', after_id: '4' })).toEqual({ ids: [], next: null, total: 4 })
  })

  it('L2: finds one product by handle, several by id, and leaves out missing ones', async () => {
    expect(await list({ handle: 'product-2' })).toEqual({ ids: [2], next: null, total: 1 })
    expect(await list({ handle: 'nothing' })).toEqual({ ids: [], next: null, total: 0 })
    expect(await list({ ids: '3,1,77' })).toEqual({ ids: [3, 1], next: null, total: 2 })
  })

  it('L3: refuses malformed ids, and more than 250 ids', async () => {
    for (const wrong of ['', ' ', '1,,2', 'x'.repeat(129)]) await expect(list({ ids: wrong })).rejects.toThrow()
    const many = (count: number) => Array.from({ length: count }, (_, i) => i + 1).join()
    expect((await list({ ids: many(250) })).total).toBe(4)
    await expect(list({ ids: many(251) })).rejects.toThrow()
  })

  it('L4: keeps the order of the search, then adds drafts, which are not indexed, by title or SKU', async () => {
    expect(await list({ query: 'warm' })).toEqual({ ids: [3, 1], next: null, total: 2 })
    expect(await ids({ query: ' cap ' })).toEqual([1, 4])
    expect(await ids({ query: 'sku-4' })).toEqual([4])
    expect(await ids({ query: 'sku-2' })).toEqual([])
    expect(await ids({ query: '  ' })).toEqual([1, 2, 3, 4])
  })

  it('L5: has each sort order, with ties by id', async () => {
    const order = (sort: string) => ids({ sort, status: 'active' })
    expect(await order('id')).toEqual([1, 2, 3])
    expect(await order('title_asc')).toEqual([3, 2, 1])
    expect(await order('title_desc')).toEqual([1, 2, 3])
    expect(await order('price_asc')).toEqual([3, 1, 2])
    expect(await order('price_desc')).toEqual([2, 1, 3])
    expect(await order('newest')).toEqual([2, 3, 1])
    expect(await ids({ sort: 'newest' })).toEqual([2, 3, 1, 4])
    expect(await ids({ query: 'warm', sort: 'title_desc' })).toEqual([1, 3])
  })

  it('L6: counts pages from one', async () => {
    expect(await list({ page: '1', limit: '3' })).toEqual({ ids: [1, 2, 3], next: null, total: 4 })
    expect(await ids({ page: '2', limit: '3' })).toEqual([4])
    expect(await ids({ sort: 'id', limit: '2' })).toEqual([1, 2])
  })

  it('L7: filters by status, vendor, type, tag, collection and stock, combined with “and”', async () => {
    expect(await ids({ status: 'draft' })).toEqual([4])
    expect(await ids({ filter: 'vendor:ACME' })).toEqual([1, 3, 4])
    expect(await ids({ filter: 'product_type:hats' })).toEqual([1])
    expect(await ids({ filter: 'tag:wool' })).toEqual([1])
    expect(await ids({ filter: 'collection:sale' })).toEqual([1, 3])
    expect(await ids({ filter: 'stock:in' })).toEqual([1, 3, 4])
    expect(await ids({ filter: 'stock:out' })).toEqual([2])
    expect(await ids({ filter: 'vendor:acme; collection:new;' })).toEqual([3])
    expect(await ids({ filter: 'vendor:acme', status: 'active' })).toEqual([1, 3])
  })

  it('L8: includes both ends of a price range, and allows open ends', async () => {
    expect(await ids({ filter: 'price:10:20' })).toEqual([1, 2])
    expect(await ids({ filter: 'price::10' })).toEqual([1, 3])
    expect(await ids({ filter: 'price:20:' })).toEqual([2, 4])
    expect(await ids({ filter: 'price:10.5:19.5' })).toEqual([])
  })

  it('L9: refuses an unknown condition and an unknown shop', async () => {
    for (const filter of ['color:red', 'stock:maybe', 'price:cheap', 'vendor']) {
      await expect(list({ filter })).rejects.toThrow()
    }
    await expect(listProducts(deps, 'b.example', {})).rejects.toMatchObject({ status: 404 })
  })

  it('L10: lists the values of an attribute, most frequent first, with spellings of one value merged', async () => {
    const values = async (attribute: 'tag' | 'vendor') => (await listValues(deps, shop, attribute)).values
    expect(await values('vendor')).toEqual([
      { value: 'Acme', products: 3 },
      { value: 'Bolt', products: 1 },
    ])
    expect((await values('tag')).map(({ value }) => value)).toContain('Wool')
    await expect(listValues(deps, 'nobody.example', 'tag')).rejects.toThrow('no shop')
  })
})
