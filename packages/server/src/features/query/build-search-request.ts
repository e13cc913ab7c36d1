/**
 * A request of the search side as a request to the index: what the shopper may see, what they typed, what they picked. Search
 * and filter-aggregations ask through here, so that their numbers agree.
 */
import { type AppliedFilter, type CollectionConfig, type ShopConfig, validationItem } from '@vitrine/contract'
import type { VisibilityFilter, SearchRequest, Selection, SemanticHits } from '@vitrine/engine'
import { EVERYBODY, EVERYWHERE, indexFields, ONLINE_STORE } from '../../ports/search-index/index-fields.ts'
import type { Call } from '../call.ts'
import { type ShopperRequest, type ShopperView, shopperView } from './shopper-view.ts'
import { RequestRefused } from '../errors.ts'
import { collectionByName, type FacetPage, facetPage, findTree, treeOfPage } from './filter-trees.ts'
import { readSelections } from './read-selections.ts'
import { type ActiveRules, activeRules } from '../merchandise/active-rules.ts'
import { textSettings } from '../merchandise/text-settings.ts'
import { cleanQuery } from './clean-query.ts'
import type { SemanticSearch } from './semantic-search.ts'

export interface SearchRequestBody extends ShopperRequest {
  query?: string | null
  collection?: string | number | null
  tree?: number | null
  applied_filters?: readonly AppliedFilter[] | null
  mode?: 'hybrid' | 'text' | 'vector' | null
}

export interface BuiltSearchRequest {
  query: string
  view: ShopperView
  /** Where the shopper is: decides which facets are shown when none are named. */
  page: FacetPage
  collection: CollectionConfig | undefined
  rules: ActiveRules
  selections: Selection[]
  semantic: SemanticHits | undefined
  /** All but facets, order and page. */
  request: Omit<SearchRequest, 'facets' | 'sort' | 'offset' | 'limit'>
}

export interface SearchRequestDeps {
  semantic: SemanticSearch
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
  const collection = named === undefined ? undefined : collectionByName(config, named)
  const rules = activeRules(config, { query, collection: collectionNames(named, collection), nowMs: call.nowMs })
  const selections = readSelections(config, body.applied_filters ?? [])
  const mode = body.mode ?? 'hybrid'
  const semantic =
    query === '' || mode === 'text'
      ? undefined
      : await deps.semantic.nearest(shop, { query, locale: view.locale, mode })
  const collectionValue = collection?.handle ?? (named === undefined ? undefined : String(named))
  return {
    query,
    view,
    page: pageOf(config, body, collection),
    collection,
    rules,
    selections,
    semantic,
    request: {
      ...(query === '' ? {} : { query: { text: query, prefixLast: false, settings: textSettings(config) } }),
      visibility: visibilityOf(config, view, { collection: collectionValue, hidden: rules.hidden, nowMs: call.nowMs }),
      ...(collectionValue === undefined ? {} : { collection: collectionValue }),
      selections,
      prices: view.prices,
      outOfStockLast: config.search.move_out_of_stock_at_end,
      rules: rules.ranking,
      popularityWeight: config.search.ranking.popularity ?? 1,
      typeAttribute: indexFields.productType,
      ...(semantic ? { semantic } : {}),
    },
  }
}

/** What the shopper may see of the shop at all. */
export function visibilityOf(
  config: ShopConfig,
  view: ShopperView,
  scope: { collection?: string | undefined; hidden?: readonly number[]; nowMs: number },
): VisibilityFilter {
  const channels = view.onlineStore ? [...view.publicationIds, ONLINE_STORE] : view.publicationIds
  const terms: { name: string; anyOf: readonly string[] }[] = [
    { name: indexFields.publication, anyOf: channels },
    { name: indexFields.catalog, anyOf: [EVERYBODY, ...view.catalogIds] },
  ]
  if (view.marketId !== null) terms.push({ name: indexFields.market, anyOf: [EVERYWHERE, String(view.marketId)] })
  if (scope.collection !== undefined) terms.push({ name: indexFields.collection, anyOf: [scope.collection] })
  return { terms, inStockOnly: config.search.exclude_out_of_stock, hidden: scope.hidden ?? [], nowMs: scope.nowMs }
}

/** Empty counts as absent: a page without a collection has nothing to name. */
function collectionNamed({ collection }: SearchRequestBody): string | number | undefined {
  return collection == null || collection === '' ? undefined : collection
}

function collectionNames(named: string | number | undefined, collection: CollectionConfig | undefined): string[] {
  if (named === undefined) return []
  return collection ? [collection.handle, String(collection.id)] : [String(named)]
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
