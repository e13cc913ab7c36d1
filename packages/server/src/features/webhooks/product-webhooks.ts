import { productNumber } from '../../ports/record-store/item-number.ts'
import { normalizeProduct } from '../catalog/normalize/normalize-product.ts'
import { datePublished } from '../catalog/store-products.ts'
import { Refusal } from '../errors.ts'
import type { Webhook, WebhookDeps } from './receive-webhook.ts'
import { requireId, timeOf } from './webhook-values.ts'

/** Creates, replaces or deletes. A deletion has no time of its own: it is of the moment it arrives, and later than anything before. */
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
  // Fields that webhooks never carry came from an import or the admin API, and stay.
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
