import type { DatabaseSync } from 'node:sqlite'
import { countSearch, type QueryCount, searchRollups, summedCounts } from './count-searches.ts'
import type { RollupChange, Search } from './derived-facts.ts'
import { SEGMENT_MARK } from './segments.ts'
import { SEARCH_COLUMNS, toSearch } from './shared-reads.ts'
import type { ShopDays } from './shop-days.ts'
import { asCounted, GAP_MS, joinSearches, searchKey } from './activity-spans.ts'

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
  }
}
