/** Builds the filters of a page from the merchant's settings and the catalog's values. */
import type {
  FilterConfig,
  FilterDefinition,
  FiltersResponse,
  FilterTree,
  FilterTreeConfig,
  SearchConfigRequest,
} from '@vitrine/contract'
import type { FacetBucket, FacetResult } from '@vitrine/engine'
import type { LRUCache } from 'lru-cache'
import type { SearchIndex } from '../../ports/search-index/search-index.ts'
import type { Call } from '../call.ts'
import { collectionName, findCollection } from '../platform/collection-names.ts'
import { oncePer } from '../platform/once-per.ts'
import type { PriceView } from '../platform/price-view.ts'
import { visibilityOf } from '../query/build-search-request.ts'
import { displayType, facetField } from '../query/facet-definition.ts'
import { type FacetPage, facetPage, targetNumbers, treeOfPage } from '../query/filter-trees.ts'
import { type ShopperView, shopperView } from '../query/shopper-view.ts'
import { type AuthoredRange, authoredRanges } from './authored-ranges.ts'
import { bucketLabel, filterTitle, type LabelContext } from './facet-labels.ts'
import { facetRequest } from './facet-requests.ts'
import { shownBounds } from './shown-money.ts'

export interface DefinitionDeps {
  index: SearchIndex
  /** Keys include everything that an answer depends on, so entries are never outdated. */
  definitions: LRUCache<string, PageFilters>
}

export interface PageFilters {
  filters: FilterDefinition[]
  filter_tree: FilterTree | null
}

/** About fifty megabytes. */
export const KEPT_VALUES = 200_000

export function weighDefinitions({ filters }: PageFilters): number {
  return filters.reduce((sum, { values }) => sum + 10 + values.length, 10)
}

/** Limit per filter, more than any page shows. Facet search finds the others. */
const LISTED = 250
const DEFINITIONS_KEPT_MS = 60_000

export async function filterDefinitions(
  deps: DefinitionDeps,
  call: Call<SearchConfigRequest>,
): Promise<PageFilters & { view: ShopperView }> {
  const { shop, body } = call
  const { config } = shop
  const view = shopperView(shop, body, call.identity.customerId)
  const { locale, marketId, publicationIds, catalogIds, prices } = view
  const key = JSON.stringify([
    [shop.id, shop.version, configNumber(config), await deps.index.generation(shop)],
    [locale, marketId, publicationIds, catalogIds, prices],
    [body.target_page, body.target_id],
    // A scheduled product appears at its time without any other change.
    Math.floor(call.nowMs / DEFINITIONS_KEPT_MS),
  ])
  const known = body.skip_cache ? undefined : deps.definitions.get(key)
  const found = known ?? (await findDefinitions(deps, call, view))
  deps.definitions.set(key, found)
  return { ...found, view }
}

let configs = 0
/** Distinguishes configurations with the same version, because the derived part changes without a new version. */
const configNumber = oncePer((_: object) => ++configs)

async function findDefinitions(
  deps: DefinitionDeps,
  call: Call<SearchConfigRequest>,
  view: ShopperView,
): Promise<PageFilters> {
  const { shop, body } = call
  const { config } = shop
  const target = body.target_page === 'collection' ? body.target_id : undefined
  const collection = target == null ? undefined : findCollection(config, target)
  const page = facetPage(config, treeOfPage(config, { page: body.target_page ?? 'search', collection }))
  const scope = target == null ? {} : { collection: collection?.handle ?? collectionName(target) }
  const { facets } = await deps.index.search(shop, {
    visibility: visibilityOf(config, view, { ...scope, nowMs: call.nowMs }),
    selections: [],
    facets: page.filters.map((filter) => definitionRequest(filter, view.prices)),
    prices: view.prices,
    sort: 'relevance',
    offset: 0,
    limit: 0,
    outOfStockLast: false,
  })
  const context = { config, locale: view.locale, currency: view.prices.currency }
  return {
    filters: page.filters.map((filter, i) =>
      definitionOf(filter, {
        position: page.tree ? i + 1 : (filter.position ?? i + 1),
        result: facets[i],
        context,
        prices: view.prices,
      }),
    ),
    filter_tree: page.tree ? presentTree(page.tree, page) : null,
  }
}

