import { completeConfig } from '@vitrine/contract'
import { SHOP_PRICES, type SearchRequest } from '@vitrine/engine'
import { describe, expect, it } from 'vitest'
import { sampleProduct } from '../record-store/sample-product.ts'
import type { RecordStore, Shop } from '../record-store/record-store.ts'
import type { SearchIndex } from './search-index.ts'

export interface OpenedIndex {
  records: RecordStore
  index: SearchIndex
}

export const browse: SearchRequest = {
  visibility: { terms: [], inStockOnly: false, hidden: [] },
  selections: [],
  facets: [],
  prices: SHOP_PRICES,
  sort: 'newest',
  offset: 0,
  limit: 100,
  outOfStockLast: false,
}

export async function putShop(records: RecordStore, config: Parameters<typeof completeConfig>[0] = {}): Promise<Shop> {
  return (await records.putShop('a.myshopify.com', completeConfig(config))) as Shop
}

export async function foundIds({ index }: OpenedIndex, shop: Shop, request: SearchRequest = browse): Promise<number[]> {
  const { hits } = await index.search(shop, request)
  return hits.map(({ id }) => id).sort((a, b) => a - b)
}

export function searchIndexContract(name: string, open: () => Promise<OpenedIndex>): void {
  describe(`${name} as a SearchIndex`, () => {
    it('finds products that were stored before it was opened', async () => {
      const opened = await open()
      const shop = await putShop(opened.records)
      await opened.records.putProducts(shop.id, [sampleProduct(1), sampleProduct(2)])
      expect(await foundIds(opened, shop)).toEqual([1, 2])
    })

    it('finds every change after `waitFor`', async () => {
      const opened = await open()
      const { records, index } = opened
      const shop = await putShop(records)
      await index.open(shop)
      await records.putProducts(
        shop.id,
        Array.from({ length: 100 }, (_, i) => sampleProduct(i + 1)),
      )
      await index.waitFor(shop, await records.lastChange(shop.id))
      expect(await foundIds(opened, shop)).toHaveLength(100)
      await records.deleteProducts(shop.id, [7])
      await records.putProducts(shop.id, [sampleProduct(8, { status: 'draft' })])
      await index.waitFor(shop, await records.lastChange(shop.id))
      const ids = await foundIds(opened, shop)
      expect(ids).toHaveLength(98)
      expect(ids).not.toContain(7)
      expect(await index.productCount(shop)).toBe(98)
    })

    it('separates shops, and removes one completely', async () => {
      const opened = await open()
      const { records, index } = opened
      const shop = await putShop(records)
      const other = (await records.putShop('b.myshopify.com', completeConfig({}))) as Shop
      await records.putProducts(shop.id, [sampleProduct(1)])
      expect(await foundIds(opened, other)).toEqual([])
      await records.deleteShop(shop.id)
      await index.forget(shop.id)
      const again = await putShop(records)
      expect(await foundIds(opened, again)).toEqual([])
    })

    it('assigns products to collections by list, name and rule, and again when the rules change', async () => {
      const opened = await open()
      const { records } = opened
      const collections = [
        { id: 5, handle: 'listed', title: 'Listed', product_ids: [2, 1] },
        {
          id: 6,
          handle: 'cheap',
          title: 'Cheap',
          rules: [{ column: 'vendor', relation: 'equals', condition: 'acme' }],
        },
      ] as const
      const shop = await putShop(records, { collections: structuredClone(collections) as never })
      await records.putProducts(shop.id, [
        sampleProduct(1, { vendor: 'Acme', collections: ['6'] }),
        sampleProduct(2, { vendor: 'Other', collections: ['elsewhere'] }),
      ])
      const within = (collection: string): SearchRequest => ({
        ...browse,
        visibility: { ...browse.visibility, terms: [{ name: 'collection', anyOf: [collection] }] },
      })
      expect(await foundIds(opened, shop, within('listed'))).toEqual([1, 2])
      expect(await foundIds(opened, shop, within('cheap'))).toEqual([1])
      expect(await foundIds(opened, shop, within('elsewhere'))).toEqual([2])
      const changed = await putShop(records, {
        collections: [{ ...structuredClone(collections[0]), product_ids: [2] }] as never,
      })
      expect(await foundIds(opened, changed, within('listed'))).toEqual([2])
    })
  })
}
