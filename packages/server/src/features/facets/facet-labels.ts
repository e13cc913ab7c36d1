/** Name of a bucket on the page: the merchant's word, in the shopper's language if there is one. */
import type { FilterConfig, ShopConfig } from '@vitrine/contract'
import { type FacetBucket, IN_STOCK, OTHERS, OUT_OF_STOCK } from '@vitrine/engine'
import { localizedText, localizedTexts } from '../platform/localized.ts'
import { authoredRanges } from './authored-ranges.ts'
import { type FacetWords, facetWords } from './facet-words.ts'
import { findCollection } from '../platform/collection-names.ts'
import { numberFormat } from './number-format.ts'

export interface LabelContext {
  config: ShopConfig
  locale: string
  /** Ranges of prices are in the currency the shopper sees. */
  currency: string
}

type LabelledBucket = Pick<FacetBucket, 'value' | 'range'>

export function bucketLabel(filter: FilterConfig, bucket: LabelledBucket, context: LabelContext): string {
  return bucketLabels(filter, context)(bucket)
}

/** The same for all buckets of one filter. */
export function bucketLabels(filter: FilterConfig, context: LabelContext): (bucket: LabelledBucket) => string {
  const written = localizedTexts(filter.translations, context.locale)
  const format = boundFormat(filter, context)
  return ({ value, range }) => {
    const authored = range
      ? authoredRanges(filter).find((one) => one.value === value)?.authored
      : filter.values?.find((one) => one.value === value)
    const label = written(value) ?? (authored && written(authored.value)) ?? authored?.label
    if (label) return label
    if (range) return rangeLabel(range, format, context.locale)
    return knownLabel(filter, value, context) ?? value
  }
}

export function filterTitle(filter: FilterConfig, locale: string): string {
  return localizedText(filter.translations, locale, 'title') ?? filter.title
}

function knownLabel(filter: FilterConfig, value: string, { config, locale }: LabelContext): string | undefined {
  const words = facetWords(locale)
  if (value === OTHERS) return words.others
  if (filter.attribute_type === 'availability') return availabilityLabel(value, words)
  if (filter.attribute_type === 'discount') return discountLabel(value, words)
  if (filter.attribute_type === 'metafield' || filter.attribute_type === 'option') return readable(value)
  if (filter.attribute_type !== 'collection') return undefined
  const collection = findCollection(config, value)
  return collection && (localizedText(collection.translations, locale, 'title') ?? collection.title)
}

function availabilityLabel(value: string, { inStock, outOfStock }: FacetWords): string | undefined {
  if (value === IN_STOCK) return inStock
  return value === OUT_OF_STOCK ? outOfStock : undefined
}

function discountLabel(value: string, { onSale, regularPrice }: FacetWords): string | undefined {
  if (value === 'true') return onSale
  return value === 'false' ? regularPrice : undefined
}

/** The platform exports its own attributes as handles: `moisture-wicking` reads "Moisture wicking", `12-18-months` "12-18 months". */
function readable(value: string): string | undefined {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(value) || !/[a-z]{2}/.test(value)) return undefined
  const words = value.replace(/-(?!\d)|(?<=[a-z])-/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Range = { from: number; to: number }

function rangeLabel({ from, to }: Range, format: (bound: number) => string, locale: string): string {
  const words = facetWords(locale)
  if (to === Number.POSITIVE_INFINITY) return words.from.replace('{0}', () => format(from))
  if (from === Number.NEGATIVE_INFINITY) return words.upTo.replace('{1}', () => format(to))
  return `${format(from)} – ${format(to)}`
}

/** Prices as money of the shopper's currency; other numbers with the unit the merchant gave. */
function boundFormat(filter: FilterConfig, { locale, currency }: LabelContext): (bound: number) => string {
  if (filter.attribute_type === 'price') {
    const money = numberFormat(locale, currency)
    return (bound) => money.format(bound)
  }
  const numbers = numberFormat(locale)
  const unit = filter.suffix ?? filter.unit ?? ''
  return (bound) => `${numbers.format(bound)}${unit}`
}
