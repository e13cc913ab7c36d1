import type { LoggedQuery } from './logged-queries.ts'
import { type Estimate, estimate, gainOf, DISCOUNTED, type Ranking } from './measure-ranking.ts'

export interface ReplayedChange {
  searches: number
  /** Searches whose first page changes. */
  changed_searches: number
  queries: number
  changed_queries: number
  /** Queries whose chosen products rank higher, or lower. */
  risen: number
  fallen: number
  /** Change in the discounted gain of chosen products; null without clicks. */
  difference: Estimate | null
  verdict: 'no_change' | 'better' | 'worse' | 'unsure'
  /** Sorted by change, weighted by searches. */
  most_changed: ChangedQuery[]
}

export interface ChangedQuery {
  query: string
  searches: number
  difference: number
  live: readonly number[]
  draft: readonly number[]
}

const PAGE = 24
const SHOWN = 5
const MAX_SHOWN = 10

export function compareRankings(queries: readonly LoggedQuery[], live: Ranking, draft: Ranking): ReplayedChange {
  const compared = queries.map((query) => ({
    ...{ query, difference: gainOf(query, draft, DISCOUNTED) - gainOf(query, live, DISCOUNTED) },
    distance: distanceOf(pageOf(live, query), pageOf(draft, query)),
  }))
  const changed = compared.filter(({ distance }) => distance > 0)
  const clicked = compared.filter(({ query }) => query.chosen.size > 0)
  const difference =
    clicked.length === 0
      ? null
      : estimate(clicked.map(({ query, difference: value }) => ({ value, weight: query.searches })))
  const sum = (of: typeof compared) => of.reduce((total, { query }) => total + query.searches, 0)
  return {
    searches: sum(compared),
    changed_searches: sum(changed),
    queries: compared.length,
    changed_queries: changed.length,
    risen: compared.filter((one) => one.difference > 0).length,
    fallen: compared.filter((one) => one.difference < 0).length,
    difference,
    verdict: verdictOf(changed.length, difference),
    most_changed: changed
      .toSorted((a, b) => importanceOf(b) - importanceOf(a) || (a.query.query < b.query.query ? -1 : 1))
      .slice(0, MAX_SHOWN)
      .map(({ query, difference: by }) => ({
        query: query.query,
        searches: query.searches,
        difference: Math.round(by * 10_000) / 10_000,
        live: pageOf(live, query).slice(0, SHOWN),
        draft: pageOf(draft, query).slice(0, SHOWN),
      })),
  }
}

function verdictOf(changed: number, difference: Estimate | null): ReplayedChange['verdict'] {
  if (changed === 0) return 'no_change'
  if (difference === null) return 'unsure'
  const [low, high] = difference.interval
  return low > 0 ? 'better' : high < 0 ? 'worse' : 'unsure'
}

/** A new rank of clicked products matters more than a page that merely looks different. */
function importanceOf({ query, difference, distance }: { query: LoggedQuery; difference: number; distance: number }) {
  return query.searches * (Math.abs(difference) + distance / 10)
}

const pageOf = (ranking: Ranking, { query }: LoggedQuery) => (ranking.get(query) ?? []).slice(0, PAGE)

function distanceOf(a: readonly number[], b: readonly number[]): number {
  const length = Math.max(a.length, b.length)
  if (length === 0) return 0
  let other = 0
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) other++
  return other / length
}
