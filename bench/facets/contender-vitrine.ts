import {
  buildIndex,
  DEFAULT_TEXT_SETTINGS,
  type FacetField,
  type FacetRequest,
  type SearchRequest,
  searchIndex,
  SHOP_PRICES,
} from '../../packages/engine/src/index.ts'
import { parsedQuery } from '../../packages/engine/src/index/testing/small-shop.ts'
import { type FacetProduct, FILTERS } from './facet-catalog.ts'

const COLOR: FacetField = { kind: 'option', name: 'color' }
const PRICE: FacetField = { kind: 'number', name: 'price' }

export function createVitrine(products: readonly FacetProduct[]): (query: string) => number {
  const index = buildIndex(products.map(docOf), 'en')
  return (text) => {
    const result = searchIndex(index, {
      ...REQUEST,
      query: { parsed: parsedQuery(index, text), prefixLast: false, settings: DEFAULT_TEXT_SETTINGS },
    })
    return result.total
  }
}

function docOf({ id, text, vendor, variants }: FacetProduct) {
  return {
    id,
    title: text.title,
    text,
    terms: { vendor: [vendor], product_type: [text.productType], tag: text.tags },
    variants: variants.map(({ color, size, available, price }) => ({
      price,
      compareAt: null,
      available,
      options: { color, size },
    })),
    collectionPlaces: {},
    rating: null,
    createdMs: id,
    visibleFromMs: 0,
    popularity: 0,
  }
}

function facet(key: string, field: FacetField): FacetRequest {
  const options = { includeZeroCounts: false, includeDisabled: false, groupOthers: false, authored: [] }
  return { key, field, operator: 'or', sortBy: 'count', limit: 20, ...options }
}

const REQUEST: SearchRequest = {
  visibility: { terms: [], inStockOnly: false, hidden: [] },
  selections: [
    { key: 'color', field: COLOR, operator: 'or', values: FILTERS.colors, ranges: [] },
    { key: 'price', field: PRICE, operator: 'or', values: [], ranges: [{ from: FILTERS.from, to: FILTERS.to }] },
  ],
  facets: [
    facet('vendor', { kind: 'terms', name: 'vendor' }),
    facet('product_type', { kind: 'terms', name: 'product_type' }),
    facet('tag', { kind: 'terms', name: 'tag' }),
    facet('color', COLOR),
    facet('size', { kind: 'option', name: 'size' }),
    facet('price', PRICE),
  ],
  prices: SHOP_PRICES,
  sort: 'relevance',
  offset: 0,
  limit: 20,
  outOfStockLast: true,
}
