import { topRoute } from '@vitrine/contract'
import { recommendTop, type TopDeps } from '../../features/recommend/recommend-top.ts'
import type { App } from '../app.ts'

export function topRoutes(app: App, deps: TopDeps): void {
  app.storefront(topRoute, (call) => recommendTop(deps, call))
}
