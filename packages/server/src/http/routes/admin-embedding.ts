import { embeddingRoute } from '@vitrine/contract'
import { withExternalIds } from '../../features/catalog/external-ids.ts'
import type { ProductReader } from '../../features/catalog/product-reader.ts'
import { Refusal } from '../../features/errors.ts'
import type { Shop, ShopId } from '../../ports/record-store/record-store.ts'
import type { ImageFailure } from '../../ports/vector-archive/vector-archive.ts'
import type { App } from '../app.ts'

export interface EmbeddingRouteDeps {
  products: Pick<ProductReader, 'read'>
  progress: (
    shop: ShopId,
  ) => Promise<{ kind: 'text' | 'image'; space: string; done: number; total: number; complete: boolean }[]>
  failures: (shop: ShopId, limit: number) => Promise<readonly ImageFailure[]>
  findShop: (id: ShopId) => Promise<Shop | undefined>
}

export function adminEmbeddingRoutes(app: App, deps: EmbeddingRouteDeps): void {
  app.admin(embeddingRoute, async ({ params, query }) => {
    const shop = await deps.findShop(params.shop!)
    if (!shop) throw new Refusal(404, `there is no shop ${params.shop}`)
    const failures = await deps.failures(shop.id, Number(query.limit ?? 100))
    const presented = await withExternalIds(deps.products, shop.id, failures.map(presentFailure))
    return { spaces: await deps.progress(shop.id), failures: presented }
  })
}

function presentFailure({ productId, src, reason, attempts, retryAtMs }: ImageFailure) {
  return {
    product_id: productId,
    src: src.slice(0, 500),
    reason,
    attempts,
    retry_at: retryAtMs === null ? null : new Date(retryAtMs).toISOString(),
  }
}
