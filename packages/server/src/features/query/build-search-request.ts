/** Builds the index request for search and filter aggregations alike, so that their numbers agree. */
import { type AppliedFilter, type CollectionConfig, type ShopConfig, validationItem } from '@vitrine/contract'
import {
  isSomeWord,
  type Query,
  type SearchRequest,
  type Selection,
  type SemanticHits,
  spokenText,
  type VisibilityFilter,
} from '@vitrine/engine'
import { EVERYBODY, EVERYWHERE, indexFields, ONLINE_STORE } from '../../ports/search-index/index-fields.ts'
import type { Call } from '../call.ts'
import { type ShopperRequest, type ShopperView, shopperView } from './shopper-view.ts'
import { RequestRefused } from '../errors.ts'
import { collectionName, findCollection } from '../platform/collection-names.ts'
import { type FacetPage, facetPage, findTree, treeOfPage } from './filter-trees.ts'
import { readSelections } from './read-selections.ts'
import { type ActiveRules, activeRules } from '../merchandise/active-rules.ts'
import type { ShopperFactsReader } from '../identity/shopper-facts.ts'
import { shopperSituation } from './rule-situation.ts'
import { textSettings } from '../merchandise/text-settings.ts'
import { cleanQuery } from './clean-query.ts'
import type { SearchIndex } from '../../ports/search-index/search-index.ts'
import type { SemanticSearch } from './semantic-search.ts'
import { actingRules, isShoppersOrder } from '../merchandise/rule-touches.ts'

export interface SearchRequestBody extends ShopperRequest {
  query?: string | null
  collection?: string | number | null
  tree?: number | null
  applied_filters?: readonly AppliedFilter[] | null
  mode?: 'hybrid' | 'text' | 'vector' | null
  understand?: boolean | null
  ignore?: readonly string[] | null
}

export interface BuiltSearchRequest {
  query: string
  view: ShopperView
  /** Decides on the facets if the request names none. */
  page: FacetPage
  collection: CollectionConfig | undefined
  rules: ActiveRules
  selections: Selection[]
  semantic: SemanticHits | undefined
  request: Omit<SearchRequest, 'facets' | 'sort' | 'offset' | 'limit'>
}

export interface SearchRequestDeps {
  semantic: SemanticSearch
  shopperFacts: ShopperFactsReader
  index: Pick<SearchIndex, 'search' | 'parse' | 'productCount' | 'namingTerms'>
  /** True while the shopper is typing. The last word may be unfinished, so only prices are understood. */
  isTyping?: boolean
}

export async function buildSearchRequest(
  deps: SearchRequestDeps,
  call: Call<SearchRequestBody>,
): Promise<BuiltSearchRequest> {
  const { shop, body } = call
  const { config } = shop
  const query = cleanQuery(body.query)
  const view = shopperView(shop, body, call.identity.customerId)
  const named = collectionNamed(body)
  const collection = named === undefined ? undefined : findCollection(config, named)
  const collectionValue = collection?.handle ?? (named === undefined ? undefined : collectionName(named))
  const rules = activeRules(config, {
    ...(await shopperSituation(deps.shopperFacts, call, view)),
    query,
    collection: collectionValue === undefined ? [] : [collectionValue],
    filters: body.applied_filters ?? [],
  })
  const selections = readSelections(config, body.applied_filters ?? [])
  const parsed = query === '' ? undefined : await parse(deps, call, { query, view })
  const semantic = parsed && (await nearest(deps, call, { parsed, view }))
  return {
    query,
    view,
    page: pageOf(config, body, collection),
    collection,
    rules,
    selections,
    semantic,
    request: {
      ...(parsed ? { query: { parsed, prefixLast: false, settings: textSettings(config) } } : {}),
      visibility: visibilityOf(config, view, { collection: collectionValue, rules, nowMs: call.nowMs }),
      ...(collectionValue === undefined ? {} : { collection: collectionValue }),
      selections,
      prices: view.prices,
      outOfStockLast: config.search.move_out_of_stock_at_end,
      rules: rules.ranking,
      popularityWeight: config.search.ranking.popularity ?? 1,
      ...(semantic ? { semantic } : {}),
    },
  }
}

