import type { FacetField, NumberRange } from './facet-field.ts'

export type BucketOrder = 'count' | 'value' | 'position'

/** One facet to be counted. */
export interface FacetRequest {
  key: string
  field: FacetField
  /** or: the facet's own selections do not narrow its counts; and: they do. */
  operator: 'or' | 'and'
  sortBy: BucketOrder
  limit: number
  includeZeroCounts: boolean
  includeDisabled: boolean
  /** Values past the limit become one bucket. */
  groupOthers: boolean
  /** Values the merchant wrote down: their place, or that they are switched off. */
  authored: readonly AuthoredValue[]
  /** Of number fields: the buckets; without them equal steps are chosen. */
  ranges?: readonly NumberRange[]
  /** Of number fields: the width of a bucket. */
  step?: number
}

export interface AuthoredValue {
  value: string
  position: number
  enabled: boolean
}

export interface FacetResult {
  key: string
  buckets: FacetBucket[]
  hasMore: boolean
  /** Sum of the counts past the limit. */
  otherCount: number
  /** Of number fields. */
  stats?: NumberStats
}

export interface FacetBucket {
  value: string
  /** Products. */
  count: number
  enabled: boolean
  isOthers: boolean
  /** Of number fields. */
  range?: NumberRange
}

export interface NumberStats {
  min: number | null
  max: number | null
  avg: number | null
  sum: number
  count: number
}

export const OTHERS = '__others__'
