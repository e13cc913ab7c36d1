/** Reads `applied_filters`. Errors are reported with their path in the request. */
import {
  type AppliedFilter,
  type FilterConfig,
  type ShopConfig,
  type ValidationItem,
  validationItem,
} from '@vitrine/contract'
import { IN_STOCK, type NumberRange, OUT_OF_STOCK, parseRanges, type Selection } from '@vitrine/engine'
import { RequestRefused } from '../errors.ts'
import { facetField } from './facet-definition.ts'
import { filterByKey } from './filter-by-key.ts'
import { collectionHandle } from '../platform/collection-names.ts'

type Operator = 'or' | 'and'

/** Combines entries with the same key, with all values and the last operator. */
export function readSelections(config: ShopConfig, applied: readonly AppliedFilter[]): Selection[] {
  const items: ValidationItem[] = []
  const merged = new Map<string, Merged>()
  const findFilter = filterByKey(config)
  applied.forEach(({ key, value, operator }, at) => {
    const filter = findFilter(key)
    if (!filter) {
      items.push(validationItem(['applied_filters', at, 'key'], 'any.only', 'must be the key of a filter of the shop'))
      return
    }
    const named = operator == null ? undefined : readOperator(operator)
    if (operator != null && named === undefined) {
      items.push(validationItem(['applied_filters', at, 'operator'], 'any.only', 'must be one of [or, and]'))
    }
    const known = merged.get(key)
    const values = known?.values ?? []
    for (const one of value ?? []) values.push(one)
    merged.set(key, { filter, values, operator: named ?? known?.operator ?? filter.operator ?? 'or', at })
  })
  const selections = [...merged.values()].flatMap((selection) => selectionOf(config, selection, items))
  if (items.length > 0) throw new RequestRefused(items.slice(0, 100))
  return selections
}

function readOperator(operator: string): Operator | undefined {
  const lower = operator.toLowerCase()
  return lower === 'or' || lower === 'and' ? lower : undefined
}

interface Merged {
  filter: FilterConfig
  values: string[]
  operator: Operator
  at: number
}

function selectionOf(
  config: ShopConfig,
  { filter, values, operator, at }: Merged,
  items: ValidationItem[],
): Selection[] {
  if (values.length === 0) return []
  const field = facetField(filter)
  const selection = { key: filter.key, field, operator }
  if (field.kind === 'availability') return [{ ...selection, values: values.map(availabilityValue), ranges: [] }]
  if (field.kind !== 'number') {
    // Requests may use the id of a collection; the index uses the handle.
    const named = (value: string) => collectionHandle(config, value)
    const wanted = filter.attribute_type === 'collection' ? values.map(named) : values
    return [{ ...selection, values: [...new Set(wanted)], ranges: [] }]
  }
  const ranges = field.name === 'rating' ? ratingRanges(values) : parseRanges(values)
  if (!ranges) {
    const words = 'must be ranges such as "10:50", "10:" or ":50", or a pair of numbers'
    items.push(validationItem(['applied_filters', at, 'value'], 'any.invalid', words))
    return []
  }
  return [{ ...selection, values: [], ranges }]
}

/** A single number of stars means that many or more. */
function ratingRanges(values: readonly string[]): NumberRange[] | undefined {
  const ranges = parseRanges(values)
  if (values.length !== 1 || values[0]?.includes(':')) return ranges
  return ranges?.map(({ from }) => ({ from, to: Number.POSITIVE_INFINITY }))
}

function availabilityValue(value: string): string {
  const lower = value.trim().toLowerCase()
  if (['true', '1', 'available', IN_STOCK].includes(lower)) return IN_STOCK
  return ['false', '0', 'unavailable', OUT_OF_STOCK].includes(lower) ? OUT_OF_STOCK : value
}
