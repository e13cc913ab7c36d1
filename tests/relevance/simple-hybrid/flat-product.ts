import type { Product } from '../../../packages/server/src/ports/record-store/product.ts'
import { plainText } from '../../../packages/server/src/ports/search-index/plain-text.ts'
import type { FlatDoc } from './simple-hybrid.ts'

export function flatProduct({ variants, options, metafields, ...product }: Product): FlatDoc {
  return {
    id: product.id,
    title: product.title,
    type: product.productType,
    vendor: product.vendor,
    tags: product.tags.join(' '),
    options: options.flatMap(({ values }) => values).join(' '),
    skus: variants.flatMap(({ sku, barcode }) => [sku, barcode]).join(' '),
    metafields: metafields.map(({ value }) => value).join(' '),
    description: plainText(product.bodyHtml),
  }
}
