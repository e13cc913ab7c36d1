import { buildIndex, surveyCatalog } from '@vitrine/engine'
import { metafieldNames } from '../../features/automatic/attribute-metafields.ts'
import { isAutomatic, withDerived } from '../../features/automatic/automatic-shops.ts'
import { deriveConfig } from '../../features/automatic/derive-config.ts'
import { type EffectiveConfig, effectiveConfig } from '../../features/automatic/effective-config.ts'
import type { Product } from '../../ports/record-store/product.ts'
import type { RecordStore, Shop } from '../../ports/record-store/record-store.ts'
import { collectionLookup } from '../../ports/search-index/collection-rules.ts'
import { productDoc } from '../../ports/search-index/product-doc.ts'

/** As many as a survey looks at. */
const MAX_PRODUCTS = 20_000
const PAGE = 500

/** Derives from the products in the store what follows from the catalog, without a server. */
export async function deriveFromStore(store: RecordStore, shop: Shop): Promise<EffectiveConfig> {
  const { config } = shop
  if (!isAutomatic(config)) return effectiveConfig(shop, undefined)
  const collections = collectionLookup(config.collections)
  const products: Product[] = []
  while (products.length < MAX_PRODUCTS) {
    const page = await store.scanProducts(shop.id, products.at(-1)?.id ?? 0, PAGE)
    if (page.length === 0) break
    products.push(...page)
  }
  const docs = products.flatMap((product) => productDoc(product, collections) ?? [])
  const survey = surveyCatalog(buildIndex(docs, config.shop.primary_locale))
  const derived = deriveConfig(survey, config, metafieldNames(products))
  return effectiveConfig({ ...shop, config: withDerived(config, derived) }, derived)
}
