import { automaticRoute } from '@vitrine/contract'
import type { RecommendDeps } from '../../features/recommend/open-recommend-context.ts'
import { recommendAutomatic } from '../../features/recommend/recommend-automatic.ts'
import type { App } from '../app.ts'

export function automaticRoutes(app: App, deps: RecommendDeps): void {
  app.storefront(automaticRoute, (call) => recommendAutomatic(deps, call))
}
