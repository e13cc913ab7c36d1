import { type Analyzer, fold } from '@vitrine/engine'
import type { Product } from '../../../ports/record-store/product.ts'
import type { CatalogEntry } from './catalog-entries.ts'

const WORD = /[\p{L}\p{N}]{3,}/gu
/** Option names that say what a product looks like, not merely which sizes it comes in. */
const SPEAKING_OPTIONS = /colou?r|material|style|scent|flavou?r|finish|pattern/i

/** Returns what the catalog says a product is, as features for likeness; the kind before the colon decides the weight. */
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
