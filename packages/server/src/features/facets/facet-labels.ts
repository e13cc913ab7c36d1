/** What a bucket is called on the page: the merchant's word, in the shopper's language where there is one. */
import type { FilterConfig, ShopConfig } from '@vitrine/contract'
import { type FacetBucket, IN_STOCK, OTHERS, OUT_OF_STOCK } from '@vitrine/engine'
import { collectionByName } from './filter-trees.ts'

export interface LabelContext {
  config: ShopConfig
  locale: string
}

export function bucketLabel(
  filter: FilterConfig,
  bucket: Pick<FacetBucket, 'value' | 'range'>,
  context: LabelContext,
): string {
  const { value, range } = bucket
  const translated = localized(filter.translations, context.locale)?.[value]
  if (translated) return translated
  const authored = filter.values?.find((one) => one.value === value)?.label
  if (authored) return authored
  if (range) return rangeLabel(filter, range)
  return knownLabel(filter, value, context) ?? value
}

export function filterTitle(filter: FilterConfig, locale: string): string {
  return localized(filter.translations, locale)?.title ?? filter.title
}

/** The texts of a locale, else of its language. */
export function localized<T>(texts: Record<string, T> | undefined, locale: string): T | undefined {
  return texts?.[locale] ?? texts?.[locale.split('-')[0] ?? locale]
}

const AVAILABILITY = new Map([
  [IN_STOCK, 'In stock'],
  [OUT_OF_STOCK, 'Out of stock'],
])
const REDUCTION = new Map([
  ['true', 'On sale'],
  ['false', 'Regular price'],
])

function knownLabel(filter: FilterConfig, value: string, { config, locale }: LabelContext): string | undefined {
  if (value === OTHERS) return 'Others'
  if (filter.attribute_type === 'availability') return AVAILABILITY.get(value)
  if (filter.attribute_type === 'discount') return REDUCTION.get(value)
  if (filter.attribute_type !== 'collection') return undefined
  const collection = collectionByName(config, value)
  return collection && (localized(collection.translations, locale)?.title ?? collection.title)
}

function rangeLabel(filter: FilterConfig, { from, to }: { from: number; to: number }): string {
  const unit = filter.suffix ?? filter.unit ?? ''
  if (to === Number.POSITIVE_INFINITY) return `${from}${unit} & up`
  return from === Number.NEGATIVE_INFINITY ? `up to ${to}${unit}` : `${from}${unit} – ${to}${unit}`
}
