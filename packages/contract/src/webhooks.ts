/** `POST /webhooks/shopify`: the platform reports changes of products, collections, stock and orders. */
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

export const shopifyWebhookRoute: Route = {
  method: 'POST',
  path: '/webhooks/shopify',
  group: 'Webhooks',
  summary: 'A change reported by the commerce platform',
  description:
    'Signed with the shop’s `webhook_secret` over the raw body (`x-shopify-hmac-sha256`). The shop is `x-shopify-shop-domain`, the kind of change `x-shopify-topic`. One `x-shopify-webhook-id` has effect once; changes may arrive in any order. Topics that mean nothing here are answered 200 and left.',
  auth: 'none',
  side: 'base',
  errorShape: 'string',
  request: FreeObject({ 'x-max-nodes': 200_000 }),
  response: Type.Object({ ok: Type.Boolean() }),
  headers: {
    'x-shopify-shop-domain': 'The shop.',
    'x-shopify-topic': `The kind of change: ${WEBHOOK_TOPICS.join(', ')}.`,
    'x-shopify-hmac-sha256': 'Base64 of the HMAC-SHA256 of the raw body.',
    'x-shopify-webhook-id': 'One id has effect once.',
  },
  body: 'raw',
  bodyLimitBytes: 8 * 1024 * 1024,
  otherStatuses: { 401: 'The signature does not fit the body, or the shop has no webhook secret.' },
  example: { request: { id: 8000000000012, title: 'Linen shirt' }, response: { ok: true } },
}
