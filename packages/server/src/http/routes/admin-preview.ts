import {
  explainRoute,
  previewAggregationsRoute,
  previewImageSearchRoute,
  previewInstantSearchRoute,
  previewSearchRoute,
  previewSectionsRoute,
} from '@vitrine/contract'
import { withExternalIds } from '../../features/catalog/external-ids.ts'
import { explainProduct } from '../../features/preview/explain-product.ts'
import {
  type PreviewFeatures,
  previewAggregations,
  previewImageSearch,
  previewInstantSearch,
  previewSearch,
  previewSections,
} from '../../features/preview/preview.ts'
import type { PreviewCall } from '../../features/preview/preview-shop.ts'
import type { TenantCache } from '../../features/shops/tenant-cache.ts'
import type { App } from '../app.ts'
import type { AdminCall } from '../call.ts'

export interface PreviewDeps extends PreviewFeatures {
  /** A preview needs the shop in memory. */
  residents: Pick<TenantCache, 'during'>
}

export function adminPreviewRoutes(app: App, deps: PreviewDeps): void {
  const inMemory =
    <Body>(preview: (deps: PreviewFeatures, call: PreviewCall<Body>) => unknown) =>
    (call: AdminCall<Body>) =>
      deps.residents.during(call.params.shop!, async () =>
        withExternalIds(deps.search.products, call.params.shop!, await preview(deps, asked(call))),
      )
  app.admin(previewSearchRoute, inMemory(previewSearch))
  app.admin(previewInstantSearchRoute, inMemory(previewInstantSearch))
  app.admin(previewSectionsRoute, inMemory(previewSections))
  app.admin(previewAggregationsRoute, inMemory(previewAggregations))
  app.admin(previewImageSearchRoute, inMemory(previewImageSearch))
  app.admin(explainRoute, inMemory(explainProduct))
}

function asked<Body>({ params, body, requestId, nowMs }: AdminCall<Body>): PreviewCall<Body> {
  return { shop: params.shop!, body, requestId, nowMs }
}
