/** The part of the configuration that decides how products are indexed. When it changes, the index is rebuilt. */
import { createHash } from 'node:crypto'
import type { CollectionConfig, ShopConfig } from '@vitrine/contract'
import { analysisVersion } from '@vitrine/engine'

export interface IndexingPlan {
  locale: string
  collections: readonly CollectionConfig[]
  /** Includes the versions of the mapping and of the language's text analysis. */
  key: string
}

/** Increase this when product-doc.ts maps products differently, or values are sorted differently. */
const MAPPING_VERSION = 6

const plans = new WeakMap<ShopConfig, IndexingPlan>()

export function indexingPlan(config: ShopConfig): IndexingPlan {
  const known = plans.get(config)
  if (known) return known
  const locale = config.shop.primary_locale
  const { collections } = config
  const analysis = analysisVersion(locale)
  const key = createHash('sha256')
    .update(JSON.stringify([MAPPING_VERSION, locale, collections, ...(analysis > 0 ? [analysis] : [])]))
    .digest('hex')
  const plan = { locale, collections, key }
  plans.set(config, plan)
  return plan
}
