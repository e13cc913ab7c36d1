/** Constraints that a shopper types: "sofa under $500" asks for sofas up to 500 in the currency that is shown. */
import type { ShopConfig, Understood } from '@vitrine/contract'
import { analyzerFor, fold, type PriceRange, readPrice, type Selection } from '@vitrine/engine'
import type { PriceView } from '../platform/price-view.ts'

export interface UnderstoodQuery {
  /** The words that are left to look for. */
  text: string
  understood: Understood[]
  selections: Selection[]
}

export interface UnderstandOptions {
  config: ShopConfig
  locale: string
  prices: PriceView
  /** Texts of constraints that do not apply. */
  ignore: readonly string[]
}

export function understandQuery(query: string, options: UnderstandOptions): UnderstoodQuery {
  const found = readPrice(fold(query), analyzerFor(options.locale).language)
  if (found === undefined || isIgnored(found.phrase, options.ignore))
    return { text: query, understood: [], selections: [] }
  const { min, max } = found.range
  const range = { from: min ?? Number.NEGATIVE_INFINITY, to: max ?? Number.POSITIVE_INFINITY }
  return {
    text: found.rest.trim(),
    understood: [
      {
        kind: 'price',
        text: asTyped(query, found.phrase),
        label: labelOf(found.range, options),
        filter: filterOf(found.range, options),
      },
    ],
    selections: [
      // A key of its own: what the shopper picks in the price facet comes on top of what they typed.
      {
        key: '@understood:price',
        field: { kind: 'number', name: 'price' },
        operator: 'or',
        values: [],
        ranges: [range],
      },
    ],
  }
}

function isIgnored(phrase: string, ignore: readonly string[]): boolean {
  return ignore.some((text) => fold(text).trim() === phrase)
}

/** Folding may change the length of a text; then the folded one has to do. */
function asTyped(query: string, phrase: string): string {
  const folded = fold(query)
  const at = folded.indexOf(phrase)
  return folded.length === query.length && at >= 0 ? query.slice(at, at + phrase.length) : phrase
}

function labelOf({ min, max }: PriceRange, { locale, prices }: UnderstandOptions): string {
  const money = (amount: number) => moneyText(amount, locale, prices)
  if (min !== null && max !== null) return `${money(min)} – ${money(max)}`
  return min === null ? `≤ ${money(max!)}` : `≥ ${money(min)}`
}

function moneyText(amount: number, locale: string, { currency }: PriceView): string {
  try {
    const digits = Number.isInteger(amount) ? { maximumFractionDigits: 0 } : {}
    return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits }).format(amount)
  } catch {
    // A locale or currency that the platform does not know.
    return `${amount} ${currency}`
  }
}

function filterOf({ min, max }: PriceRange, { config }: UnderstandOptions): Understood['filter'] {
  const filter = config.filters.find(({ attribute_type }) => attribute_type === 'price')
  return filter ? { key: filter.key, value: [`${min ?? ''}:${max ?? ''}`] } : null
}
