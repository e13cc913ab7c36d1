import type { DatabaseSync } from 'node:sqlite'
import { countSearch, type QueryCount, searchRollups, summedCounts } from './count-searches.ts'
import type { RollupChange, Search } from './derived-facts.ts'
import type { QueryQuery, QueryRow, SearchDay, SearchDaysQuery, SearchesQuery } from './derived-records.ts'
import { SEGMENT_MARK } from './segments.ts'
import type { ShopDays } from './shop-days.ts'
import { asCounted, GAP_MS, joinSearches, searchKey } from './activity-spans.ts'

export const SEARCH_COLUMNS =
  'visitor, query, first_at AS "firstAtMs", last_at AS "lastAtMs", answered_at AS "answeredAtMs", answer, clicks'

export const toSearch = (row: object): Search => {
  const record = row as Omit<Search, 'clicks'> & { clicks: string }
  return { ...record, clicks: JSON.parse(record.clicks) as Search['clicks'] }
}

/** Column that each order sorts by. */
export const QUERY_ORDERS = { searches: 'searches', zeroResults: 'zero_results' } as const

export const QUERY_SUMS = `sum(searches) AS "searches", sum(clicked) AS "clicked", sum(clicks) AS "clicks",
  sum(zero_results) AS "zeroResults", sum(approximate) AS "approximate"`

export function searchTables(db: DatabaseSync, daysOf: (shop: number) => ShopDays) {
  const near = db.prepare(
    `SELECT ${SEARCH_COLUMNS} FROM searches WHERE shop = ? AND visitor = ? AND query = ? AND first_at <= ? AND last_at >= ?`,
  )
  const drop = db.prepare('DELETE FROM searches WHERE shop = ? AND visitor = ? AND query = ? AND first_at = ?')
  const put = db.prepare(
    'INSERT INTO searches (shop, visitor, query, first_at, last_at, answered_at, answer, clicks) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  )
  const addQuery = db.prepare(
    `INSERT INTO queries (shop, query, day, searches, clicked, clicks, zero_results, approximate) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET searches = searches + excluded.searches, clicked = clicked + excluded.clicked,
       clicks = clicks + excluded.clicks, zero_results = zero_results + excluded.zero_results,
       approximate = approximate + excluded.approximate`,
  )

  function take(shop: number, { visitor, query, firstAtMs, lastAtMs }: Search): Search[] {
    const found = near.all(shop, visitor, query, lastAtMs + GAP_MS, firstAtMs - GAP_MS).map(toSearch)
    for (const one of found) drop.run(shop, visitor, query, one.firstAtMs)
    return found
  }

  function write(shop: number, counts: readonly QueryCount[]): void {
    for (const { day, query, searches, clicked, clicks, empty, approximate } of summedCounts(counts))
      addQuery.run(shop, query, day, searches, clicked, clicks, empty, approximate)
  }

  return {
    add(shop: number, searches: readonly Search[]): RollupChange[] {
      const days = daysOf(shop)
      const counts: QueryCount[] = []
      const changes: RollupChange[] = []
      for (const fact of searches) {
        const before = take(shop, fact)
        const after = before.reduce(joinSearches, fact)
        for (const one of before) {
          counts.push(countSearch(one, days, -1))
          changes.push(...searchRollups(one, days, -1))
        }
        counts.push(countSearch(after, days, 1))
        changes.push(...searchRollups(after, days, 1))
        const { visitor, query, firstAtMs, lastAtMs, answeredAtMs, answer, clicks } = after
        put.run(shop, visitor, query, firstAtMs, lastAtMs, answeredAtMs, answer, JSON.stringify(clicks))
      }
      write(shop, counts)
      return changes
    },

    /** Subtracts searches from the sums. `gone` are the queries that nobody else has searched for. */
    erase(shop: number, searches: readonly Search[]): { changes: RollupChange[]; gone: string[] } {
      const days = daysOf(shop)
      const found = searches.flatMap((fact) => take(shop, fact))
      const counted = asCounted(searches, found, searchKey)
      write(
        shop,
        counted.map((one) => countSearch(one, days, -1)),
      )
      db.prepare('DELETE FROM queries WHERE shop = ? AND searches <= 0').run(shop)
      const isLeft = db.prepare('SELECT 1 FROM queries WHERE shop = ? AND query = ? LIMIT 1')
      const gone = [...new Set(searches.map(({ query }) => query))].filter((query) => !isLeft.get(shop, query))
      // The segment of a search whose serve was removed cannot be derived again, so a query that nobody else searched
      // for is removed from every segment.
      const inSegments = db.prepare('DELETE FROM queries WHERE shop = ? AND query >= ? AND substr(query, ?) = ?')
      for (const query of gone) inSegments.run(shop, SEGMENT_MARK, -[...query].length - 1, SEGMENT_MARK + query)
      return { changes: counted.flatMap((one) => searchRollups(one, days, -1)), gone }
    },

    prune(shop: number, beforeMs: number): void {
      db.prepare('DELETE FROM searches WHERE shop = ? AND first_at < ?').run(shop, beforeMs)
    },

    /** Earliest first. */
    list(shop: number, { fromMs, toMs, after, limit }: SearchesQuery): Search[] {
      const { firstAtMs = fromMs - 1, visitor = '', query = '' } = after ?? {}
      return db
        .prepare(
          `SELECT ${SEARCH_COLUMNS} FROM searches
           WHERE shop = ? AND first_at BETWEEN ? AND ? AND (first_at, visitor, query) > (?, ?, ?) AND query < ?
           ORDER BY first_at, visitor, query LIMIT ?`,
        )
        .all(shop, fromMs, toMs, firstAtMs, visitor, query, SEGMENT_MARK, limit)
        .map(toSearch)
    },

    byDay(shop: number, { fromDay, toDay, prefix = '', query }: SearchDaysQuery): SearchDay[] {
      const rows = db
        .prepare(
          `SELECT day, ${QUERY_SUMS} FROM queries
           WHERE shop = ?1 AND query >= ?2 AND query < ?3 AND day BETWEEN ?4 AND ?5 AND (?6 IS NULL OR query = ?6)
           GROUP BY day ORDER BY day`,
        )
        .all(shop, query ?? prefix, (query ?? prefix) + SEGMENT_MARK, fromDay, toDay, query ?? null)
      return rows.map((row) => ({ ...row })) as unknown as SearchDay[]
    },

    read(shop: number, query: QueryQuery): QueryRow[] {
      const rows = db
        .prepare(
          `SELECT query, ${QUERY_SUMS} FROM queries
           WHERE shop = ? AND query >= ? AND query < ? AND day BETWEEN ? AND ?
             ${query.only ? 'AND query IN (SELECT value FROM json_each(?))' : ''}
           GROUP BY query HAVING sum(${QUERY_ORDERS[query.orderBy]}) > 0
             ${query.isUnclicked ? 'AND sum(clicked) = 0 AND sum(zero_results) < sum(searches)' : ''}
           ORDER BY sum(${QUERY_ORDERS[query.orderBy]}) DESC, query LIMIT ?`,
        )
        .all(
          ...[shop, query.prefix, query.prefix + SEGMENT_MARK, query.fromDay, query.toDay],
          ...(query.only ? [JSON.stringify(query.only)] : []),
          query.limit,
        )
      return rows.map((row) => ({ ...row })) as unknown as QueryRow[]
    },
  }
}
