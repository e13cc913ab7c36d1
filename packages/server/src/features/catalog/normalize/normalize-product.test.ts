import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Product } from '../../../ports/record-store/product.ts'
import { normalizeProduct, PUBLISHED_WHEN_FIRST_SEEN } from './normalize-product.ts'

function product(parts: Record<string, unknown> = {}): Product {
  const result = normalizeProduct({ ...REST, ...parts })
  if (result.kind === 'fault') throw new Error(result.reason)
  return result.product
}

function fault(parts: Record<string, unknown>): string {
  const result = normalizeProduct({ ...REST, ...parts })
  return result.kind === 'fault' ? result.reason : 'no fault'
}

const REST = {
  id: 632910392,
  title: ' Scarf ',
  handle: 'scarf',
  body_html: '<p>Warm</p>',
  vendor: 'Acme',
  product_type: 'Scarves',
  tags: 'wool, blue, , wool',
  status: 'active',
  created_at: '2026-01-01T10:00:00-05:00',
  published_at: '2026-01-02T00:00:00Z',
  options: [
    { id: 2, name: 'Color', position: 2, values: ['Blue'] },
    { id: 1, name: 'Size', position: 1, values: ['S', 'L'] },
  ],
  variants: [
    {
      id: 12,
      position: 2,
      price: '12.50',
      compare_at_price: '15.00',
      option1: 'L',
      option2: 'Red',
      inventory_quantity: 0,
    },
    {
      id: 11,
      position: 1,
      price: 10,
      compare_at_price: '0.00',
      option1: 'S',
      option2: 'Blue',
      inventory_quantity: '4',
      sku: 'A',
    },
  ],
  images: [
    { id: 22, position: 2, src: 'https://example.com/2.jpg', variant_ids: [12] },
    { id: 21, position: 1, src: 'https://example.com/1.jpg', alt: 'One', width: 10, height: 20 },
  ],
}

