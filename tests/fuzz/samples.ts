/** Creates valid bodies and breaks them. */
import sharp, { type SharpOptions } from 'sharp'
import { mutate, type Random } from './mutate.ts'

export const PRODUCT = {
  id: 1,
  title: 'Linen shirt',
  handle: 'linen-shirt',
  body_html: '<p>Light</p>',
  vendor: 'Northloom',
  product_type: 'Shirts',
  tags: 'linen, summer',
  status: 'active',
  published_at: '2026-01-01T00:00:00Z',
  options: [{ name: 'Size', position: 1, values: ['S', 'M'] }],
  variants: [
    { id: 11, price: '59.00', compare_at_price: '79.00', option1: 'S', sku: 'A', inventory_quantity: 3, image_id: 21 },
    { id: 12, price: 60, option1: 'M', selectedOptions: [{ name: 'Size', value: 'M' }] },
  ],
  images: [{ id: 21, src: 'https://cdn.example.com/a.jpg', alt: 'a', width: 10, height: 20, variant_ids: [11] }],
  collections: ['summer', { id: 'gid://shopify/Collection/9' }],
  publication_ids: ['1'],
  market_ids: [1],
  catalog_ids: null,
  metafields: [{ namespace: 'specs', key: 'material', value: 'Linen' }],
  rating: { value: 4.5, count: 10 },
  translations: { de: { title: 'Leinenhemd' } },
}

export const CSV = [
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Inventory Qty,Image Src,Status',
  'linen-shirt,Linen shirt,"<p>Light, ""cool""</p>",Northloom,Shirts,"linen, summer",TRUE,Size,S,A,59.00,3,https://cdn.example.com/a.jpg,active',
  'linen-shirt,,,,,,,,M,B,60,2,,',
  'mug,Mug,"Two\nlines",Clay,Mugs,,FALSE,,,C,12.5,,,draft',
  '',
].join('\n')

export const CONFIG = {
  shop: { name: 'Linen House', currency: 'EUR', timezone: 'Europe/Berlin', primary_locale: 'en' },
  search: {
    synonyms: [['sofa', 'couch'], { from: 'tee', to: ['t-shirt'] }],
    stop_words: ['the'],
    rules: [{ id: 1, when: { query: 'shirt', match: 'exact' }, pin: [{ product_id: 1, position: 1 }], hide: [2] }],
    ranking: { title: 2 },
  },
  filters: [
    { id: 1, key: 'color', title: 'Color', attribute_type: 'option', attribute: 'Color', values: [{ value: 'Red' }] },
    { id: 2, key: 'price', title: 'Price', attribute_type: 'price', min: 0, max: 100, step: 10 },
  ],
  filter_trees: [{ id: 1, title: 'Search', target_page: 'search', is_default: true, filters: [1, 2] }],
  sections: [
    {
      id: 1,
      title: 'Trending',
      type: 'trending',
      page_types: ['home'],
      experience_id: 1,
      variant: 'a',
      max_products: 8,
    },
  ],
  experiences: [
    {
      id: 1,
      name: 'Test',
      variants: [
        { key: 'a', weight: 1 },
        { key: 'b', weight: 1 },
      ],
    },
  ],
  collections: [{ id: 1, handle: 'all', title: 'All', rules: [{ column: 'tag', relation: 'equals', condition: 'x' }] }],
  pages: [{ id: 1, handle: 'about', title: 'About', body: 'Words' }],
  publications: [{ id: '1', name: 'Online Store', is_online_store: true }],
  markets: [{ id: 1, handle: 'eu', name: 'Europe', currency: 'EUR', locales: ['de', 'fr'] }],
  currency_rates: { USD: 1.1 },
  business_accounts: [{ id: 1, customer_ids: ['7'], catalog_ids: ['b2b'], discount_percent: 5 }],
  edge: { enabled: true, regions: ['eu-west'] },
  translations: { de: { 'cart.title': 'Warenkorb' } },
  settings: { theme: { dark: true } },
}

