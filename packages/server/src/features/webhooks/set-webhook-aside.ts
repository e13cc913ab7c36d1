/** Sets aside a webhook that fails twice, without personal data. Otherwise the platform would drop the subscription. */
import type { WebhookTopic } from '@vitrine/contract'
import type { AsideStore } from '../../ports/derived-store/derived-store.ts'
import { causeOf, isStoreFault } from '../../ports/derived-store/set-aside.ts'
import { isRecord } from '../platform/catalog-values.ts'
import { Refusal } from '../errors.ts'
import type { Webhook } from './receive-webhook.ts'

/** Rejects if the webhook is refused or the store is unreachable, so that the platform sends it again. */
export async function applyOrSetAside(
  store: AsideStore,
  webhook: Webhook & { id: string },
  apply: () => Promise<void>,
): Promise<void> {
  try {
    await apply().catch((error: unknown) => (isCallersOrStoreFault(error) ? Promise.reject(error) : apply()))
  } catch (error) {
    if (isCallersOrStoreFault(error)) throw error
    const { shop, id, topic, payload, nowMs } = webhook
    const body = JSON.stringify(withoutPersons(topic, payload))
    await store.putAside(shop.id, { kind: 'webhook', key: id, atMs: nowMs, name: topic, cause: causeOf(error), body })
  }
}

function isCallersOrStoreFault(error: unknown): boolean {
  return error instanceof Refusal || isStoreFault(error)
}

/** Fields that handlers of orders and refunds read, at any depth, except those about the buyer. */
const IMPERSONAL_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'order_id',
  'processed_at',
  'created_at',
  'cancelled_at',
  'currency',
  'total_price',
  'test',
  'line_items',
  'refund_line_items',
  'line_item',
  'product_id',
  'variant_id',
  'quantity',
  'price',
  'subtotal',
])

/** Only orders and refunds contain personal data. */
function withoutPersons(topic: WebhookTopic, payload: Record<string, unknown>): unknown {
  return topic === 'refunds/create' || topic.startsWith('orders/') ? impersonal(payload) : payload
}

function impersonal(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(impersonal)
  if (!isRecord(value)) return value
  const kept = Object.entries(value).filter(([field]) => IMPERSONAL_FIELDS.has(field))
  return Object.fromEntries(kept.map(([field, inner]) => [field, impersonal(inner)]))
}
