/** Reasons that keep a product from being seen at all, whatever is asked for. */
import type { Explained, ShopConfig } from '@vitrine/contract'
import { isVariantInStock, type Product } from '../../ports/record-store/product.ts'
import { isVisible, type ShopperView } from '../query/shopper-view.ts'

type Reason = NonNullable<Explained['absent']>['reason']

export function whyInvisible(
  product: Product,
  view: ShopperView,
  { config, nowMs }: { config: ShopConfig; nowMs: number },
): [Reason, string] | undefined {
  if (product.status !== 'active') return ['not_active', `its status is ${product.status}: make it active`]
  if (product.publishedAt !== null && Date.parse(product.publishedAt) > nowMs)
    return ['not_yet_published', `it is published at ${product.publishedAt}`]
  const anywhere = { ...product, marketIds: null, catalogIds: null }
  if (!isVisible(anywhere, view, nowMs)) return ['unpublished', 'it is not published to this sales channel']
  if (!isVisible({ ...product, catalogIds: null }, view, nowMs)) return ['market', 'it is not sold in this market']
  if (!isVisible(product, view, nowMs)) return ['business_catalog', 'it is sold to business accounts only']
  const isInStock = product.variants.some(isVariantInStock)
  if (config.search.exclude_out_of_stock && !isInStock)
    return ['out_of_stock', 'it is sold out, and the shop hides what is']
  return undefined
}
