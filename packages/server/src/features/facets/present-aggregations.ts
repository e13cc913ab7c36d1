import type { Aggregation, FilterConfig } from '@vitrine/contract'
import type { FacetResult } from '@vitrine/engine'
import { displayType } from '../query/facet-definition.ts'
import { bucketLabels, type LabelContext } from './facet-labels.ts'

export function presentAggregations(
  filters: readonly FilterConfig[],
  results: readonly FacetResult[],
  context: LabelContext,
): Record<string, Aggregation> {
  const byKey = new Map(results.map((result) => [result.key, result]))
  const entries = filters.flatMap((filter) => {
    const result = byKey.get(filter.key)
    return result ? [[filter.key, presentAggregation(filter, result, context)] as const] : []
  })
  return Object.fromEntries(entries)
}

function presentAggregation(filter: FilterConfig, result: FacetResult, context: LabelContext): Aggregation {
  const { stats, hasMore, otherCount } = result
  const labelOf = bucketLabels(filter, context)
  const buckets = result.buckets.map((bucket) => {
    const shown = { value: bucket.value, label: labelOf(bucket), count: bucket.count }
    return stats ? shown : { ...shown, enabled: bucket.enabled, is_others: bucket.isOthers }
  })
  const counted = { buckets, has_more: hasMore, other_count: otherCount }
  return { type: stats ? 'range' : 'terms', data_type: displayType(filter), ...counted, ...(stats ? { stats } : {}) }
}
