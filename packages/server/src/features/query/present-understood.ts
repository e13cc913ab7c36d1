/** Constraints as the wire shows them: what was typed, a label for a chip, and the facet selection that it amounts to. */
import type { ShopConfig, Understood } from '@vitrine/contract'
import type { Constraint, PriceRange } from '@vitrine/engine'
import type { PriceView } from '../platform/price-view.ts'
import { facetField } from './facet-definition.ts'

export interface UnderstoodView {
  config: ShopConfig
  locale: string
  prices: PriceView
}

export function presentUnderstood(constraint: Constraint, view: UnderstoodView): Understood {
  const { kind, text, price } = constraint
  return {
    kind,
    text,
    label: labelOf(constraint, view),
    filter: price ? priceFilter(price, view) : facetOf(constraint, view),
  }
}

/** Marks instead of words: chips are shown in every language. */
function labelOf({ kind, label, price }: Constraint, view: UnderstoodView): string {
  if (price) return priceLabel(price, view)
  return kind === 'exclude' ? `− ${label}` : label
}

function priceLabel({ min, max }: PriceRange, { locale, prices }: UnderstoodView): string {
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

function priceFilter({ min, max }: PriceRange, { config }: UnderstoodView): Understood['filter'] {
  const filter = config.filters.find(({ attribute_type }) => attribute_type === 'price')
  return filter ? { key: filter.key, value: [`${min ?? ''}:${max ?? ''}`] } : null
}

/** The first facet of the shop that has such values. */
function facetOf({ attributes }: Constraint, { config }: UnderstoodView): Understood['filter'] {
  for (const { kind, name, values } of attributes) {
    const filter = config.filters.find((each) => {
      const field = facetField(each)
      return field.kind === kind && field.name === name
    })
    if (filter) return { key: filter.key, value: [...values] }
  }
  return null
}
