import { completeConfig } from '@vitrine/contract'
import { describe, expect, it } from 'vitest'
import type { RecordStore } from './record-store.ts'
import { sampleProduct } from './sample-product.ts'

const SHOP = 'a.example.com'
const OTHER = 'b.example.com'

export function productContract(name: string, open: () => Promise<RecordStore>): void {
  const withShops = async () => {
    const store = await open()
    for (const id of [SHOP, OTHER]) await store.putShop(id, completeConfig({}))
    return store
  }
  putContract(name, withShops)
  readContract(name, withShops)
  feedContract(name, withShops)
}

function putContract(name: string, open: () => Promise<RecordStore>): void {
  describe(`${name} putting products`, () => {
    it('returns which products exist, in the order of the ids', async () => {
      const store = await open()
      await store.putProducts(SHOP, [sampleProduct(1), sampleProduct(3)])
      expect(await store.hasProducts(SHOP, [3, 2, 1, 3])).toEqual([true, false, true, true])
      expect(await store.hasProducts(OTHER, [1])).toEqual([false])
      expect(await store.hasProducts(SHOP, [])).toEqual([])
    })

    it('returns every field as it was stored', async () => {
      const store = await open()
      const product = sampleProduct(7, {
        bodyHtml: 'ünïcode 🧣\n"quoted"',
        publicationIds: ['1'],
        marketIds: [2],
        catalogIds: [],
        rating: { value: 4.5, count: 12 },
        metafields: [{ namespace: 'custom', key: 'fit', value: 'slim', type: 'single_line_text_field' }],
        translations: { fr: { title: 'Écharpe' } },
        images: [{ id: 1, src: 'https://example.com/1.jpg', alt: null, width: 10, height: null }],
      })
      await store.putProducts(SHOP, [product])
      expect(await store.getProducts(SHOP, [7])).toEqual([product])
    })

    it('returns created, unchanged and updated in the given order', async () => {
      const store = await open()
      await store.putProducts(SHOP, [sampleProduct(1), sampleProduct(2)])
      const batch = [sampleProduct(2, { title: 'New' }), sampleProduct(3), sampleProduct(1)]
      expect(await store.putProducts(SHOP, batch)).toEqual(['updated', 'created', 'unchanged'])
    })

    it('treats a product as unchanged for any order of keys', async () => {
      const store = await open()
      const product = sampleProduct(1)
      await store.putProducts(SHOP, [product])
      const turned = Object.fromEntries(Object.entries(product).reverse()) as unknown as typeof product
      expect(await store.putProducts(SHOP, [turned])).toEqual(['unchanged'])
    })

    it('keeps the later of two products with one id', async () => {
      const store = await open()
      const outcomes = await store.putProducts(SHOP, [sampleProduct(1), sampleProduct(1, { title: 'Later' })])
      expect(outcomes).toEqual(['created', 'updated'])
      expect((await store.getProducts(SHOP, [1]))[0]?.title).toBe('Later')
    })

    it('writes concurrent batches in the order of the calls', async () => {
      const store = await open()
      const many = Array.from({ length: 60 }, (_, i) => sampleProduct(i + 1))
      await Promise.all([
        store.putProducts(SHOP, many),
        store.putProducts(SHOP, [sampleProduct(1, { title: 'Later' })]),
        store.deleteProducts(SHOP, [2]),
      ])
      const [first, second] = await store.getProducts(SHOP, [1, 2])
      expect([first?.title, second]).toEqual(['Later', undefined])
    })

    it('refuses products of a shop that does not exist', async () => {
      const store = await open()
      await expect(store.putProducts('nobody.example.com', [sampleProduct(1)])).rejects.toThrow(/does not exist/)
    })
  })
}

