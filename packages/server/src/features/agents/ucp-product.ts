/** A stored product as the Universal Commerce Protocol writes it. */
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

/** @param matchedVariantId comes first; null where the query names none */
export function ucpProduct(product: Product, matchedVariantId: number | null, view: UcpView): UcpProduct {
  const description = { plain: plainText(product.bodyHtml).slice(0, DESCRIPTION_LENGTH) || product.title }
  const amounts = product.variants.map(({ price }) => minorUnits(price, view.prices))
  const price = (amount: number) => ({ amount, currency: view.prices.currency })
  return {
    id: String(product.id),
    handle: product.handle,
    title: product.title,
    description,
    url: productUrl(view.shop, product.handle, view.answer),
    categories: product.productType === '' ? [] : [{ value: product.productType, taxonomy: 'merchant' }],
    price_range: { min: price(Math.min(...amounts)), max: price(Math.max(...amounts)) },
    media: product.images.map(({ src, alt }) => ({ type: 'image', url: src, ...(alt ? { alt_text: alt } : {}) })),
    options: product.options.map(({ name, values }) => ({ name, values: values.map((label) => ({ label })) })),
    variants: matchedFirst(product.variants, matchedVariantId)
      .slice(0, MAX_VARIANTS)
      .map((variant) => ucpVariant(product, variant, view.prices)),
    tags: product.tags.slice(0, 20),
  }
}

function ucpVariant(product: Product, variant: Variant, prices: PriceView): UcpVariant {
  const { currency } = prices
  const available = isVariantInStock(variant)
  const list = variant.compareAtPrice ?? 0
  return {
    id: String(variant.id),
    ...(variant.sku === '' ? {} : { sku: variant.sku }),
    title: variant.title,
    description: { plain: `${product.title}, ${variant.title}` },
    price: { amount: minorUnits(variant.price, prices), currency },
    ...(list > variant.price ? { list_price: { amount: minorUnits(list, prices), currency } } : {}),
    availability: { available, status: available ? 'in_stock' : 'out_of_stock' },
    options: product.options.map(({ name }, at) => ({ name, label: variant.optionValues[at] ?? '' })),
  }
}

function matchedFirst(variants: readonly Variant[], matchedId: number | null): Variant[] {
  const matched = variants.filter(({ id }) => id === matchedId)
  return [...matched, ...variants.filter(({ id }) => id !== matchedId)]
}

function minorUnits(price: number, prices: PriceView): number {
  return Math.round(displayPrice(price, prices) * 10 ** decimalsOf(prices.currency))
}
