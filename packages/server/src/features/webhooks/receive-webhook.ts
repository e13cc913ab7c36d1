/** Applies a verified webhook once. The platform's clock decides, not the order of arrival. */
import {
  jsonExcess,
  MERCHANT_JSON_COST,
  parseWellFormed,
  WEBHOOK_TOPICS,
  type WebhookHeaders,
  type WebhookTopic,
} from '@vitrine/contract'
import type { AsideStore } from '../../ports/derived-store/derived-store.ts'
import type { EventLog } from '../../ports/event-log/event-log.ts'
import type { Exclusively } from '../../ports/exclusive-work/exclusive-work.ts'
import type { RecordStore, Shop, ShopId } from '../../ports/record-store/record-store.ts'
import type { WebhookMemory } from '../../ports/webhook-memory/webhook-memory.ts'
import { Refusal } from '../errors.ts'
import { isRecord, readWhole } from '../platform/catalog-values.ts'
import { replayAside } from '../platform/replay-aside.ts'
import { applyCollection } from './collection-webhooks.ts'
import type { InventoryItems } from './inventory-items.ts'
import { applyOrder, applyRefund } from './order-webhooks.ts'
import { applyOrSetAside } from './set-webhook-aside.ts'
import { productNumber } from '../../ports/record-store/item-number.ts'
import { normalizeProduct } from '../catalog/normalize/normalize-product.ts'
import { datePublished } from '../catalog/store-products.ts'
import { beginSignatureCheck, NotSigned, type SignatureCheck } from './signature-check.ts'
import { requireId, requireNumber, timeOf } from './webhook-values.ts'

export interface WebhookDeps {
  findShop(id: ShopId): Promise<Shop | undefined>
  store: RecordStore
  memory: WebhookMemory
  log: EventLog
  aside: AsideStore
  /** Shops whose set-aside webhooks have been retried since the start. */
  replayed: Set<ShopId>
  items: InventoryItems
  onAppended(shop: ShopId): void
  /** Serializes changes to a shop, because stock is read, changed and written back. */
  exclusively: Exclusively
}

type Headers = Record<string, string | string[] | undefined>

export interface WebhookCall {
  headers: Headers
  rawBody: Uint8Array
  /** The secret with which the body is signed; undefined without a body. */
  signedWith: string | undefined
  nowMs: number
}

export interface Webhook {
  shop: Shop
  topic: WebhookTopic
  payload: Record<string, unknown>
  nowMs: number
}

export async function receiveWebhook(
  deps: WebhookDeps,
  call: WebhookCall,
  names: WebhookHeaders,
): Promise<{ ok: true }> {
  const shop = await signedBy(deps, call, names)
  const topic = WEBHOOK_TOPICS.find((known) => known === header(call, names.topic))
  if (topic === undefined) return { ok: true }
  const payload = readPayload(call.rawBody)
  const id = header(call, names.id)
  const webhook: Webhook = { shop, topic, payload, nowMs: call.nowMs }
  await deps.exclusively(shop.id, async () => {
    // A new version may have fixed what made earlier webhooks fail.
    if (!deps.replayed.has(shop.id)) await replayHeld(deps, shop)
    if (id !== undefined && (await deps.memory.isSeen(shop.id, id))) return
    const named = { ...webhook, id: id ?? `${topic} ${call.nowMs}` }
    await applyOrSetAside(deps.aside, named, () => HANDLERS[topic](deps, webhook))
    // Marked last: a crash in between repeats the webhook, which every handler tolerates.
    if (id !== undefined) await deps.memory.markSeen(shop.id, id, call.nowMs)
  })
  return { ok: true }
}

export function replayWebhooks(deps: WebhookDeps, shop: Shop): Promise<void> {
  return deps.exclusively(shop.id, () => replayHeld(deps, shop))
}

async function replayHeld(deps: WebhookDeps, shop: Shop): Promise<void> {
  deps.replayed.add(shop.id)
  await replayAside(deps.aside, { shop: shop.id, kind: 'webhook' }, async ({ name, body, atMs }) => {
    const topic = WEBHOOK_TOPICS.find((known) => known === name)
    if (topic === undefined) throw new Error(`the topic ${name} is no longer known`)
    const payload = JSON.parse(body) as Record<string, unknown>
    await HANDLERS[topic](deps, { shop, topic, payload, nowMs: atMs })
  })
}

type Handler = (deps: WebhookDeps, webhook: Webhook) => Promise<void>

const HANDLERS: Record<WebhookTopic, Handler> = {
  'products/create': applyProduct,
  'products/update': applyProduct,
  'products/delete': applyProduct,
  'collections/create': applyCollection,
  'collections/update': applyCollection,
  'collections/delete': applyCollection,
  'inventory_levels/update': applyInventoryLevel,
  'orders/create': applyOrder,
  'orders/updated': applyOrder,
  'orders/paid': applyOrder,
  'orders/cancelled': applyOrder,
  'refunds/create': applyRefund,
}

/** Starts before the body is read, and refuses a webhook whose headers cannot be valid. */
export async function checkSignature(
  deps: Pick<WebhookDeps, 'findShop'>,
  headers: Headers,
  names: WebhookHeaders,
): Promise<SignatureCheck> {
  const signature = header({ headers }, names.signature)
  const secret = (await namedShop(deps, headers, names))?.config.webhook_secret
  if (!secret || signature === undefined) throw new NotSigned()
  return beginSignatureCheck(secret, signature)
}

/** The secret may have changed while the body arrived. */
async function signedBy(deps: WebhookDeps, { headers, signedWith }: WebhookCall, names: WebhookHeaders): Promise<Shop> {
  const shop = await namedShop(deps, headers, names)
  if (!signedWith || signedWith !== shop?.config.webhook_secret) throw new NotSigned()
  return shop
}

async function namedShop(
  deps: Pick<WebhookDeps, 'findShop'>,
  headers: Headers,
  names: WebhookHeaders,
): Promise<Shop | undefined> {
  const domain = header({ headers }, names.shop)?.toLowerCase()
  return domain === undefined ? undefined : deps.findShop(domain)
}

function readPayload(body: Uint8Array): Record<string, unknown> {
  const excess = jsonExcess(body, MERCHANT_JSON_COST)
  if (excess !== undefined) throw new Refusal(400, `body ${excess}`)
  try {
    const payload: unknown = parseWellFormed(new TextDecoder().decode(body))
    if (isRecord(payload)) return payload
  } catch {
    // The body is refused below, like every body that is no object.
  }
  throw new Refusal(400, 'body must be a JSON object')
}

function header({ headers }: { headers: Headers }, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

/** A deletion has no time, so its arrival counts. */
async function applyProduct(deps: WebhookDeps, { shop, topic, payload, nowMs }: Webhook): Promise<void> {
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
  // Webhooks never contain these fields, so those of an import or the admin API are kept.
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

/** A variant's stock is the sum over all locations reported so far. */
async function applyInventoryLevel(deps: WebhookDeps, { shop, payload, nowMs }: Webhook): Promise<void> {
  const item = requireNumber(payload.inventory_item_id, 'inventory_item_id')
  const location = requireNumber(payload.location_id, 'location_id')
  const available = readWhole(payload.available)
  // The platform sends null for items that it does not track at the location.
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
