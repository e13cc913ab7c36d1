import type { ShopId } from '../../ports/record-store/record-store.ts'

export interface QueryStatistic {
  /** Normalized: trimmed, lower case, single spaces. */
  query: string
  searches: number
  clicks: number
  zeroResults: number
}

export interface QueryStatistics {
  /** Ties are sorted by query. `prefix` is the start of the normalized query; days are whole and inclusive. */
  topQueries(
    shop: ShopId,
    options: { prefix?: string; limit: number; fromMs?: number; toMs?: number; orderBy?: 'searches' | 'zeroResults' },
  ): Promise<readonly QueryStatistic[]>
}
