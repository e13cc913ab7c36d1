import type { UcpProduct, UcpVariant } from '@vitrine/contract'
import { isVariantInStock, type Product, type Variant } from '../../ports/record-store/product.ts'
import { plainText } from '../../ports/search-index/plain-text.ts'
import { decimalsOf, displayPrice, type PriceView } from '../platform/price-view.ts'
import { type AnswerId, productUrl } from './agent-product.ts'

const MAX_VARIANTS = 40
const DESCRIPTION_LENGTH = 800

export interface UcpView {
  shop: string
  prices: PriceView
  answer: AnswerId
}

/** @param variants the variants to show, the requested one first */
export function ucpProduct(product: Product, variants: readonly Variant[], view: UcpView): UcpProduct {
  const description = { plain: plainText(product.bodyHtml).slice(0, DESCRIPTION_LENGTH) || product.title }
  const amounts = product.variants.map(({ price }) => minorUnits(price, view.prices))
  const price = (amount: number) => ({ amount, currency: view.prices.currency })
  return {
    id: platformId(product),
    handle: product.handle,
    title: product.title,
    description,
    url: productUrl(view.shop, product.handle, view.answer),
    categories: product.productType === '' ? [] : [{ value: product.productType, taxonomy: 'merchant' }],
    price_range: { min: price(Math.min(...amounts)), max: price(Math.max(...amounts)) },
    media: mediaOf(product),
    options: chosenOptions(product).map(({ name, values }) => ({ name, values: values.map((label) => ({ label })) })),
    variants: variants.slice(0, MAX_VARIANTS).map((variant) => ucpVariant(product, variant, view.prices)),
    ...(product.rating ? { rating: { ...product.rating, scale_max: 5 } } : {}),
    tags: product.tags.slice(0, 20),
  }
}

function ucpVariant(product: Product, variant: Variant, prices: PriceView): UcpVariant {
  return {
    id: platformId(variant),
    ...(variant.sku === '' ? {} : { sku: variant.sku }),
    title: variant.title,
    description: { plain: `${product.title}, ${variant.title}` },
    ...offerOf(variant, prices),
    options: selectionOf(product, variant),
  }
}

/** Returns the shop platform's own id if it is a text, otherwise the number. */
export function platformId({ id, externalId }: { id: number; externalId?: string }): string {
  return externalId ?? String(id)
}

export function mediaOf({ images }: Product): { type: 'image'; url: string; alt_text?: string }[] {
  return images.map(({ src, alt }) => ({ type: 'image', url: src, ...(alt ? { alt_text: alt } : {}) }))
}

export function offerOf(variant: Variant, prices: PriceView) {
  const { currency } = prices
  const available = isVariantInStock(variant)
  const list = variant.compareAtPrice ?? 0
  return {
    price: { amount: minorUnits(variant.price, prices), currency },
    ...(list > variant.price ? { list_price: { amount: minorUnits(list, prices), currency } } : {}),
    availability: { available, status: available ? 'in_stock' : 'out_of_stock' },
  }
}

export function chosenOptions({ options }: Product): Product['options'] {
  return options.filter(({ values }) => values.length > 0)
}

export function selectionOf(product: Product, { optionValues }: Variant): { name: string; label: string }[] {
  return product.options.map(({ name }, at) => ({ name, label: optionValues[at] ?? '' }))
}

export function minorUnits(price: number, prices: PriceView): number {
  return Math.round(displayPrice(price, prices) * 10 ** decimalsOf(prices.currency))
}
