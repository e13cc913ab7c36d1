import {
  bulkProductsRoute,
  deleteProductRoute,
  getProductRoute,
  importProductsRoute,
  listProductsRoute,
  putProductRoute,
} from '@vitrine/contract'
import {
  type CatalogDeps,
  deleteProduct,
  findProduct,
  importFile,
  putProduct,
  putProductLines,
} from '../../features/catalog/manage-products.ts'
import { type ListDeps, listProducts } from '../../features/catalog/list-products.ts'
import type { App } from '../app.ts'

export function adminProductRoutes(app: App, deps: CatalogDeps & ListDeps): void {
  app.admin(bulkProductsRoute, ({ params, query, stream }) =>
    putProductLines(deps, params.shop!, stream, waitOf(query)),
  )
  app.admin(importProductsRoute, ({ params, query, stream }) => importFile(deps, params.shop!, stream, waitOf(query)))
  app.admin(listProductsRoute, ({ params, query }) => listProducts(deps, params.shop!, query))
  app.admin(getProductRoute, ({ params }) => findProduct(deps, params.shop!, params.id!))
  app.admin(putProductRoute, async ({ params, query, body, setStatus }) => {
    const { product, created } = await putProduct(deps, params.shop!, params.id!, body, waitOf(query))
    if (created) setStatus(201)
    return product
  })
  app.admin(deleteProductRoute, ({ params, query }) => deleteProduct(deps, params.shop!, params.id!, waitOf(query)))
}

function waitOf(query: Record<string, string>): 'stored' | 'findable' {
  return query.wait === 'true' ? 'findable' : 'stored'
}
