export interface ShopImage {
  id: number | null
  url: string
  width: number | null
  height: number | null
  altText?: string | null
}

export interface ShopVariant {
  variantId: number
  title: string
  price: number | string | null
  compareAtPrice: number | string | null
  selectedOptions: { name: string; value: string }[]
  image: ShopImage | null
  isInStock: boolean
  sellableOnlineQuantity?: number
  sku: string
}

export interface ShopProduct {
  productId: number
  title: string
  handle: string
  vendor: string
  productType: string
  price: number | null
  compareAtPrice: number | null
  displayPrice: number | null
  displayCompareAtPrice: number | null
  displayCurrency: string
  currencyRate: number
  image: Omit<ShopImage, 'url'> & { url: string | null }
  options: { id: number; name: string; values: string[]; position: number }[]
  variants: ShopVariant[]
  /** Only in search results. */
  matchedVariantId?: number | null
  metafields: { namespace: string; key: string; value: string }[]
  isInStock: boolean
  media: object[]
  explanation?: Record<string, unknown>
}

export interface PageProduct extends ShopProduct {
  /** Paragraphs separated by blank lines. */
  description: string
  rating: { value: number; count: number } | null
}

/** The type also allows references, but answers with `view: product_details` contain whole products. */
export function asProducts(products: readonly { productId: number }[]): ShopProduct[] {
  return products.filter((product) => 'title' in product) as ShopProduct[]
}

export function productPath(product: Pick<ShopProduct, 'productId' | 'handle' | 'matchedVariantId'>): string {
  const path = `/products/${product.productId}/${product.handle}`
  return product.matchedVariantId == null ? path : `${path}?variant=${product.matchedVariantId}`
}

export function matchedVariant(product: ShopProduct): ShopVariant | undefined {
  return product.variants.find(({ variantId }) => variantId === product.matchedVariantId)
}

export function shownImage(product: ShopProduct): ShopProduct['image'] {
  return matchedVariant(product)?.image ?? product.image
}

/** `variant.price` is in the shop's currency; the result is in the shopper's. */
export function variantPrice(product: ShopProduct, variant: ShopVariant): number {
  return Number(variant.price ?? product.price ?? 0) * product.currencyRate
}

export interface ShownPrice {
  now: number
  /** Price before the discount; shown only if `percentOff` is above 0. */
  before: number
  percentOff: number
}

export function shownPrice(product: ShopProduct, variant = matchedVariant(product)): ShownPrice {
  const now = variant ? variantPrice(product, variant) : (product.displayPrice ?? 0)
  const before = variant
    ? Number(variant.compareAtPrice ?? 0) * product.currencyRate
    : (product.displayCompareAtPrice ?? 0)
  return { now, before, percentOff: before > now ? Math.round((1 - now / before) * 100) : 0 }
}
