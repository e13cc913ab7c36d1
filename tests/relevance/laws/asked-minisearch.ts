/** The same questions to a plain MiniSearch: prefixes, typos, titles first, any word; it knows nothing of types, colors or prices. */
import MiniSearch from 'minisearch'
import type { AskedShop } from '../../../packages/server/src/features/search-health/laws/law.ts'
import type { Product } from '../../../packages/server/src/ports/record-store/product.ts'
import { plainText } from '../../../packages/server/src/ports/search-index/plain-text.ts'

const FIELDS = ['title', 'type', 'vendor', 'tags', 'options', 'skus', 'metafields', 'description']

export function askedMiniSearch(visible: readonly Product[]): AskedShop {
  const index = new MiniSearch({
    fields: FIELDS,
    searchOptions: { prefix: true, fuzzy: 0.2, boost: { title: 5 }, combineWith: 'OR' },
  })
  index.addAll(visible.map(flatDoc))
  return {
    async search({ query, page = 1, limit = 20 }) {
      const hits = index.search(query)
      const from = (page - 1) * limit
      return { ids: hits.slice(from, from + limit).map(({ id }) => id), total: hits.length }
    },
  }
}

function flatDoc({ id, title, productType, vendor, tags, options, variants, metafields, bodyHtml }: Product) {
  return {
    id,
    title,
    type: productType,
    vendor,
    tags: tags.join(' '),
    options: options.flatMap(({ values }) => values).join(' '),
    skus: variants.flatMap(({ sku, barcode }) => [sku, barcode]).join(' '),
    metafields: metafields.map(({ value }) => value).join(' '),
    description: plainText(bodyHtml),
  }
}
