import { dayOf } from '../../ports/derived-store/conversion-rollups.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { normalizeQuery, type QueryStatistics } from './query-statistics.ts'

export function storedQueryStatistics(store: Pick<DerivedStore, 'queries'>): QueryStatistics {
  return {
    topQueries: (shop, options) =>
      store.queries(shop, {
        fromDay: dayOf(options.fromMs ?? 0),
        toDay: dayOf(options.toMs ?? Number.MAX_SAFE_INTEGER),
        prefix: normalizePrefix(options.prefix ?? ''),
        limit: options.limit,
        orderBy: options.orderBy ?? 'searches',
      }),
  }
}

/** A blank at the end says that the word is finished: it stays. */
function normalizePrefix(prefix: string): string {
  const query = normalizeQuery(prefix)
  return query !== '' && /\s$/.test(prefix) ? `${query} ` : query
}
