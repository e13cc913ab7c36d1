import { completeConfig, type ShopConfigInput } from '@vitrine/contract'
import type { ShopEvent } from '../../../ports/event-log/shop-event.ts'
import type { Product } from '../../../ports/record-store/product.ts'
import type { Shop } from '../../../ports/record-store/record-store.ts'
import { recommendationRules } from '../../merchandise/recommendation-rules.ts'
import { shopperView } from '../../query/shopper-view.ts'
import { ShopCatalog } from '../catalog/shop-catalog.ts'
import { ShopModels } from '../models/shop-models.ts'
import { ANYWHERE, type Candidate, type RecommendContext, type RecommendQuery } from '../recommend-context.ts'

export const DAY_MS = 86_400_000
export const NOW_MS = 20_000 * DAY_MS

export interface ProductSpec extends Partial<Omit<Product, 'variants'>> {
  id: number
  price?: number
  stock?: number
  launchedDaysAgo?: number
}

export function product({ id, price = 10, stock = 1, launchedDaysAgo = 100, ...rest }: ProductSpec): Product {
  const launched = new Date(NOW_MS - launchedDaysAgo * DAY_MS).toISOString()
  return {
    title: `p${id}`,
    handle: `p${id}`,
    bodyHtml: '',
    vendor: '',
    productType: '',
    tags: [],
    status: 'active',
    createdAt: launched,
    updatedAt: launched,
    publishedAt: launched,
    options: [],
    images: [],
    collections: [],
    publicationIds: null,
    marketIds: null,
    catalogIds: null,
    metafields: [],
    rating: null,
    translations: {},
    variants: [
      {
        id: id * 10,
        title: 'One',
        position: 1,
        sku: `S-${id}`,
        barcode: '',
        price,
        compareAtPrice: null,
        optionValues: [],
        inventoryQuantity: stock,
        inventoryPolicy: 'deny',
        inventoryTracked: true,
        imageId: null,
      },
    ],
    ...rest,
    id,
  }
}

let events = 0

function event(action: ShopEvent['action'], ids: readonly number[], daysAgo: number, session: string): ShopEvent {
  return {
    id: `e${++events}`,
    name: action,
    type: 'standard',
    atMs: NOW_MS - daysAgo * DAY_MS,
    receivedAtMs: NOW_MS,
    channel: 'HEADLESS',
    visitorId: session,
    sessionId: session,
    personalize: true,
    bot: false,
    browser: '',
    os: '',
    device: 'desktop',
    action,
    lines: ids.map((productId) => ({ productId, quantity: 1, price: 10 })),
    readable: true,
  } as unknown as ShopEvent
}

/** Every visit is by another shopper, who views the products in order. */
export function visits(count: number, items: readonly number[], daysAgo = 1): ShopEvent[] {
  return Array.from({ length: count }, () => {
    const session = `v${++events}`
    return items.map((id) => event('product_view', [id], daysAgo, session))
  }).flat()
}

export function orders(count: number, items: readonly number[], daysAgo = 1): ShopEvent[] {
  return Array.from({ length: count }, () => event('order', items, daysAgo, `o${++events}`))
}

export function carts(count: number, items: readonly number[], daysAgo = 1): ShopEvent[] {
  return Array.from({ length: count }, () => event('cart_add', items, daysAgo, `c${++events}`))
}

export interface ContextSpec extends Partial<Pick<RecommendContext, 'nearest' | 'seed' | 'exposure'>> {
  products: readonly ProductSpec[]
  events?: readonly ShopEvent[]
  config?: ShopConfigInput
  history?: Partial<RecommendContext['history']>
  /** Product and days ago, by the shopper of the request. */
  bought?: readonly (readonly [number, number])[]
}

export function createContext(spec: ContextSpec): RecommendContext {
  const config = completeConfig(spec.config ?? {})
  const shop = { id: 'shop', name: 'shop', config, version: 1 } as unknown as Shop
  const catalog = new ShopCatalog(config.shop.primary_locale)
  catalog.setCollections(config.collections)
  for (const one of spec.products) catalog.put(product(one))
  const models = new ShopModels()
  models.learn([...(spec.events ?? [])].sort((a, b) => a.atMs - b.atMs))
  // Models learn a visit only when it is over, so a later event closes all open visits.
  models.learn([{ ...event('other' as ShopEvent['action'], [], 0, 'end') }])
  const rules = recommendationRules(config, { nowMs: NOW_MS })
  return {
    shop,
    view: shopperView(shop, {}, undefined),
    catalog,
    models,
    nearest: spec.nearest ?? (() => []),
    history: { browsedProducts: [], cartProducts: [], purchasedProducts: [], ...spec.history },
    purchases: (spec.bought ?? []).map(([id, days]) => ({
      item: models.items.intern(id),
      atMs: NOW_MS - days * DAY_MS,
    })),
    nowMs: NOW_MS,
    rules,
    isHidden: rules(ANYWHERE).isHidden,
    exposure: spec.exposure ?? (() => 0),
    seed: spec.seed ?? 'me',
  }
}

export const query = (changes: Partial<RecommendQuery> = {}): RecommendQuery => ({
  type: 'similar_products',
  anchors: [],
  cart: [],
  ...changes,
})

export const idsOf = (candidates: Iterable<Candidate>) => Array.from(candidates, ({ productId }) => productId)
export const explained = (candidates: Iterable<Candidate>) =>
  Array.from(candidates, ({ productId, step, why }) => [productId, step, why()] as const)
