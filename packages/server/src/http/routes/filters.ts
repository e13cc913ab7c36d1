import { filtersRoute } from '@vitrine/contract'
import type { DefinitionDeps } from '../../features/facets/filter-definitions.ts'
import { listFilters } from '../../features/facets/list-filters.ts'
import type { App } from '../app.ts'

export function filterRoutes(app: App, deps: DefinitionDeps): void {
  app.storefront(filtersRoute, (call) => listFilters(deps, call))
}
