/** The confidence interval treats queries as independent, but not clicks: the clicks of one query are alike. */
import type { LoggedQuery } from './logged-queries.ts'

/** Ranked product ids of each query. */
export type Ranking = ReadonlyMap<string, readonly number[]>

export interface Estimate {
  value: number
  interval: [number, number]
}

export interface RankingMeasures {
  queries: number
  clicks: number
  mean_reciprocal_rank: Estimate
  in_first_3: Estimate
  in_first_10: Estimate
  in_first_24: Estimate
}

export type Evidence = 'chosen' | 'carted' | 'bought'

/** Returns null if no query has evidence. */
export function measureRanking(
  queries: readonly LoggedQuery[],
  ranking: Ranking,
  evidence: Evidence = 'chosen',
): RankingMeasures | null {
  const clicked = queries.filter((query) => query[evidence].size > 0)
  if (clicked.length === 0) return null
  const of = (gain: (rank: number) => number) =>
    asShare(
      estimate(clicked.map((query) => ({ value: gainOf(query, ranking, { gain, evidence }), weight: query.searches }))),
    )
  const within = (places: number) => of((rank) => (rank <= places ? 1 : 0))
  return {
    queries: clicked.length,
    clicks: clicked.reduce(
      (sum, query) => sum + [...query[evidence].values()].reduce((all, one) => all + one.clicks, 0),
      0,
    ),
    mean_reciprocal_rank: of((rank) => 1 / rank),
    in_first_3: within(3),
    in_first_10: within(10),
    in_first_24: within(24),
  }
}

interface Gain {
  gain: (rank: number) => number
  evidence?: Evidence
}

/** Products outside the ranking gain nothing. */
export function gainOf(query: LoggedQuery, ranking: Ranking, { gain, evidence = 'chosen' }: Gain): number {
  const ids = ranking.get(query.query) ?? []
  let [sum, all] = [0, 0]
  for (const [id, { weight }] of query[evidence]) {
    const rank = ids.indexOf(id) + 1
    if (rank > 0) sum += weight * gain(rank)
    all += weight
  }
  return all === 0 ? 0 : sum / all
}

/** A mean reciprocal rank would miss most changes below the first places. `proveLearning` uses the same gain. */
export const DISCOUNTED: Gain = { gain: (rank) => 1 / Math.log2(rank + 1) }

interface Weighted {
  value: number
  weight: number
}

/** Returns a weighted mean with the normal confidence interval of a ratio. Each value stands for a query. */
export function estimate(values: readonly Weighted[]): Estimate {
  const all = values.reduce((sum, { weight }) => sum + weight, 0)
  const mean = values.reduce((sum, { value, weight }) => sum + value * weight, 0) / all
  const variance = values.reduce((sum, { value, weight }) => sum + (weight * (value - mean)) ** 2, 0) / all ** 2
  const half = 1.96 * Math.sqrt(variance * (values.length / Math.max(1, values.length - 1)))
  return { value: rounded(mean), interval: [rounded(mean - half), rounded(mean + half)] }
}

function asShare({ value, interval: [low, high] }: Estimate): Estimate {
  return { value, interval: [Math.max(0, low), Math.min(1, high)] }
}

const rounded = (value: number) => Math.round(value * 10_000) / 10_000

/** `head` is the most frequent queries, which make up half of all searches. */
export function headAndTail(queries: readonly LoggedQuery[]): { head: LoggedQuery[]; tail: LoggedQuery[] } {
  const half = queries.reduce((sum, { searches }) => sum + searches, 0) / 2
  let seen = 0
  const head: LoggedQuery[] = []
  for (const query of queries) {
    if (seen >= half) break
    head.push(query)
    seen += query.searches
  }
  return { head, tail: queries.slice(head.length) }
}
