/** A judged set as a shop: the products found for each query, with their grades. */
import type { FeatureName, Hit } from '@vitrine/engine'
import type { Candidate, CandidatesByQuery } from '../../../packages/recommend/src/learn/logged-search.ts'
import { type JudgedSet, readJudgedSet, sampled, type SetName } from '../search/judged-set.ts'
import { canScore } from '../search/metrics.ts'
import { indexOf, searchSet } from '../search/searched-set.ts'
import { LEARNED } from '../train/judged-windows.ts'

export interface JudgedQuery {
  readonly query: string
  readonly candidates: readonly Candidate[]
  readonly grades: ReadonlyMap<number, number>
  /** Gain of the best possible order. */
  readonly ideal: number
}

export interface JudgedShop {
  readonly name: string
  readonly queries: readonly JudgedQuery[]
  readonly windows: CandidatesByQuery
}

export const SHOP_FEATURES: readonly FeatureName[] = LEARNED
/** Maximum number of queries per set, because searching takes longest. */
const MAX_QUERIES = 300
const FIRST = 10

export function readJudgedShop(name: SetName, maxQueries = MAX_QUERIES): JudgedShop | undefined {
  const set = readJudgedSet(name)
  if (set === undefined) return undefined
  const some = sampled(set, maxQueries)
  const index = indexOf(some)
  const queries = [...some.judgements].flatMap(([query, grades]): JudgedQuery[] => {
    if (!canScore(grades, 'ndcg')) return []
    const candidates = candidatesOf(some, searchSet(index, query).hits)
    const own = candidates.flatMap(({ id }) => {
      const grade = grades.get(some.ids[id - 1]!)
      return grade === undefined ? [] : [[id, grade] as const]
    })
    const ideal = dcg([...grades.values()].sort((a, b) => b - a))
    return [{ query: query.toLowerCase(), candidates, grades: new Map(own), ideal }]
  })
  return { name, queries, windows: new Map(queries.map(({ query, candidates }) => [query, candidates])) }
}

function candidatesOf({ docs }: JudgedSet, hits: readonly Hit[]): Candidate[] {
  const groups: string[] = []
  return hits.flatMap(({ id, score, explanation: { features, rules } }) => {
    if (!features || !rules) return []
    const before = rules.slice(
      0,
      rules.findIndex(({ rule }) => rule === 'relevance'),
    )
    const group = before.map(({ value }) => value).join(' ')
    if (!groups.includes(group)) groups.push(group)
    const { productType, vendor } = docs[id - 1]!
    const values = [productType && `product_type:${productType}`, vendor && `vendor:${vendor}`].filter(
      (one) => one !== '',
    )
    return [
      {
        id,
        group: groups.indexOf(group),
        relevance: score,
        features: SHOP_FEATURES.map((feature) => features[feature]),
        values,
      },
    ]
  })
}

export function ndcgOf({ grades, ideal }: JudgedQuery, ranked: readonly { id: number }[]): number {
  return dcg(ranked.slice(0, FIRST).map(({ id }) => grades.get(id) ?? 0)) / ideal
}

function dcg(grades: readonly number[]): number {
  return grades.slice(0, FIRST).reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)
}
