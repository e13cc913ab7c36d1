/** A shop small enough to check every number by hand. */
import type { Harness, TestShop } from './harness.ts'

export const SEARCH = '/api/storefront/v1/headless/search'
export const AGGREGATIONS = '/api/storefront/v1/headless/filter-aggregations'
export const CONFIG = '/api/storefront/v1/headless/config'
export const FILTERS = '/api/storefront/v1/headless/filters'
export const INSTANT = '/api/storefront/v1/headless/instant-search'

export const config = {
  filters: [
    {
      id: 1,
      key: 'color',
      title: 'Colour',
      type: 'color',
      attribute_type: 'option',
      attribute: 'Color',
      position: 1,
      values: [
        { value: 'Red', label: 'Rouge', position: 1, hex: '#f00' },
        { value: 'Mauve', enabled: false, position: 2 },
      ],
    },
    { id: 2, key: 'size', title: 'Size', attribute_type: 'option', attribute: 'Size', position: 2 },
    { id: 3, key: 'price', title: 'Price', type: 'range', attribute_type: 'price', position: 3 },
    { id: 4, key: 'vendor', title: 'Brand', attribute_type: 'vendor', position: 4 },
    { id: 5, key: 'tag', title: 'Tag', attribute_type: 'tag', operator: 'and', position: 5 },
    { id: 6, key: 'stock', title: 'Availability', attribute_type: 'availability', position: 6 },
    { id: 7, key: 'collection', title: 'Collection', attribute_type: 'collection', position: 7 },
    {
      id: 8,
      key: 'material',
      title: 'Material',
      attribute_type: 'metafield',
      attribute: 'custom.material',
      position: 8,
    },
    { id: 9, key: 'rating', title: 'Rating', type: 'rating', attribute_type: 'rating', position: 9 },
    { id: 10, key: 'sale', title: 'Sale', type: 'boolean', attribute_type: 'discount', position: 10 },
    { id: 11, key: 'hidden', title: 'Hidden', attribute_type: 'product_type', visible: false, position: 11 },
  ],
  filter_trees: [
    { id: 100, title: 'Search page', target_page: 'search', is_default: true, filters: [2, 1] },
    { id: 101, title: 'Shirts page', target_page: 'collection', target_ids: [11], filters: [3, 4] },
  ],
  collections: [
    { id: 11, handle: 'shirts', title: 'Shirts', product_ids: [3, 1, 2] },
    {
      id: 12,
      handle: 'cheap',
      title: 'Cheap things',
      rules: [{ column: 'variant_price', relation: 'less_than', condition: '15' }],
    },
  ],
  pages: [{ id: 21, handle: 'shipping', title: 'Shipping & returns' }],
  articles: [{ id: 31, handle: 'shirt-care', title: 'How to wash a shirt' }],
  publications: [
    { id: '1', name: 'Online Store', is_online_store: true },
    { id: '2', name: 'App' },
  ],
  markets: [
    { id: 1, handle: 'us', name: 'US', currency: 'USD' },
    { id: 2, handle: 'eu', name: 'EU', currency: 'EUR' },
    { id: 3, handle: 'islands', name: 'Islands', currency: 'EUR', price_adjustment_percent: 20 },
  ],
  currency_rates: { EUR: 0.5, JPY: 150 },
  business_accounts: [{ id: 9, customer_ids: ['c-business'], catalog_ids: ['wholesale'], discount_percent: 10 }],
  translations: { de: { add_to_cart: 'In den Warenkorb' } },
}

interface VariantSpec {
  color?: string
  size?: string
  price?: number
  compareAt?: number
  stock?: number
}

export function product(id: number, title: string, variants: VariantSpec[], rest: object = {}) {
  return {
    id,
    title,
    handle: `p-${id}`,
    body_html: '',
    vendor: 'Acme',
    product_type: 'Shirt',
    tags: '',
    status: 'active',
    created_at: `2026-01-0${id}T00:00:00Z`,
    published_at: `2026-01-0${id}T00:00:00Z`,
    options: [
      { name: 'Color', values: [...new Set(variants.map((one) => one.color ?? 'None'))] },
      { name: 'Size', values: [...new Set(variants.map((one) => one.size ?? 'One'))] },
    ],
    variants: variants.map((one, i) => ({
      id: id * 100 + i,
      title: `${one.color ?? 'None'} / ${one.size ?? 'One'}`,
      sku: `SKU-${id}-${i}`,
      price: String(one.price ?? 10),
      compare_at_price: one.compareAt === undefined ? null : String(one.compareAt),
      option1: one.color ?? 'None',
      option2: one.size ?? 'One',
      inventory_quantity: one.stock ?? 5,
      inventory_policy: 'deny',
      inventory_management: 'shopify',
    })),
    images: [{ id: id * 10, src: `https://cdn.example/${id}.jpg`, alt: `Picture ${id}`, width: 100, height: 100 }],
    ...rest,
  }
}

export const products = [
  product(
    1,
    'Linen shirt',
    [
      { color: 'Red', size: 'M', stock: 0 },
      { color: 'Blue', size: 'M' },
      { color: 'Red', size: 'L' },
    ],
    {
      tags: 'summer, linen',
      rating: { value: 4.5, count: 10 },
      metafields: [{ namespace: 'custom', key: 'material', value: 'Linen' }],
    },
  ),
  product(
    2,
    'Wool shirt',
    [
      { color: 'Red', size: 'M', price: 30, compareAt: 40 },
      { color: 'Mauve', size: 'S', price: 25 },
    ],
    {
      tags: 'winter',
      vendor: 'Öko',
      rating: { value: 3, count: 2 },
      metafields: [{ namespace: 'custom', key: 'material', value: '["Wool","Silk"]' }],
    },
  ),
  product(3, 'Cotton shirt', [{ color: 'Blue', size: 'L', price: 20, stock: 0 }], { tags: 'summer' }),
  product(4, 'Ceramic mug', [{ price: 8 }], {
    product_type: 'Mug',
    tags: 'summer, kitchen',
    body_html: '<p>Holds tea. <b>Dishwasher</b> safe.</p>',
  }),
  product(5, 'App-only mug', [{ price: 9 }], { product_type: 'Mug', publication_ids: ['2'] }),
  product(6, 'European lamp', [{ price: 50 }], { product_type: 'Lamp', market_ids: [2] }),
  product(7, 'Wholesale crate', [{ price: 100 }], { product_type: 'Crate', catalog_ids: ['wholesale'] }),
  product(8, 'Draft thing', [{ price: 1 }], { status: 'draft' }),
]

export async function createSearchShop(harness: Harness, more: object = {}): Promise<TestShop> {
  const shop = await harness.createShop({ ...config, ...more })
  const answer = await harness.putProducts(shop, products)
  if (answer.body.accepted !== products.length) throw new Error(`products refused: ${JSON.stringify(answer.body)}`)
  return shop
}
