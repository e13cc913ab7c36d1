/** Use `VitrineSearchPlugin.init({ … })` in place of `DefaultSearchPlugin`. */
import { PluginCommonModule, VendurePlugin } from '@vendure/core'
import { readOptions, type VitrineOptions } from './options.ts'
import { AdminSearchResolver, SEARCH_SCHEMA, ShopSearchResolver } from './resolvers.ts'
import { VitrineSearchService } from './search-service.ts'
import { VitrineSync } from './sync.ts'
import { OPTIONS } from './tokens.ts'
import { VendureCatalog } from './vendure-catalog.ts'

export type { VitrineOptions } from './options.ts'

// biome-ignore lint/complexity/noStaticOnlyClass: a plugin of Vendure is a class, and its settings are kept on it
export class VitrineSearchPlugin {
  static options: VitrineOptions

  static init(options: VitrineOptions): typeof VitrineSearchPlugin {
    VitrineSearchPlugin.options = readOptions(options)
    return VitrineSearchPlugin
  }
}

interface Config {
  customFields: { Order?: object[] }
}

VendurePlugin({
  imports: [PluginCommonModule],
  providers: [
    { provide: OPTIONS, useFactory: () => VitrineSearchPlugin.options },
    VendureCatalog,
    VitrineSearchService,
    VitrineSync,
  ],
  shopApiExtensions: { schema: SEARCH_SCHEMA, resolvers: [ShopSearchResolver] },
  adminApiExtensions: { schema: SEARCH_SCHEMA, resolvers: [AdminSearchResolver] },
  configuration: (config: Config) => {
    const label = [{ languageCode: 'en', value: 'Visitor (Vitrine)' }]
    config.customFields.Order = [
      ...(config.customFields.Order ?? []),
      { name: 'vitrineVisitor', type: 'string', nullable: true, public: true, label },
    ]
    return config
  },
  compatibility: '^3.5.0',
})(VitrineSearchPlugin)
