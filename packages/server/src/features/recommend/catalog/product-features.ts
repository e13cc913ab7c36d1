import { type Analyzer, fold } from '@vitrine/engine'
import type { Product } from '../../../ports/record-store/product.ts'
import type { CatalogEntry } from './catalog-entries.ts'

const WORD = /[\p{L}\p{N}]{3,}/gu
/** Names of options that describe a product's appearance, not just its sizes. */
const SPEAKING_OPTIONS = /colou?r|material|style|scent|flavou?r|finish|pattern/i

/** Returns what the catalog says about a product as features for similarity; the prefix before the colon decides the weight. */
export function productFeatures(
  product: Product,
  { collections, kind }: Pick<CatalogEntry, 'collections' | 'kind'>,
  analyzer: Analyzer,
): string[] {
  const features = collections.map((handle) => `collection:${handle}`)
  if (kind) features.push(`type:${kind}`)
  if (product.vendor) features.push(`vendor:${product.vendor.toLowerCase()}`)
  for (const tag of product.tags) features.push(`tag:${tag.toLowerCase()}`)
  for (const word of product.title.toLowerCase().match(WORD) ?? [])
    if (!analyzer.isStopWord(fold(word))) features.push(`word:${word}`)
  for (const { name, values } of product.options)
    if (SPEAKING_OPTIONS.test(name))
      for (const value of values.slice(0, 20)) features.push(`option:${value.toLowerCase()}`)
  return features
}
