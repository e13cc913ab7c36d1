import type { FilterConfig } from '@vitrine/contract'
import { type NumberRange, parseRanges, rangeText } from '@vitrine/engine'
import { facetField } from '../query/facet-definition.ts'

type AuthoredValue = NonNullable<FilterConfig['values']>[number]

export interface AuthoredRange {
  authored: AuthoredValue
  range: NumberRange
  /** The notation of buckets and selections: `0:20` even if the merchant wrote `0:20.00`. */
  value: string
}

/** Leaves out disabled and invalid values. */
export function authoredRanges(filter: FilterConfig): AuthoredRange[] {
  const field = facetField(filter)
  if (field.kind !== 'number') return []
  const read = field.name === 'rating' ? ratingRange : plainRange
  const found = new Map<string, AuthoredRange>()
  for (const authored of filter.values ?? []) {
    const range = authored.enabled === false ? undefined : read(authored.value)
    const value = range && rangeText(range)
    if (range && value && !found.has(value)) found.set(value, { authored, range, value })
  }
  return [...found.values()]
}

function plainRange(value: string): NumberRange | undefined {
  return value.includes(':') ? parseRanges([value])?.[0] : undefined
}

/** A single number of stars means that many or more. */
function ratingRange(value: string): NumberRange | undefined {
  const range = parseRanges([value])?.[0]
  return range && !value.includes(':') ? { from: range.from, to: Number.POSITIVE_INFINITY } : range
}
