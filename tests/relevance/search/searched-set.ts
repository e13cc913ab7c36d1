/** A judged set as a shop that can be searched, through the same search that serves. */
import {
  buildIndex,
  DEFAULT_TEXT_SETTINGS,
  type EngineDoc,
  SHOP_PRICES,
  type SearchRequest,
  type SearchResult,
  type SemanticHits,
  type ShopIndex,
  searchIndex,
  type TextSettings,
} from '@vitrine/engine'
import { RANKING } from '../../../packages/engine/src/text/ranking-constants.ts'
import type { JudgedSet } from './judged-set.ts'
import type { Answer } from './metrics.ts'

/** As deep as any measure looks. */
export const SEARCHED = 60

export function indexOf(set: JudgedSet): ShopIndex {
  return buildIndex(set.docs.map(engineDoc), set.locale)
}

function engineDoc(text: JudgedSet['docs'][number], place: number): EngineDoc {
  return {
    id: place + 1,
    title: text.title,
    text,
    terms: { product_type: text.productType === '' ? [] : [text.productType] },
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
  const request: SearchRequest = {
    query: { text, prefixLast: false, settings },
    visibility: { terms: [], inStockOnly: false, hidden: [], nowMs: 0 },
    selections: [],
    facets: [],
    prices: SHOP_PRICES,
    sort: 'relevance',
    offset: 0,
    limit: SEARCHED,
    outOfStockLast: false,
    popularityWeight: 0,
    typeAttribute: 'product_type',
    ...(semantic === undefined ? {} : { semantic }),
  }
  forgetTurnedConstants(index)
  return searchIndex(index, request)
}

const constantsOf = new WeakMap<ShopIndex, string>()

/** The tables of lengths are made of the constants: they are made anew once those have been turned. */
function forgetTurnedConstants(index: ShopIndex): void {
  const constants = Object.values(RANKING).join()
  if (constantsOf.get(index) === constants) return
  constantsOf.set(index, constants)
  index.text.cache.norms = undefined
}

export function answerOf(set: JudgedSet, { hits, total }: SearchResult): Answer {
  return { ids: hits.map(({ id }) => set.ids[id - 1]!), total }
}
