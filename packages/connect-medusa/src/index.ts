/** Configured as a provider of `@medusajs/medusa/search`; see the README. */
import { VitrineSearchService } from './search-provider.ts'

export type { VitrineOptions } from './options.ts'
export { VitrineSearchService }

/** Equals the result of Medusa's `ModuleProvider(Modules.SEARCH, { services })`. */
export default { module: 'search', services: [VitrineSearchService] }
