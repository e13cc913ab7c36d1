import type { FilterAggregationsRequest, FilterAggregationsResponse, FilterConfig, ShopConfig } from '@vitrine/contract'
import type { SearchIndex } from '../../ports/search-index/search-index.ts'
import type { Call } from '../call.ts'
import { collectionNumber } from '../platform/collection-names.ts'
import { targetNumbers } from '../query/filter-trees.ts'
import { type BuiltSearchRequest, type SearchRequestDeps, buildSearchRequest } from '../query/build-search-request.ts'
import { assignmentsAbout, variedShop } from '../experiments/variant-settings.ts'
import { displayType } from '../query/facet-definition.ts'
import { filterTitle } from './facet-labels.ts'
import { facetRequest, namedFilters } from './facet-requests.ts'
import { presentAggregations } from './present-aggregations.ts'

export interface FacetDeps extends SearchRequestDeps {
  index: SearchIndex
}

export async function aggregateFilters(
  deps: FacetDeps,
  asked: Call<FilterAggregationsRequest>,
): Promise<FilterAggregationsResponse> {
  const begunMs = performance.now()
  // Uses the visitor's search variant, as `search` does, so that the numbers agree.
  const call = { ...asked, shop: variedShop(asked.shop, assignmentsAbout('search', asked.shop, asked.identity)) }
  const { shop, body } = call
  const built = await buildSearchRequest(deps, call)
  const filters = body.facets?.length ? namedFilters(shop.config, body.facets) : filtersByRules(shop.config, built)
  const situation = { selections: built.selections, prices: built.view.prices }
  const facets = filters.map((filter) => facetRequest(filter, body.options ?? {}, situation))
  const result = await deps.index.search(shop, { ...built.request, facets, sort: 'relevance', offset: 0, limit: 0 })
  const { locale, prices } = built.view
  const labels = { config: shop.config, locale, currency: prices.currency }
  return {
    aggregations: presentAggregations(filters, result.facets, labels),
    facets: filters.map((filter) => facetSummary(filter, locale)),
    tree: treeSummary(built),
    metadata: {
      total_products: result.total,
      query_time: Math.round(performance.now() - begunMs),
      region: call.region,
    },
  }
}

/** Returns the page's filters, with those that rules add or put in their place. Unknown keys are left out. */
function filtersByRules({ filters: all }: ShopConfig, { page, rules }: BuiltSearchRequest): readonly FilterConfig[] {
  const { replace, add } = rules.filters
  if (replace === undefined && add.length === 0) return page.filters
  const named = (keys: readonly string[]) => keys.flatMap((key) => all.find((filter) => filter.key === key) ?? [])
  return [...new Set([...named(add), ...(replace === undefined ? page.filters : named(replace))])]
}

function facetSummary(filter: FilterConfig, locale: string) {
  const { id, key, attribute_type } = filter
  return { id, key, title: filterTitle(filter, locale), data_type: displayType(filter), attribute_type }
}

function treeSummary({ page: { tree }, collection }: BuiltSearchRequest): FilterAggregationsResponse['tree'] {
  if (!tree) return null
  const target =
    tree.target_page === 'collection'
      ? ((collection && collectionNumber(collection)) ?? targetNumbers(tree)[0] ?? null)
      : null
  return { id: tree.id, target_page: tree.target_page, target_id: target, is_default: tree.is_default ?? false }
}
