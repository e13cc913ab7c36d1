import type { Route } from './route.ts'
import { FreeObject } from './schema.ts'
import { Type } from './type.ts'

export const WEBHOOK_TOPICS = [
  'products/create',
  'products/update',
  'products/delete',
  'collections/create',
  'collections/update',
  'collections/delete',
  'inventory_levels/update',
  'orders/create',
  'orders/updated',
  'orders/paid',
  'orders/cancelled',
  'refunds/create',
] as const

export type WebhookTopic = (typeof WEBHOOK_TOPICS)[number]

export interface WebhookHeaders {
  shop: string
  topic: string
  id: string
  signature: string
}

export const SHOPIFY_HEADERS: WebhookHeaders = {
  shop: 'x-shopify-shop-domain',
  topic: 'x-shopify-topic',
  id: 'x-shopify-webhook-id',
  signature: 'x-shopify-hmac-sha256',
}

export const VITRINE_HEADERS: WebhookHeaders = {
  shop: 'x-vitrine-shop',
  topic: 'x-vitrine-topic',
  id: 'x-vitrine-webhook-id',
  signature: 'x-vitrine-signature',
}

export const shopifyWebhookRoute: Route = {
  method: 'POST',
  path: '/webhooks/shopify',
  group: 'Webhooks',
  summary: 'A change reported by the commerce platform',
  description:
    'Signed with the shop’s `webhook_secret` over the raw body (`x-shopify-hmac-sha256`). The shop is `x-shopify-shop-domain`, the kind of change `x-shopify-topic`. Each `x-shopify-webhook-id` takes effect once; changes may arrive in any order. Topics that Vitrine does not use are answered with 200 and ignored.',
  auth: 'none',
  side: 'base',
  errorShape: 'string',
  request: FreeObject({ 'x-max-nodes': 200_000 }),
  response: Type.Object({ ok: Type.Boolean() }),
  headers: {
    'x-shopify-shop-domain': 'The shop.',
    'x-shopify-topic': `The kind of change: ${WEBHOOK_TOPICS.join(', ')}.`,
    'x-shopify-hmac-sha256': 'Base64 of the HMAC-SHA256 of the raw body.',
    'x-shopify-webhook-id': 'Each id takes effect once.',
  },
  body: 'raw',
  bodyLimitBytes: 8 * 1024 * 1024,
  otherStatuses: { 401: 'The signature does not match the body, or the shop has no webhook secret.' },
  example: { request: { id: 8000000000012, title: 'Linen shirt' }, response: { ok: true } },
}

export const webhookRoute: Route = {
  ...shopifyWebhookRoute,
  path: '/webhooks/vitrine',
  summary: 'A change reported by any shop',
  description:
    'For shops of every platform: products, stock, orders and refunds in the shapes of the admin API and of `/webhooks/shopify`, with any ids. Signed with the shop’s `webhook_secret` over the raw body (`x-vitrine-signature: sha256=` and the HMAC-SHA256 in hex). Each `x-vitrine-webhook-id` takes effect once; changes may arrive in any order. Orders and refunds count as signed events.',
  headers: {
    'x-vitrine-shop': 'The shop.',
    'x-vitrine-topic': `The kind of change: ${WEBHOOK_TOPICS.join(', ')}.`,
    'x-vitrine-signature': '`sha256=` and the HMAC-SHA256 of the raw body, in hex.',
    'x-vitrine-webhook-id': 'Each id takes effect once.',
  },
  example: {
    request: {
      id: 'refund-7',
      order_id: 'order-12',
      created_at: '2026-03-01T12:00:00Z',
      line_items: [{ product_id: 'prod_01HX', quantity: 1, price: '59.00' }],
    },
    response: { ok: true },
  },
}