function parse(
  { index, isTyping = false }: SearchRequestDeps,
  { shop, body }: Call<SearchRequestBody>,
  { query, view }: { query: string; view: ShopperView },
): Promise<Query> {
  return index.parse(shop, {
    text: query,
    locale: view.locale,
    currency: view.prices.currency,
    ignore: body.ignore ?? [],
    isPlain: body.understand === false,
    isTyping: isTyping && !/\s$/.test(body.query ?? ''),
    stopWords: textSettings(shop.config).stopWords,
  })
}

/** Prices, exclusions and filler mean nothing to a model, so they are left out. */
async function nearest(
  { index, semantic }: SearchRequestDeps,
  { shop, body }: Call<SearchRequestBody>,
  { parsed, view: { locale } }: { parsed: Query; view: ShopperView },
): Promise<SemanticHits | undefined> {
  const mode = body.mode ?? 'hybrid'
  const query = spokenText(parsed)
  if (query === '' || mode === 'text') return undefined
  const productCount = await index.productCount(shop)
  const isReadable = parsed.terms.some(({ isKnown, word }) => isKnown || isSomeWord(word))
  const { tokens, typed } = parsed
  const unnamed = parsed.terms
    .filter(({ word, isNaming, standIns }) => !isNaming && !standIns && !SHORT.test(word))
    .map(({ word, first, end }) => ({ word, text: typed.slice(tokens[first]!.start, tokens[end - 1]!.end) }))
  return semantic.nearest(shop, {
    ...{ query, locale, isForeign: isForeign(parsed), isReadable, mode, productCount, unnamed },
    namingTerms: () => index.namingTerms(shop),
  })
}

/** Words that say too little for a model to know what is near them. */
const SHORT = /^\p{Script=Latin}{1,2}$/u

function isForeign({ terms }: Query): boolean {
  return terms.filter(({ isKnown }) => isKnown).length < terms.length / 2
}

export function visibilityOf(
  config: ShopConfig,
  view: ShopperView,
  scope: {
    collection?: string | undefined
    rules?: Pick<ActiveRules, 'hidden' | 'hiddenTargets'>
    nowMs: number
  },
): VisibilityFilter {
  const channels = view.onlineStore ? [...view.publicationIds, ONLINE_STORE] : view.publicationIds
  const terms: { name: string; anyOf: readonly string[] }[] = [
    { name: indexFields.publication, anyOf: channels },
    { name: indexFields.catalog, anyOf: [EVERYBODY, ...view.catalogIds] },
  ]
  if (view.marketId !== null) terms.push({ name: indexFields.market, anyOf: [EVERYWHERE, String(view.marketId)] })
  if (scope.collection !== undefined) terms.push({ name: indexFields.collection, anyOf: [scope.collection] })
  const hiddenTargets = scope.rules?.hiddenTargets.map(({ target }) => target) ?? []
  return {
    terms,
    inStockOnly: config.search.exclude_out_of_stock,
    hidden: scope.rules?.hidden ?? [],
    ...(hiddenTargets.length > 0 ? { hiddenTargets } : {}),
    nowMs: scope.nowMs,
  }
}

/** An empty name counts as absent. */
function collectionNamed({ collection }: SearchRequestBody): string | number | undefined {
  return collection == null || collection === '' ? undefined : collection
}

function pageOf(config: ShopConfig, body: SearchRequestBody, collection: CollectionConfig | undefined): FacetPage {
  if (body.tree != null) {
    const tree = findTree(config, body.tree)
    if (!tree) throw new RequestRefused([validationItem(['tree'], 'any.only', 'must be a filter tree of the shop')])
    return facetPage(config, tree)
  }
  const page = collectionNamed(body) === undefined ? 'search' : 'collection'
  return facetPage(config, treeOfPage(config, { page, collection }))
}

export function appliedRules({ rules: { active, hiddenBy } }: BuiltSearchRequest, sort: string): string[] {
  return actingRules(active, { isSortedByShopper: isShoppersOrder(sort), hiddenBy })
}
