import {
  DEFAULT_TEXT_SETTINGS,
  type FacetField,
  type FacetRequest,
  type SearchRequest,
  type Selection,
  type ShopIndex,
  SHOP_PRICES,
} from '@vitrine/engine'
import { parsedQuery } from '../../packages/engine/src/index/testing/small-shop.ts'
import type { makeQueries } from '../search/queries.ts'

export interface ShardSearch {
  kind: 'words' | 'typing' | 'words and filters' | 'browsing'
  request: SearchRequest
}

const FIELDS: Record<string, FacetField> = {
  vendor: { kind: 'terms', name: 'vendor' },
  type: { kind: 'terms', name: 'product_type' },
  color: { kind: 'option', name: 'color' },
  size: { kind: 'option', name: 'size' },
  availability: { kind: 'availability' },
  price: { kind: 'number', name: 'price' },
}

const FACETS = Object.entries(FIELDS).map(
  ([key, field]): FacetRequest => ({
    key,
    field,
    operator: 'or',
    sortBy: 'count',
    limit: 20,
    includeZeroCounts: false,
    includeDisabled: false,
    groupOthers: false,
    authored: [],
  }),
)

const BROWSE: SearchRequest = {
  visibility: { terms: [], inStockOnly: false, hidden: [] },
  selections: [],
  facets: FACETS,
  prices: SHOP_PRICES,
  sort: 'relevance',
  offset: 0,
  limit: 24,
  outOfStockLast: true,
}

function colors(...values: string[]): Selection {
  return { key: 'color', field: FIELDS.color!, operator: 'or', values, ranges: [] }
}

const NAMES = ['black', 'white', 'blue', 'red', 'green', 'grey', 'navy', 'beige', 'pink', 'brown', 'silver']
const PICKED = NAMES.map((name) => colors(name, 'gold'))

/** One search of each kind per query, and a dozen over all products in different colors. */
export function shardSearches(index: ShopIndex, { plain, typing }: ReturnType<typeof makeQueries>): ShardSearch[] {
  const asking = (text: string, prefixLast: boolean) => ({
    ...BROWSE,
    query: { parsed: parsedQuery(index, text), prefixLast, settings: DEFAULT_TEXT_SETTINGS },
  })
  const browsing = [BROWSE, ...PICKED.map((selection) => ({ ...BROWSE, selections: [selection] }))]
  return [
    ...plain.map((text): ShardSearch => ({ kind: 'words', request: asking(text, false) })),
    ...typing.map((text): ShardSearch => ({ kind: 'typing', request: asking(text, true) })),
    ...plain.map((text): ShardSearch => {
      return {
        kind: 'words and filters',
        request: { ...asking(text, false), selections: [colors('black', 'blue', 'red')] },
      }
    }),
    ...browsing.map((request): ShardSearch => ({ kind: 'browsing', request })),
  ]
}
