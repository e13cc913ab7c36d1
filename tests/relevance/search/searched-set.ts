/** Searches a judged set with the code of the server. */
import {
  buildIndex,
  DEFAULT_TEXT_SETTINGS,
  type EngineDoc,
  parseQuery,
  SHOP_PRICES,
  shopVocabulary,
  type SearchRequest,
  type SearchResult,
  type SemanticHits,
  type ShopIndex,
  searchIndex,
  type TextSettings,
} from '@vitrine/engine'
import type { JudgedSet } from './judged-set.ts'
import type { Answer } from './metrics.ts'

/** Number of results, which is enough for every measure. */
export const SEARCHED = 60

export function indexOf(set: JudgedSet): ShopIndex {
  return buildIndex(set.docs.map(engineDoc), set.locale)
}

function engineDoc(text: JudgedSet['docs'][number], place: number): EngineDoc {
  return {
    id: place + 1,
    title: text.title,
    text,
    terms: {
      product_type: text.productType === '' ? [] : [text.productType],
      vendor: text.vendor === '' ? [] : [text.vendor],
    },
    variants: [{ price: text.price ?? 0, compareAt: null, available: true, options: {} }],
    collectionPlaces: {},
    rating: null,
    createdMs: 0,
    visibleFromMs: 0,
    popularity: 0,
  }
}

export interface SearchedWith {
  semantic?: SemanticHits
  settings?: TextSettings
}

export function searchSet(
  index: ShopIndex,
  text: string,
  { semantic, settings = DEFAULT_TEXT_SETTINGS }: SearchedWith = {},
): SearchResult {
  const names = { vendorAttribute: 'vendor', typeAttribute: 'product_type' }
  const parsed = parseQuery({ text, locale: index.locale }, shopVocabulary(index, names))
  const request: SearchRequest = {
    query: { parsed, prefixLast: false, settings },
    visibility: { terms: [], inStockOnly: false, hidden: [], nowMs: 0 },
    selections: [],
    facets: [],
    prices: SHOP_PRICES,
    sort: 'relevance',
    offset: 0,
    limit: SEARCHED,
    outOfStockLast: false,
    popularityWeight: 0,
    ...(semantic === undefined ? {} : { semantic }),
  }
  return searchIndex(index, request)
}

export function answerOf(set: JudgedSet, { hits, total }: SearchResult): Answer {
  return { ids: hits.map(({ id }) => set.ids[id - 1]!), total }
}
