import { imageSearchRoute } from '@vitrine/contract'
import { type ImageSearchDeps, searchByImage } from '../../features/image-search/image-search.ts'
import type { App } from '../app.ts'

export function imageSearchRoutes(app: App, deps: ImageSearchDeps): void {
  app.storefront(imageSearchRoute, (call) => searchByImage(deps, call))
}
