import { searchConfigRoute } from '@vitrine/contract'
import { readSearchConfig, type SearchConfigDeps } from '../../features/search/read-search-config.ts'
import type { App } from '../app.ts'

export function configRoutes(app: App, deps: SearchConfigDeps): void {
  app.storefront(searchConfigRoute, (call) => readSearchConfig(deps, call))
}
