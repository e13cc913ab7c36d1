import type { FacetField, NumberRange } from './facet-field.ts'

export type BucketOrder = 'count' | 'value' | 'position'

export interface FacetRequest {
  key: string
  field: FacetField
  /** or: the facet's own selections do not narrow its counts. and: they do. */
  operator: 'or' | 'and'
  sortBy: BucketOrder
  limit: number
  includeZeroCounts: boolean
  includeDisabled: boolean
  /** If true, the values beyond the limit become one bucket. */
  groupOthers: boolean
  /** Values that the merchant configured. */
  authored: readonly AuthoredValue[]
  /** Buckets of a number field; chosen automatically if absent. */
  ranges?: readonly NumberRange[]
  /** Width of a bucket of a number field. */
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
  /** Sum of the counts beyond the limit. */
  otherCount: number
  /** For number fields only. */
  stats?: NumberStats
}

export interface FacetBucket {
  value: string
  count: number
  enabled: boolean
  isOthers: boolean
  /** For number fields only. */
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
