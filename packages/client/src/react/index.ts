/** React bindings. On a server, rendering fetches nothing; pass in data instead. */
import type * as Types from '../types.ts'
import { type HookOptions, type Loaded, useCall } from './use-call.ts'

export * from './client-context.ts'
export type { HookOptions, Loaded } from './use-call.ts'
export * from './use-events.ts'
export * from './use-search.ts'
export * from './use-search-state.ts'

export function useFacets(
  request: Types.FilterAggregationsRequest,
  options?: HookOptions<Types.FilterAggregationsResponse>,
): Loaded<Types.FilterAggregationsResponse> {
  return useCall((client) => client.filterAggregations, request, options)
}

export function useInstantSearch(
  request: Types.InstantSearchRequest,
  options?: HookOptions<Types.InstantSearchResponse>,
): Loaded<Types.InstantSearchResponse> {
  return useCall((client) => client.instantSearch, request, options)
}

export function useProducts<V extends Types.View = 'product_details'>(
  request: Types.ProductsRequest<V>,
  options?: HookOptions<Types.ProductsResponse<Types.ShopTypes, V>>,
): Loaded<Types.ProductsResponse<Types.ShopTypes, V>> {
  return useCall((client) => client.products<V>, request, options)
}

export function useSections(
  request: Types.SectionsRequest,
  options?: HookOptions<Types.SectionsResponse>,
): Loaded<Types.SectionsResponse> {
  return useCall((client) => client.sections, request, options)
}

export function useRecommendations<const Query extends Types.RecommendationQuery>(
  request: Types.RecommendationsRequest<Query>,
  options?: HookOptions<Types.RecommendationsResponse<Types.ShopTypes, Query>>,
): Loaded<Types.RecommendationsResponse<Types.ShopTypes, Query>> {
  return useCall((client) => client.recommendations<Query>, request, options)
}
