import {
  type AggregationOptions,
  type FilterConfig,
  type ShopConfig,
  type ValidationItem,
  validationItem,
} from '@vitrine/contract'
import type { FacetRequest, NumberRange, Selection } from '@vitrine/engine'
import type { PriceView } from '../platform/price-view.ts'
import { RequestRefused } from '../errors.ts'
import { authoredRanges } from './authored-ranges.ts'
import { authoredValues, facetField } from '../query/facet-definition.ts'
import { filterByKey } from '../query/filter-by-key.ts'
import { shownStep } from './shown-money.ts'

const DEFAULT_LIMIT = 20

/** Returns each filter once, in the order of the keys. Throws `RequestRefused` for unknown keys. */
export function namedFilters(config: ShopConfig, facets: readonly { key: string }[]): FilterConfig[] {
  const findFilter = filterByKey(config)
  const items: ValidationItem[] = []
  const named = new Map<string, FilterConfig>()
  facets.forEach(({ key }, at) => {
    const filter = findFilter(key)
    if (filter) named.set(key, filter)
    else items.push(validationItem(['facets', at, 'key'], 'any.only', 'must be the key of a filter of the shop'))
  })
  if (items.length > 0) throw new RequestRefused(items.slice(0, 100))
  return [...named.values()]
}

export interface FacetSituation {
  selections: readonly Selection[]
  prices: PriceView
}

export function facetRequest(
  filter: FilterConfig,
  options: AggregationOptions,
  { selections, prices }: FacetSituation,
): FacetRequest {
  const selected = selections.find(({ key }) => key === filter.key)
  const sortBy = options.sort_by ?? filter.settings?.sort_by ?? 'count'
  return {
    key: filter.key,
    field: facetField(filter),
    operator: selected?.operator ?? filter.operator ?? 'or',
    sortBy,
    limit: options.limit ?? DEFAULT_LIMIT,
    includeZeroCounts: options.include_zero_counts ?? false,
    includeDisabled: options.include_disabled ?? false,
    groupOthers: filter.settings?.group_others ?? false,
    authored: authoredValues(filter),
    ranges: rangesOf(filter),
    step: shownStep(filter, prices),
  }
}

/** Ratings default to "4 stars or more" down to 1. With undefined, the engine makes equal steps. */
function rangesOf(filter: FilterConfig): NumberRange[] | undefined {
  const field = facetField(filter)
  if (field.kind !== 'number') return undefined
  const written = authoredRanges(filter)
  if (written.length > 0) return written.map(({ range }) => range)
  if (field.name !== 'rating') return undefined
  return [4, 3, 2, 1].map((stars) => ({ from: stars, to: Number.POSITIVE_INFINITY }))
}
