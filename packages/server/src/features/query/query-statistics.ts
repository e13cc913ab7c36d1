import type { ShopId } from '../../ports/record-store/record-store.ts'

export interface QueryStatistic {
  /** Trimmed, lower case, single spaces. */
  query: string
  /** Visits that searched for it; a visit counts once a day. */
  searches: number
  /** Of those, visits that clicked a result, that put one in the cart, that saw no result. */
  clicks: number
  cartAdds: number
  zeroResults: number
}

/** What shoppers of a shop search for: type-ahead suggestions, trending queries, reports. */
export interface QueryStatistics {
  /** Most searched first, ties by query. `prefix` is matched on the normalized query; days are whole and inclusive. */
  topQueries(
    shop: ShopId,
    options: { prefix?: string; limit: number; fromMs?: number; toMs?: number; orderBy?: 'searches' | 'zeroResults' },
  ): Promise<readonly QueryStatistic[]>
}
