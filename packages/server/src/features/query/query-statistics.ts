import type { ShopId } from '../../ports/record-store/record-store.ts'

export interface QueryStatistic {
  /** Normalized: trimmed, lower case, single spaces. */
  query: string
  searches: number
  /** `clicks`: searches with a click; `zeroResults`: searches without a result. */
  clicks: number
  zeroResults: number
}

export interface QueryStatistics {
  /** Returns the most searched queries first, ties by query. `prefix` is matched against the normalized query; days are whole and inclusive. */
  topQueries(
    shop: ShopId,
    options: { prefix?: string; limit: number; fromMs?: number; toMs?: number; orderBy?: 'searches' | 'zeroResults' },
  ): Promise<readonly QueryStatistic[]>
}
