import { filterAggregationsRoute } from '@vitrine/contract'
import { aggregateFilters, type FacetDeps } from '../../features/facets/aggregate-filters.ts'
import type { App } from '../app.ts'

export function filterAggregationRoutes(app: App, deps: FacetDeps): void {
  app.storefront(filterAggregationsRoute, (call) => aggregateFilters(deps, call))
}
