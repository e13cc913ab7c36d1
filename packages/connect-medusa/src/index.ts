/**
 * The module provider. Configure it as `modules: [{ resolve: '@medusajs/medusa/search', options: { providers: [{
 * resolve: '@vitrine/connect-medusa' … }] } }]`.
 */
import { VitrineSearchService } from './search-provider.ts'

export type { VitrineOptions } from './options.ts'
export { VitrineSearchService }

/** The same object that Medusa's `ModuleProvider(Modules.SEARCH, { services })` returns. */
export default { module: 'search', services: [VitrineSearchService] }
