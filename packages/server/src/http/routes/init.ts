import { initRoute, searchInitRoute } from '@vitrine/contract'
import { type SessionDeps, startSearchVisit, startVisit } from '../../features/session/start-visit.ts'
import type { App } from '../app.ts'

export function initRoutes(app: App, deps: SessionDeps): void {
  app.storefront(initRoute, (call) => startVisit(deps, call))
  app.storefront(searchInitRoute, (call) => startSearchVisit(deps, call))
}
