import {
  explainRoute,
  previewAggregationsRoute,
  previewInstantSearchRoute,
  previewSearchRoute,
  previewSectionsRoute,
} from '@vitrine/contract'
import { explainProduct } from '../../features/preview/explain-product.ts'
import {
  type PreviewFeatures,
  previewAggregations,
  previewInstantSearch,
  previewSearch,
  previewSections,
} from '../../features/preview/preview.ts'
import type { PreviewCall } from '../../features/preview/preview-shop.ts'
import type { App } from '../app.ts'
import type { AdminCall } from '../call.ts'

export function adminPreviewRoutes(app: App, deps: PreviewFeatures): void {
  app.admin(previewSearchRoute, (call) => previewSearch(deps, asked(call)))
  app.admin(previewInstantSearchRoute, (call) => previewInstantSearch(deps, asked(call)))
  app.admin(previewSectionsRoute, (call) => previewSections(deps, asked(call)))
  app.admin(previewAggregationsRoute, (call) => previewAggregations(deps, asked(call)))
  app.admin(explainRoute, (call) => explainProduct(deps, asked(call)))
}

function asked<Body>({ params, body, requestId, nowMs }: AdminCall<Body>): PreviewCall<Body> {
  return { shop: params.shop!, body, requestId, nowMs }
}
