import { productNumber } from '../../ports/record-store/item-number.ts'
import { normalizeProduct } from '../catalog/normalize/normalize-product.ts'
import { datePublished } from '../catalog/store-products.ts'
import { Refusal } from '../errors.ts'
import { readWhole } from '../platform/catalog-values.ts'
import type { Webhook, WebhookDeps } from './receive-webhook.ts'
import { requireId, requireNumber, timeOf } from './webhook-values.ts'

/** Stores or deletes a product. A deletion has no time of its own: it counts as happening on arrival, later than everything before. */
export async function applyProduct(deps: WebhookDeps, { shop, topic, payload, nowMs }: Webhook): Promise<void> {
  const id = productNumber(requireId(payload.id, 'id'))
  const isDelete = topic === 'products/delete'
  const atMs = isDelete ? nowMs : timeOf(payload.updated_at, nowMs)
  if (!(await deps.memory.advance(shop.id, `product ${id}`, atMs))) return
  if (isDelete) {
    await deps.store.deleteProducts(shop.id, [id])
    return
  }
  const normalized = normalizeProduct(payload)
  if (normalized.kind !== 'product') throw new Refusal(400, normalized.reason)
  const [stored] = await deps.store.getProducts(shop.id, [id])
  // Fields that webhooks never contain came from an import or the admin API, and are kept.
  const kept = stored && {
    collections: stored.collections,
    publicationIds: stored.publicationIds,
    marketIds: stored.marketIds,
    catalogIds: stored.catalogIds,
    metafields: 'metafields' in payload ? normalized.product.metafields : stored.metafields,
    rating: stored.rating,
    translations: stored.translations,
  }
  const product = { ...normalized.product, ...kept }
  await deps.store.putProducts(shop.id, await datePublished({ store: deps.store, nowMs }, shop.id, [product]))
}

/** Sets the stock of one item at one location. The variant's stock is the sum over all locations reported so far. */
export async function applyInventoryLevel(deps: WebhookDeps, { shop, payload, nowMs }: Webhook): Promise<void> {
  const item = requireNumber(payload.inventory_item_id, 'inventory_item_id')
  const location = requireNumber(payload.location_id, 'location_id')
  const available = readWhole(payload.available)
  // The platform sends null for items it does not track at that location.
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
