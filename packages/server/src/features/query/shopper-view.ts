/** Decides what a shopper may see: channel, market, catalogs, locale and prices. */
import { type MarketConfig, type ShopConfig, type ValidationItem, validationItem } from '@vitrine/contract'
import type { Product } from '../../ports/record-store/product.ts'
import type { Shop } from '../../ports/record-store/record-store.ts'
import { RequestRefused } from '../errors.ts'
import { readTextId } from '../platform/event-values.ts'
import { type PriceView, priceViewOf } from '../platform/price-view.ts'

export interface ShopperRequest {
  locale?: string | null
  /** An id in search, a handle in sections. */
  market?: number | string | null
  currency?: string | null
  publication_ids?: string | readonly string[] | null
}

export interface ShopperView {
  locale: string
  market: MarketConfig | undefined
  /** The requested market, even if the shop has none. Then only products without a market restriction are shown. */
  marketId: number | null
  publicationIds: readonly string[]
  onlineStore: boolean
  /** Business catalogs that the shopper may buy from, besides the public products. */
  catalogIds: readonly string[]
  isBusiness: boolean
  prices: PriceView
}

/** @throws RequestRefused for an unknown publication or market */
export function shopperView(shop: Shop, asked: ShopperRequest, customerId: string | null | undefined): ShopperView {
  const { config } = shop
  const publicationIds = publicationsOf(config, asked.publication_ids)
  const market = readMarket(config, asked.market)
  const account = accountOf(config, customerId)
  return {
    locale: asked.locale || config.shop.primary_locale,
    market,
    marketId: market?.id ?? (typeof asked.market === 'number' ? asked.market : asked.market ? -1 : null),
    publicationIds,
    onlineStore: publicationIds.length === 0 || publicationIds.some((id) => onlineStoreIds(config).includes(id)),
    catalogIds: account?.catalog_ids ?? [],
    isBusiness: account !== undefined,
    prices: priceViewOf(config, { currency: asked.currency, market, discountPercent: account?.discount_percent }),
  }
}

/** Decides who may see a product. Stored once for all products with the same values. */
export type Audience = Pick<Product, 'status' | 'publicationIds' | 'marketIds' | 'catalogIds'>

export interface Publishing {
  /** null if the product is not in the online store. */
  publishedMs: number | null
  nowMs: number
}

export function isVisible(product: Product, view: ShopperView, nowMs: number): boolean {
  const { publishedAt } = product
  return isInAudience(view, product, { publishedMs: publishedAt === null ? null : Date.parse(publishedAt), nowMs })
}

export function isInAudience(view: ShopperView, audience: Audience, { publishedMs, nowMs }: Publishing): boolean {
  const { status, publicationIds, marketIds, catalogIds } = audience
  if (status !== 'active') return false
  if (publishedMs !== null && publishedMs > nowMs) return false
  const isPublished =
    publicationIds === null
      ? publishedMs !== null && view.onlineStore
      : publicationIds.some((id) => view.publicationIds.includes(id))
  if (!isPublished) return false
  if (marketIds !== null && view.marketId !== null && !marketIds.includes(view.marketId)) return false
  return !catalogIds?.length || catalogIds.some((id) => view.catalogIds.includes(id))
}

function publicationsOf(config: ShopConfig, asked: ShopperRequest['publication_ids']): readonly string[] {
  if (asked === undefined || asked === null) return onlineStoreIds(config)
  const ids = typeof asked === 'string' ? [asked] : asked
  const known = new Set(config.publications.map(({ id }) => id))
  const items: ValidationItem[] = []
  ids.forEach((id, i) => {
    if (known.has(id)) return
    const path = typeof asked === 'string' ? ['publication_ids'] : ['publication_ids', i]
    items.push(validationItem(path, 'any.only', 'must be a publication that is enabled for the shop'))
  })
  if (items.length > 0) throw new RequestRefused(items)
  return ids.length === 0 ? onlineStoreIds(config) : ids
}

/** The customer id is a number or a URI that ends in it. */
function accountOf(config: ShopConfig, customerId: string | null | undefined) {
  const customer = readTextId(customerId)
  if (customer === undefined) return undefined
  return config.business_accounts.find(({ customer_ids: ids }) => ids.some((id) => readTextId(id) === customer))
}

/** Returns the publication that is marked as the online store, or else the first one. */
function onlineStoreIds(config: ShopConfig): string[] {
  const store = config.publications.find((one) => one.is_online_store) ?? config.publications[0]
  return store ? [store.id] : []
}

/** @throws RequestRefused for an unknown market, if the shop has markets */
export function readMarket(config: ShopConfig, asked: ShopperRequest['market']): MarketConfig | undefined {
  if (asked === undefined || asked === null || asked === '') return undefined
  const market = config.markets.find(({ id, handle }) => id === asked || handle === asked)
  if (market || config.markets.length === 0) return market
  throw new RequestRefused([validationItem(['market'], 'any.only', 'must be a market of the shop')])
}