function definitionRequest(filter: FilterConfig, prices: PriceView) {
  const sort_by = filter.settings?.sort_by ?? 'position'
  return facetRequest(filter, { sort_by, limit: LISTED }, { selections: [], prices })
}

interface Found {
  /** Position in the page's filter tree, or else the merchant's position. */
  position: number
  result: FacetResult | undefined
  context: LabelContext
  prices: PriceView
}

function definitionOf(filter: FilterConfig, { position, result, context, prices }: Found): FilterDefinition {
  const settings = filter.settings ?? {}
  const bounds = shownBounds(filter, prices, context.locale)
  return {
    id: filter.id,
    key: filter.key,
    title: filterTitle(filter, context.locale),
    type: displayType(filter),
    attribute_type: filter.attribute_type,
    position,
    expanded: filter.expanded ?? true,
    // Invisible filters are not part of a page.
    visible: true,
    operator: filter.operator ?? 'or',
    settings: {
      multi_select: true,
      show_count: true,
      collapsible: true,
      searchable: false,
      show_more: true,
      max_display: 10,
      ...settings,
    },
    min: bounds.min ?? result?.stats?.min ?? null,
    max: bounds.max ?? result?.stats?.max ?? null,
    step: bounds.step,
    unit: bounds.unit,
    suffix: filter.suffix ?? null,
    values: valuesOf(filter, result, context),
  }
}

/** The merchant's values come first, in their order, even if no product has them. */
function valuesOf(
  filter: FilterConfig,
  result: FacetResult | undefined,
  context: LabelContext,
): FilterDefinition['values'] {
  const counts = new Map(
    (result?.buckets ?? []).filter(({ isOthers }) => !isOthers).map((bucket) => [bucket.value, bucket]),
  )
  const authored = authoredOf(filter)
  const listed = new Set(authored.map(({ value }) => value))
  const found = [...counts.values()].filter(({ value }) => !listed.has(value))
  const authoredValues = authored.map(({ authored: one, ...bucket }, i) => ({
    value: bucket.value,
    label: bucketLabel(filter, bucket, context),
    count: counts.get(bucket.value)?.count ?? 0,
    position: one.position ?? i + 1,
    hex: one.hex ?? null,
    image: one.image ?? null,
    order: one.order ?? null,
  }))
  const rest = found.map((bucket, i) => ({
    value: bucket.value,
    label: bucketLabel(filter, bucket, context),
    count: bucket.count,
    position: authored.length + i + 1,
    hex: null,
    image: null,
    order: null,
  }))
  return [...authoredValues, ...rest]
}

function authoredOf(filter: FilterConfig): (Pick<FacetBucket, 'value' | 'range'> & Pick<AuthoredRange, 'authored'>)[] {
  if (facetField(filter).kind === 'number') return authoredRanges(filter)
  const shown = (filter.values ?? []).filter(({ enabled }) => enabled !== false)
  return shown.map((authored) => ({ authored, value: authored.value }))
}

function presentTree(tree: FilterTreeConfig, page: FacetPage): FilterTree {
  return {
    id: tree.id,
    target_page: tree.target_page,
    target_ids: targetNumbers(tree),
    is_default: tree.is_default ?? false,
    title: tree.title,
    settings: tree.settings ?? {},
    data: page.filters.map(({ id, key }, i) => ({ filter_id: id, key, position: i + 1 })),
    translations: tree.translations ?? {},
  }
}

export async function listFilters(deps: DefinitionDeps, call: Call<SearchConfigRequest>): Promise<FiltersResponse> {
  const { filters, filter_tree, view } = await filterDefinitions(deps, call)
  return {
    filters: filters.map((filter) => ({
      ...filter,
      values: filter.values.map((value) => ({ ...value, count: null })),
    })),
    filter_tree,
    metadata: { region: call.region, locale: view.locale, market: call.body.market ?? null },
  }
}
