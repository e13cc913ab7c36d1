import { describe, expect, it } from 'vitest'
import type { Product } from '../../../ports/record-store/product.ts'
import { sampleProduct } from '../../../ports/record-store/sample-product.ts'
import { ProductRows } from './product-rows.ts'

const FIELDS = Object.keys(sampleProduct(1)) as (keyof Product)[]

/** Copies the fields, because a packed product has none of its own to compare. */
function plain(product: Product): Product {
  return Object.fromEntries(FIELDS.map((name) => [name, product[name]])) as unknown as Product
}

function kept(product: Product): Product {
  return { ...product, bodyHtml: '', images: [], translations: {} }
}

function sized(id: number, kilobytes: number, parts: Partial<Product> = {}): Product {
  return sampleProduct(id, {
    metafields: [{ namespace: 'a', key: 'b', value: 'x'.repeat(kilobytes * 1024) }],
    ...parts,
  })
}

describe('packed products', () => {
  it('P1: have every field of the product, except texts, pictures and translations', () => {
    const rows = new ProductRows()
    const [variant] = sampleProduct(1).variants
    const product = sampleProduct(7, {
      status: 'draft',
      createdAt: null,
      updatedAt: '2026-02-03T04:05:06Z',
      publishedAt: null,
      publicationIds: ['p1', 'p2'],
      marketIds: [3, 4],
      catalogIds: [],
      collections: ['sale'],
      rating: { value: 4.5, count: 12 },
      images: [{ id: 1, src: 'https://a.example/1.png', alt: null, width: 1, height: 2 }],
      translations: { de: { title: 'Hemd' } },
      variants: [
        { ...variant!, price: 19.99, compareAtPrice: 29.5, inventoryQuantity: -2 },
        {
          ...variant!,
          id: 8,
          grams: 120.5,
          inventoryItemId: 9,
          metafields: [{ namespace: 'n', key: 'k', value: 'v' }],
        },
      ],
      metafields: [{ namespace: 'specs', key: 'Größe', value: '["1","2"]', type: 'list', name: 'Size' }],
    })
    rows.put(0, product)
    expect(plain(rows.get(0, 7))).toStrictEqual(kept(product))
  })

  it('P2: exist with the last written values until they are removed', () => {
    const rows = new ProductRows()
    expect(rows.has(3)).toBe(false)
    rows.put(3, sampleProduct(1))
    rows.put(3, sampleProduct(1, { title: 'Second' }))
    expect([rows.has(2), rows.has(3), rows.has(4)]).toEqual([false, true, false])
    expect(rows.get(3, 1).title).toBe('Second')
    rows.remove(3)
    rows.remove(3)
    expect(rows.has(3)).toBe(false)
    rows.put(3, sampleProduct(1, { title: 'Third' }))
    expect(rows.get(3, 1).title).toBe('Third')
  })

  it('P3: do not change after they were returned, whatever is written or moved later', () => {
    const rows = new ProductRows()
    rows.put(0, sized(1, 300, { title: 'Before' }))
    const held = rows.get(0, 1)
    for (let i = 0; i < 50; i++) rows.put(i % 5, sized(i, 300, { title: `After ${i}` }))
    expect(held.title).toBe('Before')
    expect(held.metafields[0]?.value.length).toBe(300 * 1024)
  })

  it('P4: equal a plain map after any writes and removals, even if rows move', () => {
    const rows = new ProductRows()
    const map = new Map<number, Product>()
    let state = 1
    const random = (below: number) => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff
      return state % below
    }
    for (let step = 0; step < 3_000; step++) {
      const row = random(60)
      if (random(4) === 0) {
        rows.remove(row)
        map.delete(row)
      } else {
        const product = sized(row, random(60), {
          title: `${step}`,
          tags: Array.from({ length: random(5) }, (_, i) => `t${i}`),
        })
        rows.put(row, product)
        map.set(row, product)
      }
    }
    for (let row = 0; row < 60; row++) {
      expect(rows.has(row)).toBe(map.has(row))
      if (map.has(row)) expect(plain(rows.get(row, row))).toEqual(kept(map.get(row)!))
    }
  })

  it('P5: take at most about twice their size after many changes', () => {
    const rows = new ProductRows()
    for (let change = 0; change < 1_000; change++) rows.put(change % 50, sized(change % 50, 100))
    const mib = 1 << 20
    expect(rows.byteLength).toBeGreaterThan(4 * mib)
    expect(rows.byteLength).toBeLessThan(14 * mib)
    for (let row = 0; row < 50; row++) rows.remove(row)
    expect(rows.byteLength).toBeLessThan(2 * mib)
  })

  it('P6: may be larger than a chunk', () => {
    const rows = new ProductRows()
    rows.put(0, sampleProduct(1))
    rows.put(1, sized(2, 3_000))
    rows.put(2, sampleProduct(3))
    expect([0, 1, 2].map((row) => rows.get(row, row + 1).title)).toEqual(['Product 1', 'Product 2', 'Product 3'])
    expect(rows.get(1, 2).metafields[0]?.value.length).toBe(3_000 * 1024)
  })
})
