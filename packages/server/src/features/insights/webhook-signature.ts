/** Signs deliveries as in the Standard Webhooks specification, so that receivers can use its libraries. */
import { createHmac } from 'node:crypto'

const PREFIX = 'whsec_'

/** Derives a secret per shop, so that nothing is stored and no shop can infer another's secret. */
export function webhookSecret(deploymentSecret: string, shop: string): string {
  return PREFIX + createHmac('sha256', deploymentSecret).update(`alert webhooks of ${shop}`).digest('base64')
}

export interface SignedDelivery {
  id: string
  atMs: number
  body: string
}

export function signatureHeaders(secret: string, { id, atMs, body }: SignedDelivery): Record<string, string> {
  const seconds = Math.floor(atMs / 1000)
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': `v1,${signature}` }
}