describe('normalizeProduct on the Admin REST shape', () => {
  it('sorts by position, reads money, times and tags, and links pictures with variants', () => {
    expect(product()).toMatchObject({
      id: 632910392,
      title: 'Scarf',
      tags: ['wool', 'blue'],
      createdAt: '2026-01-01T15:00:00.000Z',
      publishedAt: '2026-01-02T00:00:00.000Z',
      options: [
        { id: 1, name: 'Size', values: ['S', 'L'] },
        { id: 2, name: 'Color', values: ['Blue', 'Red'] },
      ],
      variants: [
        {
          id: 11,
          title: 'S / Blue',
          price: 10,
          compareAtPrice: null,
          optionValues: ['S', 'Blue'],
          inventoryQuantity: 4,
        },
        { id: 12, price: 12.5, compareAtPrice: 15, imageId: 22, inventoryTracked: true },
      ],
      images: [
        { id: 21, alt: 'One', width: 10 },
        { id: 22, alt: null, width: null },
      ],
      publicationIds: null,
      marketIds: null,
      catalogIds: null,
      rating: null,
    })
  })

  it('derives stable numbers from ids of other platforms, and keeps the ids', () => {
    const medusa = { id: 'prod_01H8ZK', variants: [{ id: 'b7c1f2de-0b8e-4a39-9f0f-2f5f5b1f6c11', price: '5' }] }
    const [one, again, other] = [product(medusa), product(medusa), product({ ...medusa, id: 'prod_01H8ZL' })]
    expect(one.id).toBe(again.id)
    expect(one.id).not.toBe(other.id)
    expect(one.id).not.toBe(one.variants[0]?.id)
    expect([one.externalId, one.variants[0]?.externalId]).toEqual([medusa.id, medusa.variants[0]!.id])
  })

  it('links variants with pictures by ids of other platforms', () => {
    const images = [
      { id: 'img_a', src: 'https://x.example/a.jpg' },
      { id: 'img_b', src: 'https://x.example/b.jpg' },
    ]
    const { variants, images: kept } = product({ images, variants: [{ id: 'v1', price: '5', image_id: 'img_b' }] })
    expect(variants[0]?.imageId).toBe(kept[1]?.id)
  })

  it('reads ids from numbers, digits and gid://', () => {
    for (const id of [7, '7', 'gid://shopify/Product/7']) expect(product({ id }).id).toBe(7)
    for (const id of ['-1', '0042', '9007199254740993']) expect(product({ id }).externalId).toBe(id)
    for (const id of [-1, 1.5, 2 ** 53, 'x'.repeat(129), {}]) expect(fault({ id })).toContain('id ')
  })

  it('takes published_at null as unpublished and its absence as published', () => {
    const { published_at: _, created_at: __, ...silent } = REST
    expect(product({ published_at: null }).publishedAt).toBeNull()
    expect(normalizeProduct(silent)).toMatchObject({ product: { publishedAt: PUBLISHED_WHEN_FIRST_SEEN } })
  })

  it("leaves out the platform's placeholder for no options", () => {
    const plain = product({
      options: [{ name: 'Title', values: ['Default Title'] }],
      variants: [{ price: '1', option1: 'Default Title' }],
    })
    expect(plain).toMatchObject({ options: [], variants: [{ title: 'Default Title', optionValues: [] }] })
  })

  it('tracks stock if a quantity is given, unless the source says otherwise; a missing quantity is not zero', () => {
    const tracked = (variant: object) => product({ variants: [{ price: 1, ...variant }] }).variants[0]?.inventoryTracked
    expect(tracked({ inventory_quantity: 0 })).toBe(true)
    expect(tracked({ inventory_quantity: 0, inventory_management: null })).toBe(false)
    expect(tracked({ inventory_quantity: 0, inventory_management: 'shopify' })).toBe(true)
    expect(tracked({ inventory_management: 'shopify' })).toBe(false)
    expect(tracked({ inventory_management: 'shopify', inventory_quantity: '' })).toBe(false)
    expect(tracked({})).toBe(false)
    expect(tracked({ available: false })).toBe(true)
    expect(tracked({ available: true })).toBe(false)
  })

  it('keeps publications, markets, metafields, rating, collections and translations', () => {
    expect(
      product({
        collections: ['winter', 12, { id: 'gid://shopify/Collection/9' }],
        publication_ids: ['1', 2, 'gid://shopify/Publication/3'],
        market_ids: [4, '5'],
        catalog_ids: 'b2b',
        metafields: { 'custom.fit': 'slim', reviews: { rating: '{"value":"4.5","scale_max":"5"}', rating_count: 12 } },
        translations: { fr: { title: 'Écharpe', n: 1 }, de: 'no' },
      }),
    ).toMatchObject({
      collections: ['winter', '12', '9'],
      publicationIds: ['1', '2', '3'],
      marketIds: [4, 5],
      catalogIds: ['b2b'],
      metafields: [
        { namespace: 'custom', key: 'fit', value: 'slim' },
        { namespace: 'reviews', key: 'rating' },
        { namespace: 'reviews', key: 'rating_count', value: '12' },
      ],
      rating: { value: 4.5, count: 12 },
      translations: { fr: { title: 'Écharpe' } },
    })
  })

  it('reports all faults of a product at once', () => {
    const reason = fault({ title: '', status: 'gone', variants: [{ price: 'abc' }, { inventory_quantity: 'many' }] })
    expect(reason).toBe(
      'title is missing; variants[0].price "abc" is not a price; variants[1].price is missing; ' +
        'variants[1].inventory_quantity "many" is not a whole number; status "gone" must be active, draft or archived',
    )
    expect(fault({ variants: [] })).toContain('at least one')
    expect(
      fault({
        variants: [
          { id: 1, price: 1 },
          { id: 1, price: 1 },
        ],
      }),
    ).toBe('variants[1].id 1 is used twice')
  })
})

