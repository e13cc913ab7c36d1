import { productsRoute } from '@vitrine/contract'
import { type LookUpDeps, lookUpProducts } from '../../features/look-up/look-up-products.ts'
import type { App } from '../app.ts'

export function productRoutes(app: App, deps: LookUpDeps): void {
  app.storefront(productsRoute, (call) => lookUpProducts(deps, call))
}
