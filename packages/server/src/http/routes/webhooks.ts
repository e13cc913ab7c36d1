import { shopifyWebhookRoute } from '@vitrine/contract'
import { receiveWebhook, type WebhookDeps } from '../../features/webhooks/receive-webhook.ts'
import type { App } from '../app.ts'

export function webhookRoutes(app: App, deps: WebhookDeps): void {
  app.public(shopifyWebhookRoute, (call) => receiveWebhook(deps, call))
}
