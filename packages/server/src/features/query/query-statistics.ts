import type { ShopId } from '../../ports/record-store/record-store.ts'

export interface QueryStatistic {
  /** Normalized: trimmed, lower case, single spaces. */
  query: string
  searches: number
  /** Number of searches with a click. */
  clicks: number
  /** Number of searches without a result. */
  zeroResults: number
}

export interface QueryStatistics {
  /** Returns the top queries, ties by query. `prefix` applies to the normalized query; days are whole and inclusive. */
  topQueries(
    shop: ShopId,
    options: { prefix?: string; limit: number; fromMs?: number; toMs?: number; orderBy?: 'searches' | 'zeroResults' },
  ): Promise<readonly QueryStatistic[]>
}
