import { SHOP_PRICES } from '../../columns/price-conversion.ts'
import { sampleDoc } from '../../text/testing/sample-docs.ts'
import type { TextDoc } from '../../text/text-doc.ts'
import { DEFAULT_TEXT_SETTINGS } from '../../text/text-settings.ts'
import type { EngineDoc } from '../engine-doc.ts'
import { searchIndex } from '../search-index.ts'
import type { SearchRequest, SemanticHits } from '../search-request.ts'
import { buildIndex, type ShopIndex } from '../shop-index.ts'

type SmallDoc = Partial<TextDoc> & Partial<Pick<EngineDoc, 'popularity' | 'visibleFromMs'>>

/** Products with only what a test is about, numbered from 1. */
export function smallShop(docs: readonly SmallDoc[]): ShopIndex {
  return buildIndex(
    docs.map((doc, i) => smallDoc(doc, i + 1)),
    'en',
  )
}

export function smallDoc({ popularity = 0, visibleFromMs = 0, ...parts }: SmallDoc, id: number): EngineDoc {
  const text = sampleDoc(parts)
  return {
    id,
    title: text.title,
    text,
    terms: { product_type: text.productType === '' ? [] : [text.productType] },
    variants: [{ price: id, compareAt: null, available: true, options: {} }],
    collectionPlaces: {},
    rating: null,
    createdMs: 0,
    visibleFromMs,
    popularity,
  }
}

export function searchShop(index: ShopIndex, text: string, parts: Partial<SearchRequest> = {}) {
  return searchIndex(index, shopRequest(text, parts))
}

export function shopRequest(text: string, parts: Partial<SearchRequest> = {}): SearchRequest {
  return {
    query: { text, prefixLast: false, settings: DEFAULT_TEXT_SETTINGS },
    visibility: { terms: [], inStockOnly: false, hidden: [] },
    selections: [],
    facets: [],
    prices: SHOP_PRICES,
    sort: 'relevance',
    offset: 0,
    limit: 100,
    outOfStockLast: false,
    popularityWeight: 0,
    typeAttribute: 'product_type',
    ...parts,
  }
}

/** These products are near the query, the first the nearest. */
export function nearProducts(ids: readonly number[], parts: Partial<SemanticHits> = {}): SemanticHits {
  return {
    scores: new Map(ids.map((id, place) => [id, 1 - place / ids.length])),
    near: ids,
    joining: ids,
    joins: 'where words find too little',
    weight: 0.3,
    ...parts,
  }
}
