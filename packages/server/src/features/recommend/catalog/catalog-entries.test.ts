import { ItemNumbers } from '@vitrine/recommend'
import { describe, expect, it } from 'vitest'
import type { Product } from '../../../ports/record-store/product.ts'
import { sampleProduct } from '../../../ports/record-store/sample-product.ts'
import { CatalogEntries, type CatalogEntry } from './catalog-entries.ts'

function entriesOf(products: readonly Product[], collections: readonly string[] = []): CatalogEntries {
  const entries = new CatalogEntries(new ItemNumbers(), 'en')
  for (const product of products) entries.put(product, collections)
  return entries
}

function facts(entry: CatalogEntry | undefined) {
  if (!entry) return undefined
  const { id, collections, inStock, kind, isService, wearer, pictures, price, launchedMs, product } = entry
  return { id, collections, inStock, kind, isService, wearer, pictures, price, launchedMs, title: product.title }
}

describe('the entries of a catalog', () => {
  const [variant] = sampleProduct(1).variants
  const picture = { id: 1, src: 'https://a.example/1.png', alt: null, width: null, height: null }

  it('E1: contain the facts that rankings need', () => {
    const dress = sampleProduct(5, {
      title: 'Linen Dress',
      productType: 'Women > Dresses',
      tags: ['Women'],
      publishedAt: '2026-03-01T00:00:00Z',
      images: [picture, picture],
      variants: [
        { ...variant!, price: 40, inventoryQuantity: 0 },
        { ...variant!, price: 29.9, inventoryQuantity: 0 },
      ],
    })
    expect(facts(entriesOf([dress], ['summer', 'sale']).get(5))).toEqual({
      id: 5,
      collections: ['summer', 'sale'],
      inStock: false,
      kind: 'dress',
      isService: false,
      wearer: 'women',
      pictures: 2,
      price: 29.9,
      launchedMs: Date.parse('2026-03-01T00:00:00Z'),
      title: 'Linen Dress',
    })
  })

  it('E2: distinguish services, and products for men from those for nobody in particular', () => {
    const entries = entriesOf([
      sampleProduct(1, { title: 'Gift card', productType: '' }),
      sampleProduct(2, { title: 'Shirt', tags: ['mens'] }),
      sampleProduct(3, { title: 'Shirt', tags: ['men', 'women'] }),
    ])
    expect([1, 2, 3].map((id) => entries.get(id)?.isService)).toEqual([true, false, false])
    expect([1, 2, 3].map((id) => entries.get(id)?.wearer)).toEqual([undefined, 'men', undefined])
  })

  it('E3: have a launch time: of publication, or else of creation, or else 0', () => {
    const entries = entriesOf([
      sampleProduct(1, { publishedAt: null, createdAt: '2026-01-02T00:00:00Z' }),
      sampleProduct(2, { publishedAt: null, createdAt: null }),
    ])
    expect(entries.get(1)?.launchedMs).toBe(Date.parse('2026-01-02T00:00:00Z'))
    expect(entries.get(2)?.launchedMs).toBe(0)
  })

  it('E4: are counted, listed and found until they are deleted', () => {
    const entries = entriesOf([sampleProduct(30), sampleProduct(10), sampleProduct(20)])
    entries.put(sampleProduct(10, { title: 'Again' }), [])
    expect([entries.size, [...entries.keys()]]).toEqual([3, [30, 10, 20]])
    entries.delete(10)
    entries.delete(10)
    expect([entries.size, entries.has(10), entries.get(10)]).toEqual([2, false, undefined])
    expect([...entries.values()].map(({ id, product }) => [id, product.id])).toEqual([
      [30, 30],
      [20, 20],
    ])
    entries.put(sampleProduct(10), [])
    expect([entries.size, entries.has(10)]).toEqual([3, true])
    expect(entries.has(99)).toBe(false)
  })

  it('E5: get new collections without other changes', () => {
    const entries = entriesOf([sampleProduct(1), sampleProduct(2)], ['a'])
    entries.setCollections(2, ['b', 'c'])
    entries.setCollections(3, ['d'])
    expect([entries.get(1)?.collections, entries.get(2)?.collections, entries.size]).toEqual([['a'], ['b', 'c'], 2])
  })

  it('E6: do not mix up many products', () => {
    const products = Array.from({ length: 300 }, (_, i) =>
      sampleProduct(i * 7 + 1, { productType: `Type ${i % 11}`, variants: [{ ...variant!, price: i }] }),
    )
    const entries = entriesOf(products)
    for (const [i, { id, productType }] of products.entries())
      expect([entries.get(id)?.price, entries.get(id)?.product.productType]).toEqual([i, productType])
  })

  it('E7: have audience and publication time; equal audiences are stored once', () => {
    const audience = { status: 'draft' as const, publicationIds: ['p1'], marketIds: [2], catalogIds: ['b'] }
    const entries = entriesOf([
      sampleProduct(1, { ...audience, publishedAt: '2026-05-01T00:00:00Z' }),
      sampleProduct(2, { ...audience, publishedAt: null }),
      sampleProduct(3, { publishedAt: '1970-01-01T00:00:00.000Z' }),
    ])
    expect([1, 2, 3].map((id) => entries.get(id)?.publishedMs)).toEqual([Date.parse('2026-05-01T00:00:00Z'), null, 0])
    expect(entries.get(1)?.audience).toEqual(audience)
    expect(entries.get(2)?.audience).toBe(entries.get(1)?.audience)
    expect(entries.get(3)?.audience).toEqual({
      status: 'active',
      publicationIds: null,
      marketIds: null,
      catalogIds: null,
    })
  })

  it('are in stock if one variant is', () => {
    const [variant] = sampleProduct(1).variants
    const stocked = (...stock: number[]) => {
      const entries = new CatalogEntries(new ItemNumbers(), 'en')
      const variants = stock.map((inventoryQuantity, i) => ({ ...variant!, id: i + 1, inventoryQuantity }))
      return entries.put(sampleProduct(1, { variants }), []).inStock
    }
    expect([stocked(0, 2), stocked(2, 0), stocked(0, 0)]).toEqual([true, true, false])
  })
})
