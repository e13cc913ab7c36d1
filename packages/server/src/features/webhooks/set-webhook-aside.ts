/**
 * A webhook that cannot be applied is tried once more and then set aside, so that the platform does not send it again
 * for two days and then drop the subscription. What is stored is enough to apply it later, but names no shopper and
 * contains no other personal data.
 */
import type { WebhookTopic } from '@vitrine/contract'
import type { AsideStore } from '../../ports/derived-store/derived-store.ts'
import { causeOf, isStoreFault } from '../../ports/derived-store/set-aside.ts'
import { isRecord } from '../platform/catalog-values.ts'
import { Refusal } from '../errors.ts'
import type { Webhook } from './receive-webhook.ts'

/** Applies a webhook or sets it aside. Rejects if it is refused, or if the store is not reachable: the platform should then try again. */
export async function applyOrSetAside(
  store: AsideStore,
  webhook: Webhook & { id: string },
  apply: () => Promise<void>,
): Promise<void> {
  try {
    await apply().catch((error: unknown) => (isTheirs(error) ? Promise.reject(error) : apply()))
  } catch (error) {
    if (isTheirs(error)) throw error
    const { shop, id, topic, payload, nowMs } = webhook
    const body = JSON.stringify(withoutPersons(topic, payload))
    await store.putAside(shop.id, { kind: 'webhook', key: id, atMs: nowMs, name: topic, cause: causeOf(error), body })
  }
}

function isTheirs(error: unknown): boolean {
  return error instanceof Refusal || isStoreFault(error)
}

const ORDER_FIELDS = ['id', 'processed_at', 'created_at', 'cancelled_at', 'currency', 'total_price', 'test']
const REFUND_FIELDS = ['id', 'order_id', 'created_at']
const LINE_FIELDS = ['product_id', 'variant_id', 'quantity', 'price']

/** Orders and refunds are full of names and addresses; all other topics contain no personal data. */
function withoutPersons(topic: WebhookTopic, payload: Record<string, unknown>): Record<string, unknown> {
  if (topic === 'refunds/create') {
    const items = recordsIn(payload.refund_line_items).map(({ quantity, subtotal, line_item }) => ({
      ...{ quantity, subtotal },
      line_item: isRecord(line_item) ? only(line_item, LINE_FIELDS) : null,
    }))
    return { ...only(payload, REFUND_FIELDS), refund_line_items: items }
  }
  if (!topic.startsWith('orders/')) return payload
  const lines = recordsIn(payload.line_items).map((line) => only(line, LINE_FIELDS))
  return { ...only(payload, ORDER_FIELDS), line_items: lines }
}

function recordsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}

function only(record: Record<string, unknown>, fields: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(fields.flatMap((field) => (field in record ? [[field, record[field]]] : [])))
}