describe('normalizeProduct on sources without ids', () => {
  const bare = {
    title: 'Hat',
    handle: 'hat',
    variants: [
      { sku: 'H', price: 1, option1: 'S' },
      { sku: 'H', price: 1, option1: 'L' },
    ],
  }

  it('derives stable ids beyond the numbers of the platform', () => {
    const [first, second] = [normalizeProduct(bare), normalizeProduct(bare)]
    expect(first).toEqual(second)
    if (first.kind === 'fault') throw new Error(first.reason)
    expect(first.product.id).toBeGreaterThanOrEqual(2 ** 52)
    expect(Number.isSafeInteger(first.product.id)).toBe(true)
  })

  it('distinguishes variants with the same SKU, in any order', () => {
    const ids = (raw: unknown) => {
      const result = normalizeProduct(raw)
      if (result.kind === 'fault') throw new Error(result.reason)
      return result.product.variants.map((variant) => variant.id)
    }
    const turned = { ...bare, variants: [...bare.variants].reverse() }
    expect(new Set(ids(bare)).size).toBe(2)
    expect(ids(turned)).toEqual(ids(bare).reverse())
  })

  it('needs a handle or a title', () => {
    expect(normalizeProduct({ variants: [{ price: 1 }] })).toMatchObject({ kind: 'fault' })
  })
})

describe('normalizeProduct on other shapes', () => {
  it('reads GraphQL names, words and lists', () => {
    const result = normalizeProduct({
      id: 'gid://shopify/Product/7',
      title: 'Hat',
      handle: 'hat',
      descriptionHtml: '<p>x</p>',
      productType: 'Hats',
      status: 'ACTIVE',
      tags: ['a'],
      createdAt: '2026-01-01T00:00:00Z',
      options: [{ id: 'gid://shopify/ProductOption/1', name: 'Size', position: 1, optionValues: [{ name: 'S' }] }],
      variants: {
        edges: [
          {
            node: {
              id: 'gid://shopify/ProductVariant/8',
              price: '3.00',
              inventoryPolicy: 'CONTINUE',
              inventoryQuantity: 2,
              inventoryItem: { tracked: false },
              selectedOptions: [{ name: 'Size', value: 'S' }],
              image: { id: 'gid://shopify/ProductImage/5', url: 'https://example.com/5.jpg' },
            },
          },
        ],
      },
      media: {
        nodes: [{ id: 'gid://shopify/MediaImage/4', image: { url: 'https://example.com/4.jpg', altText: 'A' } }],
      },
      resourcePublications: { nodes: [{ isPublished: true, publication: { id: 'gid://shopify/Publication/1' } }] },
    })
    expect(result).toMatchObject({
      kind: 'product',
      product: {
        id: 7,
        bodyHtml: '<p>x</p>',
        productType: 'Hats',
        status: 'active',
        options: [{ id: 1, name: 'Size', values: ['S'] }],
        variants: [{ id: 8, price: 3, inventoryPolicy: 'continue', inventoryTracked: false, optionValues: ['S'] }],
        images: [{ id: 4, alt: 'A' }, { src: 'https://example.com/5.jpg' }],
        publicationIds: ['1'],
      },
    })
  })

  it('refuses an unknown status, even if it is the name of an object’s property', () => {
    for (const status of ['constructor', '__proto__', 'sold', { toString: null }, ['active'], 5]) {
      expect(normalizeProduct({ ...REST, status })).toMatchObject({
        kind: 'fault',
        reason: expect.stringMatching(/^status .* must be active, draft or archived$/),
      })
    }
  })

  it('never throws, whatever it is given', () => {
    fc.assert(
      fc.property(
        fc.jsonValue(),
        fc.constantFrom(...Object.keys(REST), 'metafields', 'rating', 'image', 'media'),
        (value, field) => {
          expect(['product', 'fault']).toContain(normalizeProduct(value).kind)
          expect(['product', 'fault']).toContain(normalizeProduct({ ...REST, [field]: value }).kind)
        },
      ),
    )
  })
})

describe('a rating', () => {
  it('is a fault, not an exception, if it is not a number', () => {
    expect(fault({ rating: { value: { toString: 'no' } } })).toContain('rating')
  })
})
