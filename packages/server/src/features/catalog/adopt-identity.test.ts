import { describe, expect, it } from 'vitest'
import type { Product } from '../../ports/record-store/product.ts'
import { normalizeProduct } from './normalize/normalize-product.ts'
import { adoptIdentity } from './adopt-identity.ts'

function product(parts: object): Product {
  const result = normalizeProduct({ title: 'Hat', handle: 'hat', variants: [{ price: 1 }], ...parts })
  if (result.kind === 'fault') throw new Error(result.reason)
  return result.product
}

const stored = product({
  id: 7,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-02T00:00:00Z',
  published_at: '2026-01-03T00:00:00Z',
  options: [{ id: 5, name: 'Size' }],
  variants: [
    { id: 71, sku: 'A', price: 1, option1: 'S', inventory_item_id: 901 },
    { id: 72, sku: 'B', price: 1, option1: 'M', inventory_item_id: 902 },
    { id: 73, sku: '', price: 1, option1: 'L' },
  ],
  images: [{ id: 31, src: 'https://x.example/1.jpg?v=1', alt: 'One', width: 10, height: 20 }],
  collections: ['winter'],
  publication_ids: ['1'],
  market_ids: [4],
  catalog_ids: ['b2b'],
  metafields: { 'custom.fit': 'slim', 'custom.care': 'cold' },
  rating: { value: 4, count: 2 },
  translations: { de: { title: 'Hut' } },
})
const adopt = (parts: object) => adoptIdentity(product(parts), stored)

describe('a product from a source without ids', () => {
  it('A1: takes the ids of the stored one: product, option, picture', () => {
    const adopted = adopt({
      options: [{ name: 'Size' }, { name: 'Fit' }],
      images: [{ src: 'https://x.example/1.jpg?v=2' }, { src: 'https://x.example/2.jpg' }],
    })
    expect([adopted.id, adopted.options[0]!.id]).toEqual([7, 5])
    expect(adopted.options[1]!.id).toBeGreaterThan(1000)
    expect(adopted.images[0]).toEqual({ id: 31, src: 'https://x.example/1.jpg?v=2', alt: 'One', width: 10, height: 20 })
    expect(adopted.images[1]!.id).not.toBe(31)
    const described = adopt({ images: [{ src: 'https://x.example/1.jpg', alt: 'New', width: 3, height: 4 }] })
    expect(described.images[0]).toMatchObject({ id: 31, alt: 'New', width: 3, height: 4 })
  })

  it('A2: takes ids of variants by option values, then by SKU, and uses no id twice', () => {
    const variants = (...sent: object[]) =>
      adopt({ options: [{ name: 'Size' }], variants: sent }).variants.map(({ id, inventoryItemId }) => [
        [71, 72, 73].includes(id) ? id : 'new',
        inventoryItemId,
      ])
    expect(variants({ price: 1, option1: 'M', sku: 'A' }, { price: 1, option1: 'S', sku: 'B' })).toEqual([
      [72, 902],
      [71, 901],
    ])
    expect(variants({ price: 1, option1: 'XS', sku: 'B' })).toEqual([[72, 902]])
    expect(variants({ price: 1, option1: 'XS', sku: '' })).toEqual([['new', undefined]])
    expect(variants({ price: 1, option1: 'M' }, { price: 1, option1: 'XL', sku: 'B' })).toEqual([
      [72, 902],
      ['new', undefined],
    ])
    expect(variants({ price: 1, option1: 'M', inventory_item_id: 5 })).toEqual([[72, 5]])
  })

  it('A3: keeps its own fields, and takes missing ones from the stored product', () => {
    expect(adopt({})).toMatchObject({
      createdAt: stored.createdAt,
      updatedAt: stored.updatedAt,
      publishedAt: stored.publishedAt,
      collections: ['winter'],
      publicationIds: ['1'],
      marketIds: [4],
      catalogIds: ['b2b'],
      rating: { value: 4, count: 2 },
      translations: { de: { title: 'Hut' } },
    })
    expect(
      adopt({
        created_at: '2026-02-01T00:00:00Z',
        updated_at: '2026-02-02T00:00:00Z',
        published_at: '2026-02-03T00:00:00Z',
        collections: ['summer'],
        publication_ids: ['2'],
        market_ids: [5],
        catalog_ids: [],
        rating: { value: 3, count: 1 },
        translations: { fr: { title: 'Chapeau' } },
      }),
    ).toMatchObject({
      createdAt: '2026-02-01T00:00:00.000Z',
      updatedAt: '2026-02-02T00:00:00.000Z',
      publishedAt: stored.publishedAt,
      collections: ['summer'],
      publicationIds: ['2'],
      marketIds: [5],
      catalogIds: [],
      rating: { value: 3, count: 1 },
      translations: { fr: { title: 'Chapeau' } },
    })
    expect(adopt({ published_at: null }).publishedAt).toBeNull()
    const since = adoptIdentity(product({ published_at: '2026-02-03T00:00:00Z' }), { ...stored, publishedAt: null })
    expect(since.publishedAt).toBe('2026-02-03T00:00:00.000Z')
  })

  it('A4: lists its own metafields first, then stored ones with other names', () => {
    const { metafields } = adopt({ metafields: { 'custom.fit': 'wide', 'other.fit': 'x' } })
    expect(metafields.map(({ namespace, key, value }) => `${namespace}.${key}=${value}`)).toEqual([
      'custom.fit=wide',
      'other.fit=x',
      'custom.care=cold',
    ])
  })

  it('A5: keeps the picture of a variant, under the picture’s new id', () => {
    const adopted = adopt({
      images: [{ src: 'https://x.example/1.jpg' }],
      variants: [
        { price: 1, image_src: 'https://x.example/1.jpg' },
        { price: 1, sku: 'Z' },
      ],
    })
    expect(adopted.variants.map(({ imageId }) => imageId)).toEqual([31, null])
  })
})
