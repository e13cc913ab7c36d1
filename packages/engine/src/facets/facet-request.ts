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
  /** Adds one bucket for all values beyond the limit. */
  groupOthers: boolean
  authored: readonly AuthoredValue[]
  /** Buckets of a number field; chosen automatically if absent. */
  ranges?: readonly NumberRange[]
  /** Bucket width of a number field. */
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
  otherCount: number
  stats?: NumberStats
}

export interface FacetBucket {
  value: string
  count: number
  enabled: boolean
  isOthers: boolean
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
