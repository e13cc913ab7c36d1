import type { Product } from './product.ts'

export function sampleProduct(id: number, parts: Partial<Product> = {}): Product {
  return {
    id,
    title: `Product ${id}`,
    handle: `product-${id}`,
    bodyHtml: '<p>A sample.</p>',
    vendor: 'Acme',
    productType: 'Shirts',
    tags: ['blue'],
    status: 'active',
    createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: null,
    publishedAt: '2026-01-01T00:00:00.000Z',
    options: [{ id: id * 10, name: 'Size', position: 1, values: ['S'] }],
    variants: [
      {
        id: id * 100,
        title: 'S',
        position: 1,
        sku: `SKU-${id}`,
        barcode: '',
        price: 10,
        compareAtPrice: null,
        optionValues: ['S'],
        inventoryQuantity: 3,
        inventoryPolicy: 'deny',
        inventoryTracked: true,
        imageId: null,
      },
    ],
    images: [],
    collections: [],
    publicationIds: null,
    marketIds: null,
    catalogIds: null,
    metafields: [],
    rating: null,
    translations: {},
    ...parts,
  }
}
