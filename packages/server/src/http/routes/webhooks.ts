import { SHOPIFY_HEADERS, shopifyWebhookRoute, VITRINE_HEADERS, webhookRoute } from '@vitrine/contract'
import { receiveWebhook, type WebhookDeps } from '../../features/webhooks/receive-webhook.ts'
import type { App } from '../app.ts'

export function webhookRoutes(app: App, deps: WebhookDeps): void {
  app.public(shopifyWebhookRoute, (call) => receiveWebhook(deps, call, SHOPIFY_HEADERS))
  app.public(webhookRoute, (call) => receiveWebhook(deps, call, VITRINE_HEADERS))
}
