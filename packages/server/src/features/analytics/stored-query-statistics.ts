import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { EVIDENCE, queryIn } from '../../ports/derived-store/segments.ts'
import { UTC_DAYS } from '../../ports/derived-store/shop-days.ts'
import { normalizeQuery } from '../platform/normalize-query.ts'
import type { QueryStatistics } from '../query/query-statistics.ts'

/** Reads only searches whose events are trusted enough to count as evidence. */
export function storedQueryStatistics(store: Pick<DerivedStore, 'queries'>): QueryStatistics {
  return {
    async topQueries(shop, options) {
      const rows = await store.queries(shop, {
        fromDay: UTC_DAYS.dayOf(options.fromMs ?? 0),
        toDay: UTC_DAYS.dayOf(options.toMs ?? Number.MAX_SAFE_INTEGER),
        prefix: queryIn(EVIDENCE, normalizePrefix(options.prefix ?? '')),
        limit: options.limit,
        orderBy: options.orderBy ?? 'searches',
      })
      return rows.map(({ query, searches, clicked, zeroResults }) => ({
        query: query.slice(queryIn(EVIDENCE, '').length),
        searches,
        clicks: clicked,
        zeroResults,
      }))
    },
  }
}

/** A trailing space is kept, because it means that the last word is complete. */
function normalizePrefix(prefix: string): string {
  const query = normalizeQuery(prefix)
  return query !== '' && /\s$/.test(prefix) ? `${query} ` : query
}
