import { SHOP_PRICES } from '../../columns/price-conversion.ts'
import { sampleDoc } from '../../text/testing/sample-docs.ts'
import type { TextDoc } from '../../text/text-doc.ts'
import { DEFAULT_TEXT_SETTINGS } from '../../text/text-settings.ts'
import type { EngineDoc } from '../../columns/engine-doc.ts'
import { parseQuery } from '../../query/parse.ts'
import { shopVocabulary } from '../shop-vocabulary.ts'
import { searchIndex } from '../search-index.ts'
import type { SearchRequest, SemanticHits } from '../search-request.ts'
import { buildIndex, emptyIndex, type ShopIndex, withChanges } from '../shop-index.ts'

type SmallDoc = Partial<TextDoc> & Partial<Pick<EngineDoc, 'popularity' | 'visibleFromMs'>>

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

/** Each list of titles becomes a segment. Product ids count from 1 across segments. */
export function splitIndex(parts: readonly (readonly string[])[], locale: string): ShopIndex {
  let id = 0
  return parts.reduce(
    (index, titles) =>
      withChanges(
        index,
        titles.map((title) => smallDoc({ title }, ++id)),
        [],
      ),
    emptyIndex(locale),
  )
}

export type SearchParts = Partial<Omit<SearchRequest, 'query'>> &
  Partial<Pick<NonNullable<SearchRequest['query']>, 'prefixLast' | 'settings'>> & {
    locale?: string
    isPlain?: boolean
  }

export function searchShop(index: ShopIndex, text: string, parts: SearchParts = {}) {
  return searchIndex(index, shopRequest(index, text, parts))
}

export function parsedQuery(index: ShopIndex, text: string, { locale = index.locale, isPlain = false } = {}) {
  const names = { vendorAttribute: 'vendor', typeAttribute: 'product_type' }
  return parseQuery({ text, locale, isPlain }, shopVocabulary(index, names))
}

export function shopRequest(index: ShopIndex, text: string, asked: SearchParts = {}): SearchRequest {
  const { prefixLast = false, settings = DEFAULT_TEXT_SETTINGS, locale, isPlain, ...parts } = asked
  const parsed = parsedQuery(index, text, { ...(locale ? { locale } : {}), ...(isPlain ? { isPlain } : {}) })
  return {
    query: { parsed, prefixLast, settings },
    visibility: { terms: [], inStockOnly: false, hidden: [] },
    selections: [],
    facets: [],
    prices: SHOP_PRICES,
    sort: 'relevance',
    offset: 0,
    limit: 100,
    outOfStockLast: false,
    popularityWeight: 0,
    ...parts,
  }
}

export function nearProducts(ids: readonly number[], parts: Partial<SemanticHits> = {}): SemanticHits {
  return {
    scores: new Map(ids.map((id, place) => [id, 1 - place / ids.length])),
    joining: ids,
    joins: 'where words find too little',
    ...parts,
  }
}
