import type { Product } from '../../ports/record-store/product.ts'
import { localizedText } from '../platform/localized.ts'
import { highlight } from './highlight.ts'

export function highlightProduct(product: Product, locale: string, query: string) {
  const text = (name: string, own: string) => localizedText(product.translations, locale, name) ?? own
  return {
    title: highlight(text('title', product.title), query),
    vendor: highlight(product.vendor, query),
    product_type: highlight(text('product_type', product.productType), query),
  }
}
