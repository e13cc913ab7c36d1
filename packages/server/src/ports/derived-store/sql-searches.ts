import { countedSpans, joinSearches, mergeSpans, searchKey } from './activity-spans.ts'
import { countSearch, type QueryCount, searchRollups, summedCounts } from './count-searches.ts'
import type { RollupChange, Search } from './derived-facts.ts'
import type { CountedShop, DerivedSql, EachQuery } from './derived-sql.ts'
import { QUERIES, SEARCHES } from './derived-tables.ts'
import { SEGMENT_MARK } from './segments.ts'
import { SqlActivitySpans } from './sql-activity-spans.ts'

interface SearchRow extends Pick<Search, 'visitor' | 'query' | 'answer'> {
  first_at: number
  last_at: number
  answered_at: number
  clicks: string
}

const SPANS = new SqlActivitySpans<Search>({
  table: SEARCHES,
  owner: ['visitor', 'query'],
  keyOf: searchKey,
  toSpan: ({ visitor, query, answer, ...row }: SearchRow) => ({
    ...{ visitor, query, answer, firstAtMs: row.first_at, lastAtMs: row.last_at, answeredAtMs: row.answered_at },
    clicks: JSON.parse(row.clicks) as Search['clicks'],
  }),
  toRow: ({ visitor, query, answer, firstAtMs, lastAtMs, answeredAtMs, clicks }) => ({
    ...{ visitor, query, answer, first_at: firstAtMs, last_at: lastAtMs, answered_at: answeredAtMs },
    clicks: JSON.stringify(clicks),
  }),
})

const inKeys = ({ keyText }: DerivedSql, search: Search): Search => ({ ...search, query: keyText(search.query) })

export async function addSearches(
  sql: DerivedSql,
  { no, days }: CountedShop,
  given: readonly Search[],
): Promise<RollupChange[]> {
  if (given.length === 0) return []
  const searches = given.map((search) => inKeys(sql, search))
  const near = await SPANS.take(sql, no, searches)
  const joined = mergeSpans([...near, ...searches], searchKey, joinSearches)
  await SPANS.put(sql, no, joined)
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

async function addQueries(sql: DerivedSql, shop: number, counts: readonly QueryCount[]): Promise<void> {
  const rows = summedCounts(counts).map(({ empty, ...sums }) => ({ ...sums, zero_results: empty }))
  await sql.put(QUERIES, shop, rows)
}

/** `gone` in the result lists the queries of nobody else. */
export async function eraseSearches(
  sql: DerivedSql,
  { no, days }: CountedShop,
  given: readonly Search[],
): Promise<{ changes: RollupChange[]; gone: string[] }> {
  if (given.length === 0) return { changes: [], gone: [] }
  const searches = given.map((search) => inKeys(sql, search))
  const near = await SPANS.take(sql, no, searches)
  const counted = countedSpans(searches, near, searchKey)
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
  // The segment of a removed search is unknown, so its query is removed from every segment.
  await sql.runForEach(
    FORGET_IN_SEGMENTS,
    no,
    gone.map((query) => ({ size: [...query].length + 1, suffix: SEGMENT_MARK + query })),
  )
  return { changes: counted.flatMap((one) => searchRollups(one, days, -1)), gone }
}

const FORGET_IN_SEGMENTS: EachQuery = {
  asked: { size: 'int', suffix: 'text' },
  text: `DELETE FROM queries USING asked WHERE queries.shop = $1 AND query >= '${SEGMENT_MARK}'
    AND substr(query, length(query) - asked.size + 1) = asked.suffix`,
}
