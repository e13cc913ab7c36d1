import { legacyRecommendationsRoute, recommendationsRoute } from '@vitrine/contract'
import type { RecommendDeps } from '../../features/recommend/open-recommend-context.ts'
import { recommendQueries, recommendSimilar } from '../../features/recommend/recommend-queries.ts'
import type { App } from '../app.ts'

export function recommendationRoutes(app: App, deps: RecommendDeps): void {
  app.storefront(recommendationsRoute, (call) => recommendQueries(deps, call))
  app.storefront(legacyRecommendationsRoute, (call) => recommendSimilar(deps, call))
}
