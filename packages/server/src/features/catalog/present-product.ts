/** Presents a stored product for an answer. Endpoints differ in a few names and types, chosen by `style`. */
import type { RecommendedProduct, SearchProduct, SectionProduct } from '@vitrine/contract'
import { isVariantInStock, type Product, type ProductImage, type Variant } from '../../ports/record-store/product.ts'
import { externalIdOf } from '../platform/external-id.ts'
import { localizedText } from '../platform/localized.ts'
import { displayPrice, listPrice, type PriceView } from '../platform/price-view.ts'

/**
 * - `search`: tags an array, `alt_text`, prices numbers (search, instant search, image search)
 * - `recommendation`: tags one string, `altText`, prices numbers (v2/v3 recommendations, automatic, top)
 * - `section`: like recommendation, but a variant's prices are strings
 */
export interface ProductStyles {
  search: SearchProduct
  recommendation: RecommendedProduct
  section: SectionProduct
}

export type ProductStyle = keyof ProductStyles

export interface PresentOptions<S extends ProductStyle = ProductStyle> {
  style: S
  prices: PriceView
  /** Falls back to the language without region, then to the product's own text. */
  locale?: string
}

export function presentProduct<S extends ProductStyle>(product: Product, options: PresentOptions<S>): ProductStyles[S] {
  const { style, prices } = options
  const cheapest = cheapestVariant(product)
  const compareAt = cheapest.compareAtPrice
  const inStock = product.variants.some(isVariantInStock)
  const media = product.images.map((image) => presentMedia(image, style))
  const presented = {
    product_id: product.id,
    ...externalIdOf(product),
    title: translated(product, 'title', product.title, options.locale),
    handle: product.handle,
    vendor: product.vendor,
    product_type: translated(product, 'product_type', product.productType, options.locale),
    tags: style === 'search' ? product.tags : product.tags.join(', '),
    price: listPrice(cheapest.price, prices),
    compare_at_price: compareAt,
    image: presentImage(product.images[0] ?? NO_PICTURE, style),
    options: product.options.map(({ id, name, values, position }) => ({ id, name, values, position })),
    variants: product.variants.map((variant) => presentVariant(product, variant, options)),
    metafields: product.metafields.map(({ namespace, key, value }) => ({ namespace, key, value })),
    ...shownPrices(product, prices),
    available_for_sale: inStock && product.status === 'active',
    is_in_stock: inStock,
    total_inventory: product.variants.reduce((sum, variant) => sum + variant.inventoryQuantity, 0),
    featured_media: media[0] ?? null,
    media,
  }
  // `style` decides the type of each field, which TypeScript cannot follow.
  return presented as unknown as ProductStyles[S]
}

export function shownPrices(product: Product, prices: PriceView) {
  const { price, compareAtPrice } = cheapestVariant(product)
  return {
    display_price: displayPrice(price, prices),
    display_compare_at_price:
      compareAtPrice === null ? displayPrice(price, prices) : displayPrice(compareAtPrice, undiscounted(prices)),
    display_currency: prices.currency,
    original_currency: prices.shopCurrency,
    currency_rate: prices.rate,
  }
}

export function cheapestVariant(product: Product): Variant {
  return product.variants.reduce((least, variant) => (variant.price < least.price ? variant : least))
}

/** `field` is a translation key: `title`, `body_html` or `product_type`. */
export function translated(product: Product, field: string, original: string, locale: string | undefined): string {
  return (locale && localizedText(product.translations, locale, field)) || original
}

function presentVariant(product: Product, variant: Variant, { style, prices, locale }: PresentOptions) {
  const image = product.images.find(({ id }) => id === variant.imageId)
  const inStock = isVariantInStock(variant)
  const price = listPrice(variant.price, prices)
  return {
    variant_id: variant.id,
    ...externalIdOf(variant),
    title: variant.title,
    display_name: `${translated(product, 'title', product.title, locale)} - ${variant.title}`,
    position: variant.position,
    sku: variant.sku,
    selected_options: product.options.map(({ name }, at) => ({ name, value: variant.optionValues[at] ?? '' })),
    price: style === 'section' ? price.toFixed(prices.shopDecimals) : price,
    compare_at_price:
      style === 'section' ? (variant.compareAtPrice?.toFixed(prices.shopDecimals) ?? null) : variant.compareAtPrice,
    image: image ? presentImage(image, style) : null,
    sellable_online_quantity: Math.max(0, variant.inventoryQuantity),
    is_in_stock: inStock,
    available_for_sale: inStock && product.status === 'active',
  }
}

/** Used if there is no picture, so that a theme can always read `image.url`. */
const NO_PICTURE = { id: null, src: null, width: null, height: null, alt: null }

function presentImage(image: ProductImage | typeof NO_PICTURE, style: ProductStyle) {
  const base = { id: image.id, url: image.src, width: image.width, height: image.height }
  return style === 'search' ? { ...base, alt_text: image.alt } : { ...base, altText: image.alt }
}

function presentMedia(image: ProductImage, style: ProductStyle) {
  return { media_type: 'IMAGE', ...presentImage(image, style) }
}

function undiscounted(prices: PriceView): PriceView {
  return prices.discountPercent === 0 ? prices : { ...prices, discountPercent: 0 }
}
