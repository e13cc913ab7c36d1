import type { Sql } from '../postgres/database.ts'
import { jsonRows } from '../postgres/json-rows.ts'
import { countSearch, type QueryCount, searchRollups, summedCounts } from './count-searches.ts'
import type { RollupChange, Search } from './derived-facts.ts'
import { bounded } from './postgres-keys.ts'
import { PostgresActivitySpans } from './postgres-activity-spans.ts'
import { SEGMENT_MARK } from './segments.ts'
import type { ShopDays } from './shop-days.ts'
import { asCounted, gathered, joinSearches, searchKey } from './activity-spans.ts'
import { toSearch } from './shared-reads.ts'

interface SearchShop {
  no: number
  days: ShopDays
}

const SEARCHES = new PostgresActivitySpans<Search>({
  table: 'searches',
  keys: { visitor: 'text', query: 'text' },
  columns: { answered_at: 'bigint', answer: 'text', clicks: 'text' },
  toSpan: ({ answered_at, ...row }) => toSearch({ ...row, answeredAtMs: answered_at }),
  toRow: ({ clicks, answeredAtMs, ...search }) => ({
    ...search,
    answered_at: answeredAtMs,
    clicks: JSON.stringify(clicks),
  }),
})

const boundedSearch = (search: Search): Search => ({ ...search, query: bounded(search.query) })

export async function addSearches(
  sql: Sql,
  { no, days }: SearchShop,
  given: readonly Search[],
): Promise<RollupChange[]> {
  if (given.length === 0) return []
  const searches = given.map(boundedSearch)
  const near = await SEARCHES.take(sql, no, searches)
  const joined = gathered([...near, ...searches], searchKey, joinSearches)
  await SEARCHES.put(sql, no, joined)
  const counted = [
    ...near.map((search) => ({ search, by: -1 as const })),
    ...joined.map((search) => ({ search, by: 1 as const })),
  ]
  await addQueries(
    sql,
    no,
    counted.map(({ search, by }) => countSearch(search, days, by)),
  )
  return counted.flatMap(({ search, by }) => searchRollups(search, days, by))
}

async function addQueries(sql: Sql, shop: number, counts: readonly QueryCount[]): Promise<void> {
  await sql.run(
    `INSERT INTO queries AS q (shop, query, day, searches, clicked, clicks, zero_results, approximate)
     SELECT $1, query, day, searches, clicked, clicks, "empty", approximate
     FROM json_to_recordset($2) AS new(query text, day int, searches bigint, clicked bigint, clicks bigint, "empty" bigint, approximate bigint)
     ON CONFLICT (shop, query, day) DO UPDATE SET searches = q.searches + excluded.searches, clicked = q.clicked + excluded.clicked,
       clicks = q.clicks + excluded.clicks, zero_results = q.zero_results + excluded.zero_results,
       approximate = q.approximate + excluded.approximate`,
    [shop, jsonRows(summedCounts(counts))],
  )
}

/** Subtracts searches from the sums. `gone` are the queries that nobody else has searched for. */
export async function eraseSearches(
  sql: Sql,
  { no, days }: SearchShop,
  given: readonly Search[],
): Promise<{ changes: RollupChange[]; gone: string[] }> {
  if (given.length === 0) return { changes: [], gone: [] }
  const searches = given.map(boundedSearch)
  const near = await SEARCHES.take(sql, no, searches)
  const counted = asCounted(searches, near, searchKey)
  await addQueries(
    sql,
    no,
    counted.map((one) => countSearch(one, days, -1)),
  )
  await sql.run('DELETE FROM queries WHERE shop = $1 AND searches <= 0', [no])
  const queries = [...new Set(searches.map(({ query }) => query))]
  const left = await sql.rows<{ query: string }>(
    'SELECT DISTINCT query FROM queries WHERE shop = $1 AND query = ANY($2)',
    [no, queries],
  )
  const isLeft = new Set(left.map(({ query }) => query))
  const gone = queries.filter((query) => !isLeft.has(query))
  // The segment of a search whose serve was removed cannot be derived again, so a query that nobody else searched for
  // is removed from every segment.
  await sql.run(
    `DELETE FROM queries AS q USING unnest($2::text[]) AS gone(query)
     WHERE q.shop = $1 AND q.query >= $3 AND right(q.query, length(gone.query) + 1) = $3 || gone.query`,
    [no, gone, SEGMENT_MARK],
  )
  return { changes: counted.flatMap((one) => searchRollups(one, days, -1)), gone }
}
