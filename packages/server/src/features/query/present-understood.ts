/** Presents each understood part of a query with its text, a label for a chip, and the matching selection. */
import type { ShopConfig, Understood } from '@vitrine/contract'
import type { AppliedCriterion, OperatorKind, PriceBounds, ReadingKind } from '@vitrine/engine'
import type { PriceView } from '../platform/price-view.ts'
import { facetField } from './facet-definition.ts'

export interface UnderstoodView {
  config: ShopConfig
  locale: string
  prices: PriceView
}

export function presentUnderstood(understood: readonly AppliedCriterion[], view: UnderstoodView): Understood[] {
  return understood.flatMap(({ asked, held }) => {
    const kind = WIRE_KINDS[asked.kind]
    if (kind === undefined) return []
    const { text, price } = asked
    return [
      {
        kind,
        text,
        label: labelOf(asked, view),
        filter: price ? priceFilter(price, view) : facetOf(asked, view),
        held,
      },
    ]
  })
}

/** Part numbers and filler have no chip. */
const WIRE_KINDS: Partial<Record<ReadingKind | OperatorKind, Understood['kind']>> = {
  price: 'price',
  color: 'color',
  size: 'size',
  measure: 'measure',
  exclusion: 'exclude',
  phrase: 'phrase',
  vendor: 'vendor',
  category: 'product_type',
}

type Asked = AppliedCriterion['asked']

/** Uses symbols instead of words, because chips are shown in every language. */
function labelOf({ kind, label, price }: Asked, view: UnderstoodView): string {
  if (price && isBounded(price)) return priceLabel(price, view)
  return kind === 'exclusion' ? `− ${label}` : label
}

/** A price such as "cheap" has no bounds. */
function isBounded({ min, max }: PriceBounds): boolean {
  return min !== null || max !== null
}

function priceLabel({ min, max }: PriceBounds, { locale, prices }: UnderstoodView): string {
  const money = (amount: number) => moneyText(amount, locale, prices)
  if (min !== null && max !== null) return `${money(min)} – ${money(max)}`
  return min === null ? `≤ ${money(max!)}` : `≥ ${money(min)}`
}

function moneyText(amount: number, locale: string, { currency }: PriceView): string {
  try {
    const digits = Number.isInteger(amount) ? { maximumFractionDigits: 0 } : {}
    return new Intl.NumberFormat(locale, { style: 'currency', currency, ...digits }).format(amount)
  } catch {
    // The runtime does not know the locale or the currency.
    return `${amount} ${currency}`
  }
}

function priceFilter(price: PriceBounds, { config }: UnderstoodView): Understood['filter'] {
  if (!isBounded(price)) return null
  const { min, max } = price
  const filter = config.filters.find(({ attribute_type }) => attribute_type === 'price')
  return filter ? { key: filter.key, value: [`${min ?? ''}:${max ?? ''}`] } : null
}

/** Uses the shop's first facet that has these values. */
function facetOf({ attributes }: Asked, { config }: UnderstoodView): Understood['filter'] {
  for (const { kind, name, values } of attributes) {
    const filter = config.filters.find((each) => {
      const field = facetField(each)
      return field.kind === kind && field.name === name
    })
    if (filter) return { key: filter.key, value: [...values] }
  }
  return null
}
