/** Compares the sign of a change's replay with the judges' grades, on changes whose effect is known. */
import { compareRankings } from '../../../packages/server/src/features/search-health/replay/compare-rankings.ts'
import type { LoggedQuery } from '../../../packages/server/src/features/search-health/replay/logged-queries.ts'
import type { FittedModel, LoggedSearch } from '../../../packages/recommend/src/learn/logged-search.ts'
import { rankWith, worthOfClick } from '../../../packages/recommend/src/learn/prove-learning.ts'
import { FEATURE_WEIGHTS } from '@vitrine/engine'
import { type JudgedShop, ndcgOf, SHOP_FEATURES } from './judged-shop.ts'
import { type Run, runShop } from './run-shop.ts'

export interface Agreement {
  /** Changes that really make a difference, by more than its interval. */
  clear: number
  /** Those of them whose replay says better or worse as it is. */
  right: number
}

export async function agreementOf(run: Run): Promise<Agreement> {
  const { log, weights } = await runShop(run, 'none')
  const queries = loggedQueries(log)
  const live = rankings(run.shop, [])
  const found: Agreement = { clear: 0, right: 0 }
  for (const change of changes()) {
    const truth = trueDifference(run.shop, weights, change)
    if (Math.abs(truth.mean) <= truth.half) continue
    found.clear++
    const { difference } = compareRankings(queries, live, rankings(run.shop, [change]))
    if (Math.sign(difference?.value ?? 0) === Math.sign(truth.mean)) found.right++
  }
  return found
}

/** Every feature left out, halved, doubled, and products moved at random. */
function changes(): FittedModel[] {
  const ofWeight = (place: number, factor: number): FittedModel => {
    const weight = FEATURE_WEIGHTS[SHOP_FEATURES[place]!] * (factor - 1)
    return {
      boosts:
        () =>
        ({ features }) =>
          weight * features[place]!,
    }
  }
  const scattered = (by: number): FittedModel => ({
    boosts:
      (query) =>
      ({ id }) =>
        by * ((((id + query.length) * 2_654_435_761) >>> 0) / 2 ** 32 - 0.5),
  })
  const weighted = SHOP_FEATURES.flatMap((_, place) => [0, 0.5, 2, 4].map((factor) => ofWeight(place, factor)))
  return [...weighted, ...[0.1, 0.2, 0.4, 0.8].map(scattered)]
}

function rankings(shop: JudgedShop, models: readonly FittedModel[]): Map<string, number[]> {
  return new Map(
    shop.queries.map(({ query, candidates }) => [query, rankWith(candidates, query, models).map(({ id }) => id)]),
  )
}

function loggedQueries(log: readonly LoggedSearch[]): LoggedQuery[] {
  return [...Map.groupBy(log, ({ query }) => query)].map(([query, own]) => {
    const chosen = new Map<number, { clicks: number; weight: number }>()
    for (const { shown, clicked } of own)
      for (const id of clicked) {
        const { clicks, weight } = chosen.get(id) ?? { clicks: 0, weight: 0 }
        chosen.set(id, { clicks: clicks + 1, weight: weight + worthOfClick(shown.indexOf(id) + 1) })
      }
    const lost = own.filter(({ clicked }) => clicked.length === 0).length
    return { query, searches: own.length, lost, empty: 0, approximate: 0, chosen, carted: new Map(), bought: new Map() }
  })
}

function trueDifference(shop: JudgedShop, weights: Float64Array, change: FittedModel): { mean: number; half: number } {
  const differences = shop.queries.map(
    (one) =>
      ndcgOf(one, rankWith(one.candidates, one.query, [change])) - ndcgOf(one, rankWith(one.candidates, one.query, [])),
  )
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = differences.reduce((sum, value, i) => sum + value * weights[i]!, 0) / all
  const variance = differences.reduce((sum, value, i) => sum + (weights[i]! * (value - mean)) ** 2, 0) / all ** 2
  return { mean, half: 1.96 * Math.sqrt(variance) }
}
