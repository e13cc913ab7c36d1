/** What the pages need of a product, whichever endpoint it came from. */
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
  /** Without a picture its `url` is null. */
  image: Omit<ShopImage, 'url'> & { url: string | null }
  options: { id: number; name: string; values: string[]; position: number }[]
  variants: ShopVariant[]
  metafields: { namespace: string; key: string; value: string }[]
  isInStock: boolean
  media: object[]
  explanation?: Record<string, unknown>
}

/** Answers with `view: product_details` hold whole products; the type also allows references. */
export function asProducts(products: readonly { productId: number }[]): ShopProduct[] {
  return products.filter((product) => 'title' in product) as ShopProduct[]
}

export function productPath(product: Pick<ShopProduct, 'productId' | 'handle'>): string {
  return `/products/${product.productId}/${product.handle}`
}

/** In the shopper's currency: variants carry the shop's. */
export function variantPrice(product: ShopProduct, variant: ShopVariant): number {
  return Number(variant.price ?? product.price ?? 0) * product.currencyRate
}

export function discountPercent(product: ShopProduct): number {
  const { displayPrice, displayCompareAtPrice } = product
  if (displayPrice === null || displayCompareAtPrice === null || displayCompareAtPrice <= displayPrice) return 0
  return Math.round((1 - displayPrice / displayCompareAtPrice) * 100)
}
