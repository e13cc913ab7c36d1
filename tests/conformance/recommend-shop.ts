/** A shop of forty products with events, small enough to check by hand. */
import { randomUUID } from 'node:crypto'
import { context } from './event-samples.ts'
import type { Harness, TestShop } from './harness.ts'

export const RECOMMENDATIONS = '/api/storefront/v3/headless/recommendations'
export const LEGACY = '/api/storefront/v2/headless/recommendations'
export const AUTOMATIC = '/api/storefront/v3/headless/recommendations/automatic'
export const TOP = '/api/storefront/v3/headless/recommendations/top'
export const SECTIONS = '/api/storefront/v3/headless/sections'

export const TYPES = [
  'similar_products',
  'bought_together',
  'recently_viewed',
  'cross_sell',
  'bestsellers',
  'trending',
  'personalized',
  'recent_launch',
  'collections',
  'purchases',
  'promoted',
  'custom',
  'email_recommendations',
]

const KINDS = ['Dress', 'Shirt', 'Lamp', 'Rug', 'Mug']
const DAY_MS = 86_400_000

/** Products 1 to 40 are eight of each kind: dresses, shirts, and so on. */
export function product(id: number, changes: object = {}) {
  const kind = KINDS[Math.floor((id - 1) / 8) % KINDS.length] as string
  const tags = id % 2 ? 'linen' : 'wool'
  return {
    id,
    title: `${kind} number ${id}`,
    handle: `${kind.toLowerCase()}-${id}`,
    body_html: '<p>Good.</p>',
    vendor: id % 3 ? 'Northwind' : 'Acme',
    product_type: kind,
    tags: `${tags}, ${kind === 'Dress' || kind === 'Shirt' ? 'clothes' : 'home'}`,
    created_at: new Date(Date.now() - id * DAY_MS).toISOString(),
    published_at: new Date(Date.now() - id * DAY_MS).toISOString(),
    status: 'active',
    options: [{ name: 'Color', values: ['Red', 'Blue'] }],
    variants: [
      { id: id * 10, title: 'Red', sku: `R-${id}`, price: `${10 + id}.00`, option1: 'Red', inventory_quantity: 5 },
      { id: id * 10 + 1, title: 'Blue', sku: `B-${id}`, price: `${12 + id}.00`, option1: 'Blue', inventory_quantity: 0, inventory_policy: 'deny', inventory_management: 'shopify' }, // biome-ignore format: one variant a line
    ],
    images: [{ id: id * 100, src: `https://cdn.example/${id}.jpg`, alt: `Picture ${id}`, width: 800, height: 600 }],
    collections: [kind === 'Dress' || kind === 'Shirt' ? 'clothes' : 'home'],
    metafields: [
      { namespace: 'custom', key: 'care', value: id % 2 ? 'wash' : 'wipe' },
      {
        namespace: 'custom',
        key: 'fibres',
        value: id <= 2 ? '["Wool", "Silk"]' : '["Wool"]',
        type: 'list.single_line_text_field',
      },
    ],
    ...changes,
  }
}

export const catalog = Array.from({ length: 40 }, (_, i) => product(i + 1))

export async function createRecommendShop(harness: Harness, config: object = {}): Promise<TestShop> {
  const shop = await harness.createShop({
    collections: [
      { id: 501, handle: 'clothes', title: 'Clothes' },
      { id: 502, handle: 'home', title: 'Home' },
    ],
    ...config,
  })
  await harness.putProducts(shop, catalog)
  return shop
}

interface EventAsk {
  visitor: string
  session?: string
  daysAgo?: number
}

const variantOf = (id: number) => ({
  id: String(id * 10),
  price: { amount: 10 + id, currencyCode: 'USD' },
  product: { id: String(id), title: `number ${id}`, type: KINDS[Math.floor((id - 1) / 8) % KINDS.length] },
})

export function viewed(id: number, ask: EventAsk): object {
  return envelope('product_viewed', { productVariant: variantOf(id) }, ask)
}

export function bought(ids: number[], ask: EventAsk & { quantity?: number }): object {
  const lineItems = ids.map((id) => ({
    quantity: ask.quantity ?? 1,
    variant: variantOf(id),
    finalLinePrice: { amount: (10 + id) * (ask.quantity ?? 1), currencyCode: 'USD' },
  }))
  const checkout = {
    currencyCode: 'USD',
    lineItems,
    order: { id: randomUUID() },
    totalPrice: { amount: 1, currencyCode: 'USD' },
  }
  return envelope('checkout_completed', { checkout }, ask)
}

function envelope(name: string, data: object, { visitor, session, daysAgo = 0.01 }: EventAsk): object {
  const timestamp = new Date(Date.now() - daysAgo * DAY_MS).toISOString()
  return {
    channel: 'HEADLESS',
    visitor_id: visitor,
    session_id: session ?? `s-${visitor}-${Math.floor(daysAgo)}`,
    event: { id: randomUUID(), name, type: 'standard', timestamp, context, data },
  }
}

/** Resolves when the models have learned the events, which must be sorted by time. */
export async function live(harness: Harness, to: TestShop, events: object[]): Promise<void> {
  const answer = await harness.request(`/api/admin/v1/shops/${to.shop}/events/bulk`, {
    method: 'POST',
    headers: { authorization: `Bearer ${harness.adminKey}`, 'content-type': 'application/x-ndjson' },
    body: events.map((event) => JSON.stringify(event)).join('\n'),
  })
  if (answer.status !== 200 || answer.body.rejected.length > 0) throw new Error(JSON.stringify(answer.body))
  await harness.settle()
}