function readContract(name: string, open: () => Promise<RecordStore>): void {
  describe(`${name} reading products`, () => {
    it("never shows one shop another shop's products", async () => {
      const store = await open()
      await store.putProducts(SHOP, [sampleProduct(1)])
      expect(await store.getProducts(OTHER, [1])).toEqual([undefined])
      expect(await store.scanProducts(OTHER, 0, 10)).toEqual([])
      expect(await store.findProductByHandle(OTHER, 'product-1')).toBeUndefined()
      expect(await store.readChanges(OTHER, 0, 10)).toEqual([])
      expect(await store.deleteProducts(OTHER, [1])).toEqual([false])
      expect(await store.countProducts(SHOP)).toBe(1)
    })

    it('scans in id order by pages, ids beyond 32 bits included', async () => {
      const store = await open()
      const ids = [8_557_565_378_726, 3, Number.MAX_SAFE_INTEGER, 1]
      await store.putProducts(
        SHOP,
        ids.map((id) => sampleProduct(id)),
      )
      const first = await store.scanProducts(SHOP, 0, 3)
      const rest = await store.scanProducts(SHOP, first.at(-1)!.id, 3)
      expect([...first, ...rest].map((product) => product.id)).toEqual([...ids].sort((a, b) => a - b))
    })

    it('finds the product that was changed last by its handle', async () => {
      const store = await open()
      await store.putProducts(SHOP, [sampleProduct(2, { handle: 'scarf' }), sampleProduct(1, { handle: 'scarf' })])
      expect((await store.findProductByHandle(SHOP, 'scarf'))?.id).toBe(1)
      expect(await store.findProductIds(SHOP, ['hat', 'scarf'])).toEqual([undefined, 1])
      expect(await store.findProductIds(OTHER, ['scarf'])).toEqual([undefined])
      await store.deleteProducts(SHOP, [1])
      expect((await store.findProductByHandle(SHOP, 'scarf'))?.id).toBe(2)
      expect(await store.findProductByHandle(SHOP, 'hat')).toBeUndefined()
    })

    it('reads a shop that does not exist as empty', async () => {
      const store = await open()
      expect(await store.getProducts('nobody.example.com', [1])).toEqual([undefined])
      expect(await store.countProducts('nobody.example.com')).toBe(0)
      expect(await store.lastChange('nobody.example.com')).toBe(0)
    })

    it('deletes a shop with its products', async () => {
      const store = await open()
      await store.putProducts(SHOP, [sampleProduct(1)])
      await store.deleteShop(SHOP)
      await store.putShop(SHOP, completeConfig({}))
      expect(await store.countProducts(SHOP)).toBe(0)
    })
  })
}

function feedContract(name: string, open: () => Promise<RecordStore>): void {
  describe(`${name} as a change feed`, () => {
    it('returns puts and deletes in order, the latest of each product', async () => {
      const store = await open()
      await store.putProducts(SHOP, [sampleProduct(1), sampleProduct(2), sampleProduct(3)])
      await store.deleteProducts(SHOP, [2, 99])
      await store.putProducts(SHOP, [sampleProduct(1, { title: 'New' })])
      const changes = await store.readChanges(SHOP, 0, 10)
      expect(changes.map(({ productId, kind }) => [productId, kind])).toEqual([
        [3, 'put'],
        [2, 'delete'],
        [1, 'put'],
      ])
      expect(await store.lastChange(SHOP)).toBe(changes.at(-1)?.seq)
    })

    it('returns nothing for unchanged products', async () => {
      const store = await open()
      await store.putProducts(SHOP, [sampleProduct(1)])
      const seq = await store.lastChange(SHOP)
      const changed: string[] = []
      store.onChange((shop) => changed.push(shop))
      await store.putProducts(SHOP, [sampleProduct(1)])
      expect(await store.readChanges(SHOP, seq, 10)).toEqual([])
      expect(changed).toEqual([])
    })

    it('returns changes in pages, without the deletion of a product that was stored again', async () => {
      const store = await open()
      await store.putProducts(SHOP, [sampleProduct(1), sampleProduct(2)])
      await store.deleteProducts(SHOP, [1])
      await store.putProducts(SHOP, [sampleProduct(1)])
      const [first] = await store.readChanges(SHOP, 0, 1)
      const rest = await store.readChanges(SHOP, first!.seq, 10)
      expect([first, ...rest].map((change) => [change!.productId, change!.kind])).toEqual([
        [2, 'put'],
        [1, 'put'],
      ])
    })

    it('never reuses a number, even if the shop is deleted and created again', async () => {
      const store = await open()
      await store.putProducts(SHOP, [sampleProduct(1)])
      const before = await store.lastChange(SHOP)
      await store.deleteShop(SHOP)
      await store.putShop(SHOP, completeConfig({}))
      await store.putProducts(SHOP, [sampleProduct(1)])
      expect(await store.lastChange(SHOP)).toBeGreaterThan(before)
    })
  })
}
