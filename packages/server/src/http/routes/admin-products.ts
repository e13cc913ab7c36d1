import { Readable } from 'node:stream'
import {
  acpFeedRoute,
  bulkProductsRoute,
  checkImportRoute,
  deleteProductRoute,
  getProductRoute,
  importProductsRoute,
  listProductsRoute,
  productValuesRoute,
  putProductRoute,
} from '@vitrine/contract'
import { withAccessChecks } from '../../features/access/with-access-checks.ts'
import { acpFeed } from '../../features/agents/acp-feed.ts'
import {
  type CatalogDeps,
  checkFile,
  deleteProduct,
  findProduct,
  importFile,
  putProduct,
  putProductLines,
} from '../../features/catalog/manage-products.ts'
import { type FeedDeletion, MAX_DELETED_SHARE } from '../../features/catalog/import/delete-absent.ts'
import { type ListDeps, listProducts, listValues } from '../../features/catalog/list-products.ts'
import { Refusal } from '../../features/errors.ts'
import type { ImportJobs } from '../../features/insights/import-jobs.ts'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { App } from '../app.ts'

export type ProductDeps = CatalogDeps &
  ListDeps & { imports: Pick<ImportJobs, 'follow'>; findShop(id: string): Promise<Shop | undefined> }

export function adminProductRoutes(app: App, deps: ProductDeps): void {
  app.admin(bulkProductsRoute, ({ params, query, stream }) =>
    putProductLines(deps, params.shop!, stream, waitOf(query)),
  )
  app.admin(importProductsRoute, ({ params, query, actor, stream }) => {
    const file = { file: query.name ?? query.feed ?? 'products', actor: actor.name }
    const options = { answerWhen: waitOf(query), from: query.from, map: query.map, ...feedOf(query) }
    return deps.imports.follow(params.shop!, file, stream, (bytes) => importFile(deps, params.shop!, bytes, options))
  })
  app.admin(checkImportRoute, ({ params, query, stream }) => checkFile(deps, params.shop!, stream, query))
  app.admin(acpFeedRoute, async ({ params, nowMs, currentActor }) => {
    const shop = await deps.findShop(params.shop!)
    if (!shop) throw new Refusal(404, `there is no shop ${params.shop}`)
    return Readable.from(withAccessChecks(acpFeed(deps.store, shop, nowMs), currentActor))
  })
  app.admin(listProductsRoute, ({ params, query }) => listProducts(deps, params.shop!, query))
  app.admin(productValuesRoute, ({ params, query }) =>
    listValues(deps, params.shop!, query.attribute as 'tag' | 'vendor' | 'product_type'),
  )
  app.admin(getProductRoute, ({ params }) => findProduct(deps, params.shop!, params.id!))
  app.admin(putProductRoute, async ({ params, query, body, setStatus }) => {
    const { product, created } = await putProduct(deps, params.shop!, params.id!, body, waitOf(query))
    if (created) setStatus(201)
    return product
  })
  app.admin(deleteProductRoute, ({ params, query }) => deleteProduct(deps, params.shop!, params.id!, waitOf(query)))
}

function feedOf({ feed, max_deleted_share: share }: Record<string, string>): { feed?: FeedDeletion } {
  return feed ? { feed: { name: feed, maxDeletedShare: share === undefined ? MAX_DELETED_SHARE : Number(share) } } : {}
}

function waitOf(query: Record<string, string>): 'stored' | 'findable' {
  return query.wait === 'true' ? 'findable' : 'stored'
}
