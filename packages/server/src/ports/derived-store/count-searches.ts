/** All of a search counts on the day on which it began, so that sums agree for any days. */
import { dimensionsOf } from './conversion-rollups.ts'
import type { RollupChange, Search, SearchClick } from './derived-facts.ts'
import { alsoInSegment, SEGMENT_MARK } from './segments.ts'
import type { ShopDays } from './shop-days.ts'

export interface QueryCount {
  day: number
  query: string
  searches: number
  clicked: number
  clicks: number
  empty: number
  approximate: number
}

export function countSearch(search: Search, days: ShopDays, by: 1 | -1): QueryCount {
  const { query, answer, clicks, firstAtMs } = search
  return {
    day: days.dayOf(firstAtMs),
    query,
    searches: by,
    clicked: clicks.length > 0 ? by : 0,
    clicks: by * clicks.length,
    empty: answer === 'empty' ? by : 0,
    approximate: answer === 'approximate' ? by : 0,
  }
}

export function summedCounts(counts: readonly QueryCount[]): QueryCount[] {
  const sums = new Map<string, QueryCount>()
  for (const count of counts) {
    const sum = sums.get(`${count.day}\n${count.query}`)
    if (!sum) sums.set(`${count.day}\n${count.query}`, { ...count })
    else for (const name of ['searches', 'clicked', 'clicks', 'empty', 'approximate'] as const) sum[name] += count[name]
  }
  return [...sums.values()].filter(
    (sum) => sum.searches !== 0 || sum.clicked !== 0 || sum.clicks !== 0 || sum.empty !== 0 || sum.approximate !== 0,
  )
}

/** A copy counted by segment has no clicks, because clicks have their own segment. */
export function searchRollups(search: Search, days: ShopDays, by: 1 | -1): RollupChange[] {
  if (search.query.startsWith(SEGMENT_MARK)) return []
  const day = days.dayOf(search.firstAtMs)
  return search.clicks.flatMap((click) => clickRollups({ ...click.source, query: search.query }, day, by))
}

/** Clicks at later positions are counted together. */
export const LAST_POSITION = 21
export const UNKNOWN_POSITION = 0

export function clickRollups(source: SearchClick['source'], day: number, by: 1 | -1): RollupChange[] {
  const { position } = source
  const place = position === undefined ? UNKNOWN_POSITION : Math.min(position, LAST_POSITION)
  const metrics: [metric: string, value: number][] = [
    ['clicks', by],
    [`clicks_at:${place}`, by],
  ]
  if (position !== undefined) metrics.push(['position_sum', by * position], ['position_count', by])
  const changes = dimensionsOf(source).flatMap(([dimension, key]) =>
    metrics.map(([metric, value]) => ({ day, dimension, key, metric, value })),
  )
  return alsoInSegment(changes, source.segment)
}
