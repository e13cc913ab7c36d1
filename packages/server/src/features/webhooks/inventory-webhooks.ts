import { readWhole } from '../platform/catalog-values.ts'
import type { Webhook, WebhookDeps } from './receive-webhook.ts'
import { requireNumber, timeOf } from './webhook-values.ts'

/** Stock of one item at one place. The variant has what all places have together, as far as they were reported. */
export async function applyInventoryLevel(deps: WebhookDeps, { shop, payload, nowMs }: Webhook): Promise<void> {
  const item = requireNumber(payload.inventory_item_id, 'inventory_item_id')
  const location = requireNumber(payload.location_id, 'location_id')
  const available = readWhole(payload.available)
  // The platform sends null for items it does not count at that place.
  if (available === undefined) return
  const atMs = timeOf(payload.updated_at, nowMs)
  const levels = await deps.memory.putLevel(shop.id, item, { location, available }, atMs)
  const productId = await deps.items.productOf(shop.id, item)
  const [product] = productId === undefined ? [] : await deps.store.getProducts(shop.id, [productId])
  if (levels === undefined || product === undefined) return
  const inventoryQuantity = levels.reduce((sum, level) => sum + level.available, 0)
  const variants = product.variants.map((variant) =>
    variant.inventoryItemId === item ? { ...variant, inventoryQuantity } : variant,
  )
  await deps.store.putProducts(shop.id, [{ ...product, variants }])
}
