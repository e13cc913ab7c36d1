/** Sums up logged searches by query. */
import { clickWeight } from '@vitrine/recommend'
import type { Search } from '../../../ports/derived-store/derived-facts.ts'

export interface LoggedQuery {
  query: string
  searches: number
  lost: number
  empty: number
  approximate: number
  chosen: ReadonlyMap<number, Chosen>
  /** Cart additions by product, counted by attribution. */
  carted: ReadonlyMap<number, Chosen>
  bought: ReadonlyMap<number, Chosen>
}

export interface Earned {
  kind: 'carted' | 'bought'
  query: string
  productId: number
}

export interface Chosen {
  clicks: number
  /** Sum of `clickWeight`. */
  weight: number
}

/** Sorts by frequency. `chosen` leaves out clicks that are no evidence. */
export function loggedQueries(searches: readonly Search[], earned: readonly Earned[] = []): LoggedQuery[] {
  const earnedBy = Map.groupBy(earned, ({ kind, query }) => `${kind} ${query}`)
  const queries = [...Map.groupBy(searches, ({ query }) => query)].map(([query, own]) => ({
    query,
    searches: own.length,
    lost: own.filter(({ clicks }) => clicks.length === 0).length,
    empty: own.filter(({ answer }) => answer === 'empty').length,
    approximate: own.filter(({ answer }) => answer === 'approximate').length,
    chosen: chosenIn(own),
    carted: counted(earnedBy.get(`carted ${query}`) ?? []),
    bought: counted(earnedBy.get(`bought ${query}`) ?? []),
  }))
  return queries.sort((a, b) => b.searches - a.searches || (a.query < b.query ? -1 : 1))
}

function chosenIn(searches: readonly Search[]): Map<number, Chosen> {
  const chosen = new Map<number, Chosen>()
  for (const { productId, source, teaches } of searches.flatMap(({ clicks }) => clicks)) {
    if (teaches === false) continue
    const { clicks, weight } = chosen.get(productId) ?? { clicks: 0, weight: 0 }
    chosen.set(productId, { clicks: clicks + 1, weight: weight + clickWeight(source.position ?? 1) })
  }
  return chosen
}

function counted(earned: readonly Earned[]): Map<number, Chosen> {
  const products = Map.groupBy(earned, ({ productId }) => productId)
  return new Map([...products].map(([id, { length }]) => [id, { clicks: length, weight: length }]))
}

/** Returns the most frequent queries, and every n-th of the rest. */
export function sampled(queries: readonly LoggedQuery[], limit: number): LoggedQuery[] {
  if (queries.length <= limit) return [...queries]
  const head = queries.slice(0, limit >> 1)
  const tail = queries.slice(limit >> 1)
  const step = tail.length / (limit - head.length)
  return [...head, ...Array.from({ length: limit - head.length }, (_, i) => tail[Math.floor(i * step)]!)]
}
