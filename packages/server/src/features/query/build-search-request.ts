/**
 * A request of the search side as a request to the index: what the shopper may see, what they typed, what they picked. Search
 * and filter-aggregations ask through here, so that their numbers agree.
 */
import {
  type AppliedFilter,
  type CollectionConfig,
  type ShopConfig,
  type Understood,
  validationItem,
} from '@vitrine/contract'
import type {
  Constraint,
  ConstraintKind,
  SearchRequest,
  Selection,
  SemanticHits,
  Understanding,
  VisibilityFilter,
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
import { presentUnderstood } from './present-understood.ts'

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
  /** Where the shopper is: decides which facets are shown when none are named. */
  page: FacetPage
  collection: CollectionConfig | undefined
  rules: ActiveRules
  selections: Selection[]
  /** Constraints that were read out of the query and hold. */
  understood: Understood[]
  /** Nothing of the kind asked for satisfied the constraints, so they were dropped. */
  constraintsDropped: boolean
  semantic: SemanticHits | undefined
  /** All but facets, order and page. */
  request: Omit<SearchRequest, 'facets' | 'sort' | 'offset' | 'limit'>
}

export interface SearchRequestDeps {
  semantic: SemanticSearch
  shopperFacts: ShopperFactsReader
  index: Pick<SearchIndex, 'search' | 'understand' | 'productCount'>
  /** The last word may go on: only a price is read out of it. */
  isTyping?: boolean
}

export async function buildSearchRequest(
  deps: SearchRequestDeps,
  call: Call<SearchRequestBody>,
): Promise<BuiltSearchRequest> {
  const { shop, body } = call
  const query = cleanQuery(body.query)
  const view = shopperView(shop, body, call.identity.customerId)
  if (body.understand === false || query === '')
    return build(deps, call, { query, view, meant: { text: query, constraints: [] } })
  const isTyping = deps.isTyping === true && !/\s$/.test(body.query ?? '')
  const asked = { text: query, locale: view.locale, ignore: body.ignore ?? [], isTyping, ...NAMES }
  let searches = 0
  const without = async (relax: readonly string[]) => {
    if (searches++ > 0) call.work.charge(RELAXING_COST)
    const meant = await deps.index.understand(shop, { ...asked, relax })
    const built = await build(deps, call, { query, view, meant })
    const isMet = meant.constraints.length === 0 || (await isAnswered(deps, call, built))
    return { meant, built, isMet }
  }
  const dropped: string[] = []
  let found = await without(dropped)
  while (!found.isMet) {
    const { constraints } = found.meant
    if (searches >= MAX_RELAXING_SEARCHES) {
      const built = await build(deps, call, { query, view, meant: { text: query, constraints: [] } })
      return { ...built, constraintsDropped: true }
    }
    // The last try goes without all that is left.
    const isLast = searches === MAX_RELAXING_SEARCHES - 1
    dropped.push(...(isLast ? constraints : [weakestOf(constraints)]).map(({ text }) => text))
    found = await without(dropped)
  }
  // What was dropped before the one that nothing meets holds again, the most certain first.
  for (let i = dropped.length - 2; i >= 0 && searches < MAX_RELAXING_SEARCHES; i--) {
    const again = await without(dropped.toSpliced(i, 1))
    if (!again.isMet) continue
    dropped.splice(i, 1)
    found = again
  }
  return { ...found.built, constraintsDropped: dropped.length > 0 }
}

/** Searches that find out which constraints can hold. Shoppers name one to four; who names fifty gets fewer of them honoured. */
const MAX_RELAXING_SEARCHES = 10
/** Of each after the first: a search for a count, without products. */
const RELAXING_COST = 10

/** A key of its own: what the shopper picks in the price facet comes on top of what they typed. */
const UNDERSTOOD_PRICE = '@understood:price'
const NAMES = { vendorAttribute: indexFields.vendor, typeAttribute: indexFields.productType }

/** Where nothing satisfies all constraints, they go one by one: first what is least certain to be one. */
const WEAKEST_FIRST: readonly ConstraintKind[] = [
  'product_type',
  'vendor',
  'measure',
  'size',
  'color',
  'phrase',
  'price',
  'exclude',
]

function weakestOf(constraints: readonly Constraint[]): Constraint {
  const rank = ({ kind }: Constraint) => WEAKEST_FIRST.indexOf(kind)
  return constraints.reduce((weakest, one) => (rank(one) < rank(weakest) ? one : weakest))
}

/**
 * Whether the constraints leave anything, and of the kind asked for where the shop sells that; whatever else the shopper picked: filters do not
 * change what is found.
 */
async function isAnswered(
  { index }: SearchRequestDeps,
  { shop }: Call<SearchRequestBody>,
  { request }: BuiltSearchRequest,
): Promise<boolean> {
  const selections = request.selections.filter(({ key }) => key === UNDERSTOOD_PRICE)
  const asked = { ...request, selections, facets: [], sort: 'relevance', offset: 0, limit: 0 } as const
  const { total, isKindLeft } = await index.search(shop, asked)
  return total > 0 && isKindLeft
}

interface Asked {
  /** As typed. */
  query: string
  view: ShopperView
  meant: Understanding
}

async function build(
  deps: SearchRequestDeps,
  call: Call<SearchRequestBody>,
  { query, view, meant }: Asked,
): Promise<BuiltSearchRequest> {
  const { shop, body } = call
  const { config } = shop
  const { text } = meant
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
  const mode = body.mode ?? 'hybrid'
  const semantic =
    text === '' || mode === 'text'
      ? undefined
      : await deps.semantic.nearest(shop, {
          query: text,
          locale: view.locale,
          mode,
          productCount: await deps.index.productCount(shop),
        })
  return {
    query,
    view,
    page: pageOf(config, body, collection),
    collection,
    rules,
    selections,
    understood: meant.constraints.map((one) =>
      presentUnderstood(one, { config, locale: view.locale, prices: view.prices }),
    ),
    constraintsDropped: false,
    semantic,
    request: {
      ...(text === '' ? {} : { query: { text, prefixLast: false, settings: textSettings(config) } }),
      visibility: visibilityOf(config, view, { collection: collectionValue, rules, nowMs: call.nowMs }),
      ...(collectionValue === undefined ? {} : { collection: collectionValue }),
      selections: [...selections, ...priceSelections(meant)],
      constraints: meant.constraints,
      prices: view.prices,
      outOfStockLast: config.search.move_out_of_stock_at_end,
      rules: rules.ranking,
      popularityWeight: config.search.ranking.popularity ?? 1,
      typeAttribute: indexFields.productType,
      ...(semantic ? { semantic } : {}),
    },
  }
}

/** As the price facet does, by the least price of a product; that it is the price of the variant meant is the constraint's part. */
function priceSelections({ constraints }: Understanding): Selection[] {
  return constraints.flatMap(({ price }) => {
    if (!price) return []
    const range = { from: price.min ?? Number.NEGATIVE_INFINITY, to: price.max ?? Number.POSITIVE_INFINITY }
    const field = { kind: 'number', name: 'price' } as const
    return [{ key: UNDERSTOOD_PRICE, field, operator: 'or' as const, values: [], ranges: [range] }]
  })
}

/** What the shopper may see of the shop at all. */
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

/** Empty counts as absent: a page without a collection has nothing to name. */
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
