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
  /** `url` is null if there is no picture. */
  image: Omit<ShopImage, 'url'> & { url: string | null }
  options: { id: number; name: string; values: string[]; position: number }[]
  variants: ShopVariant[]
  /** Only search answers have it. */
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

/** With `view: product_details`, answers contain whole products; the type also allows references. */
export function asProducts(products: readonly { productId: number }[]): ShopProduct[] {
  return products.filter((product) => 'title' in product) as ShopProduct[]
}

/** Returns the path of the product's page, with the variant that matched the search. */
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

/** In the shopper's currency; `variant.price` is in the shop's. */
export function variantPrice(product: ShopProduct, variant: ShopVariant): number {
  return Number(variant.price ?? product.price ?? 0) * product.currencyRate
}

export interface ShownPrice {
  now: number
  /** The price before the discount; shown only if `percentOff` is above 0. */
  before: number
  percentOff: number
}

/** Returns the price of a variant, or else of the product, in the shopper's currency. */
export function shownPrice(product: ShopProduct, variant = matchedVariant(product)): ShownPrice {
  const now = variant ? variantPrice(product, variant) : (product.displayPrice ?? 0)
  const before = variant
    ? Number(variant.compareAtPrice ?? 0) * product.currencyRate
    : (product.displayCompareAtPrice ?? 0)
  return { now, before, percentOff: before > now ? Math.round((1 - now / before) * 100) : 0 }
}