const order = {
  id: 5,
  currency: 'USD',
  total_price: '59.00',
  processed_at: '2026-01-02T00:00:00Z',
  customer: { id: 7 },
  line_items: [{ product_id: 1, variant_id: 11, quantity: 1, price: '59.00' }],
}

export const WEBHOOKS: Record<string, unknown> = {
  'products/update': { ...PRODUCT, updated_at: '2026-01-02T00:00:00Z' },
  'products/delete': { id: 1 },
  'collections/update': {
    id: 3,
    handle: 'linen',
    title: 'Linen',
    body_html: 'x',
    updated_at: '2026-01-02T00:00:00Z',
    rules: [{ column: 'tag', relation: 'equals', condition: 'linen' }],
  },
  'collections/delete': { id: 3 },
  'inventory_levels/update': {
    inventory_item_id: 100,
    location_id: 1,
    available: 4,
    updated_at: '2026-01-02T00:00:00Z',
  },
  'orders/create': order,
  'orders/cancelled': { ...order, cancelled_at: '2026-01-03T00:00:00Z' },
  'refunds/create': {
    id: 9,
    order_id: 5,
    created_at: '2026-01-04T00:00:00Z',
    refund_line_items: [{ quantity: 1, subtotal: '59.00', line_item: { product_id: 1, variant_id: 11 } }],
  },
}

const part = (name: string, text: string) =>
  `------x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`

/** A form with a picture, words, crop and page. Each character stands for a byte. */
export async function formSample(): Promise<{ type: string; body: string }> {
  const picture = sharp({ create: { width: 120, height: 120, channels: 3, background: { r: 180, g: 40, b: 60 } } })
  const noise = {
    create: {
      width: 40,
      height: 40,
      channels: 3,
      background: 'white',
      noise: { type: 'gaussian', mean: 90, sigma: 40 },
    },
  }
  const file = await picture
    .composite([
      {
        input: await sharp(noise as SharpOptions)
          .png()
          .toBuffer(),
      },
    ])
    .png()
    .toBuffer()
  const body = [
    part('pagination', '{"page":1,"limit":2}'),
    part('query', 'red shirt'),
    part('crop', '{"x":0,"y":0,"width":0.5,"height":0.5}'),
    '------x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n',
    // Bytes after the end of a PNG do not change the picture, so some cases leave it intact.
    `${file.toString('latin1')}${'\0'.repeat(2 * file.length)}\r\n`,
    '------x--\r\n',
  ]
  return { type: 'multipart/form-data; boundary=----x', body: body.join('') }
}

/** Breaks one to three places. Now and then, the result is extremely deep or wide. */
export function breakJson(sample: unknown, random: Random): unknown {
  const broken = mutate(structuredClone(sample), random)
  if (random() > 0.05 || typeof broken !== 'object' || broken === null) return broken
  const keys = Object.keys(broken)
  const key = keys[Math.floor(random() * keys.length)]
  if (key === undefined) return broken
  return { ...broken, [key]: random() < 0.5 ? nested(600) : new Array(3000).fill(random() < 0.5 ? [] : 'x') }
}

function nested(depth: number): unknown {
  let value: unknown = []
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

const ODD = [
  '"',
  '""',
  ',',
  '\n',
  '\r',
  '\r\n',
  '\0',
  '{',
  '}',
  '[',
  ']',
  '\\',
  '\xff',
  '--',
  ';',
  '=',
  ':',
  '\ufeff',
  '1e999',
]

/** Drops, doubles or replaces characters, or truncates the text. */
export function breakBytes(sample: string, random: Random): string {
  let text = sample
  for (let times = 1 + Math.floor(random() * 4); times > 0; times--) {
    const at = Math.floor(random() * text.length)
    const length = Math.floor(random() * 8)
    const odd = ODD[Math.floor(random() * ODD.length)] as string
    const roll = random()
    if (roll < 0.3) text = text.slice(0, at) + text.slice(at + length)
    else if (roll < 0.7) text = text.slice(0, at) + odd + text.slice(at + length)
    else if (roll < 0.9)
      text = text.slice(0, at) + text.slice(at, at + length).repeat(1 + Math.floor(random() * 5)) + text.slice(at)
    else text = text.slice(0, at)
  }
  return text
}
