/** Presents a product to agents: what a shopper would ask about, in a few hundred bytes. */
import type { RecommendedProduct, SearchProduct } from '@vitrine/contract'
import { decimalsOf } from '../platform/price-view.ts'

export interface AgentProduct {
  product_id: number
  external_id?: string
  title: string
  vendor: string
  product_type: string
  price: number | null
  compare_at_price: number | null
  currency: string
  in_stock: boolean
  matched_variant?: string
  image: string | null
  /** Contains the answer's id, which attributes a visit that begins with this URL to the answer. */
  url: string
}

/** Sent back by the shop's pages after a link of this answer was followed. */
export type AnswerId = { vitrine_request: string } | { vitrine_serve: string }

export function readPresented<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

export function agentProduct(
  shop: string,
  presented: SearchProduct | RecommendedProduct,
  answer: AnswerId,
): AgentProduct {
  const product = readPresented(presented)
  const matched = 'matched_variant_id' in product ? product.matched_variant_id : null
  const variant = product.variants.find((one) => one.variant_id === matched)
  return {
    product_id: product.product_id,
    ...(product.external_id === undefined ? {} : { external_id: product.external_id }),
    title: product.title,
    vendor: product.vendor,
    product_type: product.product_type,
    price: variant ? shown(variant.price, product) : product.display_price,
    compare_at_price: variant ? shown(variant.compare_at_price, product) : product.display_compare_at_price,
    currency: product.display_currency,
    in_stock: variant?.is_in_stock ?? product.is_in_stock,
    ...(variant && product.variants.length > 1 ? { matched_variant: variant.title } : {}),
    image: product.image.url,
    url: productUrl(shop, product.handle, answer),
  }
}

function shown<Price extends number | null>(
  price: Price,
  { currency_rate: rate, display_currency: currency }: Pick<SearchProduct, 'currency_rate' | 'display_currency'>,
): Price {
  return (price === null ? null : Number((price * rate).toFixed(decimalsOf(currency)))) as Price
}

export function productUrl(shop: string, handle: string, answer: AnswerId): string {
  return `https://${shop}/products/${encodeURIComponent(handle)}?${new URLSearchParams({ ...answer })}`
}
