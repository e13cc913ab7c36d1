import { searchRoute } from '@vitrine/contract'
import { type SearchDeps, searchProducts } from '../../features/search/search-products.ts'
import type { App } from '../app.ts'

export function searchRoutes(app: App, deps: SearchDeps): void {
  app.storefront(searchRoute, (call) => searchProducts(deps, call))
}
