/** Learns the categories and attributes that shoppers choose for a query, or for its words if it is rare. */
import type { CandidatesByQuery, FittedModel } from './logged-search.ts'
import { type Evidence, liftOf, type QueryEvidence } from './query-evidence.ts'

export interface QueryValuesData {
  /** Maps a query or a word (`word:…`) to the lift of each value. */
  lifts: [key: string, values: [value: string, lift: number][]][]
}

type Counts = Pick<Evidence, 'clicks' | 'expected'>

export const QUERY_VALUES = {
  /** Maximum change of relevance. */
  strength: 0.2,
  /** Prior clicks of a value. More than those of a product, because a value has the evidence of several products. */
  priorClicks: 5,
  /** Weight of the evidence of words, in clicks of the query. */
  wordsWeight: 0.5,
  keys: 5_000,
  valuesPerKey: 32,
  minLift: 0.05,
}

export class QueryValues implements FittedModel {
  readonly #lifts: ReadonlyMap<string, ReadonlyMap<string, number>>

  constructor(lifts: ReadonlyMap<string, ReadonlyMap<string, number>>) {
    this.#lifts = lifts
  }

  static fit(evidence: QueryEvidence, windows: CandidatesByQuery, nowMs: number): QueryValues {
    const counts = new Map<string, Map<string, Counts>>()
    for (const [query, candidates] of windows) {
      const known = evidence.of(query, nowMs)
      if (known.size === 0) continue
      const keys = keysOf(query)
      for (const { id, values } of candidates) {
        const own = known.get(id)
        if (own) for (const key of keys) addTo(counts, { key, values, own })
      }
    }
    const lifts = [...counts].slice(0, QUERY_VALUES.keys).map(([key, values]) => [key, liftsOf(values)] as const)
    return new QueryValues(new Map(lifts.filter(([, values]) => values.size > 0)))
  }

  boosts(query: string) {
    const [own, ...words] = keysOf(query).map((key) => this.#lifts.get(key))
    const known = words.filter((one) => one !== undefined)
    if (own === undefined && known.length === 0) return undefined
    const liftOfValue = (value: string) => {
      const borrowed = known.reduce((sum, lifts) => sum + (lifts.get(value) ?? 0), 0) / Math.max(1, known.length)
      return own?.get(value) ?? QUERY_VALUES.wordsWeight * borrowed
    }
    return ({ values }: { values: readonly string[] }) => {
      if (values.length === 0) return 0
      const sum = values.reduce((total, value) => total + liftOfValue(value), 0)
      return (QUERY_VALUES.strength * sum) / values.length
    }
  }

  save(): QueryValuesData {
    return { lifts: Array.from(this.#lifts, ([key, values]) => [key, [...values]]) }
  }

  static load({ lifts }: QueryValuesData): QueryValues {
    return new QueryValues(new Map(lifts.map(([key, values]) => [key, new Map(values)])))
  }
}

function keysOf(query: string): string[] {
  return [query, ...query.split(' ').map((word) => `word:${word}`)]
}

function addTo(
  counts: Map<string, Map<string, Counts>>,
  { key, values, own }: { key: string; values: readonly string[]; own: Counts },
): void {
  const byValue = counts.get(key) ?? new Map<string, Counts>()
  counts.set(key, byValue)
  for (const value of values) {
    const sum = byValue.get(value) ?? { clicks: 0, expected: 0 }
    byValue.set(value, sum)
    sum.clicks += own.clicks
    sum.expected += own.expected
  }
}

function liftsOf(values: ReadonlyMap<string, Counts>): Map<string, number> {
  const lifts = [...values].map(([value, own]) => [value, liftOf(own, QUERY_VALUES.priorClicks)] as const)
  const telling = lifts.filter(([, lift]) => Math.abs(lift) >= QUERY_VALUES.minLift)
  return new Map(telling.sort((a, b) => Math.abs(b[1]) - Math.abs(a[1])).slice(0, QUERY_VALUES.valuesPerKey))
}
