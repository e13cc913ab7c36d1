/** Caches presented products as JSON, one entry for each combination of locale, currency and price list. */
import { LRUCache } from 'lru-cache'
import type { Product } from '../../ports/record-store/product.ts'
import { RawJson } from '../platform/raw-json.ts'
import { presentProduct, type PresentOptions } from './present-product.ts'

/** Room for about 13,000 products with all fields. */
const MAX_BYTES = 64 * 1024 * 1024

/** Limited, because a caller may request any number of locales. */
const MAX_VIEWS = 16

export type ProductJsonCache = (product: Product, options: PresentOptions) => RawJson

/** Keys are product objects. A changed product is a new object, so outdated entries are never used. */
export function productJsonCache(maxBytes: number = MAX_BYTES): ProductJsonCache {
  const kept = new LRUCache<Product, Map<string, RawJson>>({
    maxSize: maxBytes,
    sizeCalculation: (views) => [...views.values()].reduce((sum, { bytes }) => sum + bytes.length, 1),
  })
  return (product, options) => {
    const view = viewOf(options)
    const views = kept.get(product)
    const known = views?.get(view)
    if (known) return known
    const ready = new RawJson(JSON.stringify(presentProduct(product, options)))
    kept.set(product, withView(views, view, ready))
    return ready
  }
}

function withView(views: Map<string, RawJson> | undefined, view: string, ready: RawJson): Map<string, RawJson> {
  const known = [...(views ?? [])]
  return new Map([...known.slice(Math.max(0, known.length + 1 - MAX_VIEWS)), [view, ready]])
}

function viewOf({ style, locale, prices }: PresentOptions): string {
  const { currency, rate, discountPercent, shopCurrency } = prices
  return `${style} ${locale ?? ''} ${shopCurrency} ${currency} ${rate} ${discountPercent}`
}
