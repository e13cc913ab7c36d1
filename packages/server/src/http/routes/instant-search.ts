import { instantSearchRoute } from '@vitrine/contract'
import { type InstantSearchDeps, instantSearch } from '../../features/search/instant-search.ts'
import type { App } from '../app.ts'

export function instantSearchRoutes(app: App, deps: InstantSearchDeps): void {
  app.storefront(instantSearchRoute, (call) => instantSearch(deps, call))
}
