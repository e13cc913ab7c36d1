/** Compares the verdict of a replay with the judges' grades, for changes with a known effect. */
import { compareRankings } from '../../../packages/server/src/features/search-health/replay/compare-rankings.ts'
import type { LoggedQuery } from '../../../packages/server/src/features/search-health/replay/logged-queries.ts'
import type { FittedModel } from '../../../packages/recommend/src/learn/logged-search.ts'
import { clickWeight } from '../../../packages/recommend/src/learn/attention.ts'
import { rankWith } from '../../../packages/recommend/src/learn/prove-learning.ts'
import { FEATURE_WEIGHTS } from '@vitrine/engine'
import { type JudgedShop, ndcgOf, SHOP_FEATURES } from './judged-shop.ts'
import { askedOften, pageOf, randomOf, type Run } from './run-shop.ts'
import { BEHAVIOURS, drawFrom } from './shopper-behaviours.ts'

export interface Agreement {
  /** Changes with an effect beyond its confidence interval. */
  clear: number
  /** Clear changes whose difference has the right sign in the replay. */
  sign: number
  /** Clear changes that the replay calls better or worse. */
  told: number
  /** Clear changes that the replay calls better or worse correctly. */
  right: number
}

export function agreementOf(run: Run): Agreement {
  const random = randomOf(run)
  const asked = askedOften(run.shop, random)
  const queries = loggedQueries(run, asked.cumulative, random)
  const { live, changed } = rankedShop(run.shop)
  const found: Agreement = { clear: 0, sign: 0, told: 0, right: 0 }
  for (const { ranking, gains } of changed) {
    const truth = trueDifference(gains, asked.weights)
    if (Math.abs(truth.mean) <= truth.half) continue
    found.clear++
    const { verdict, difference } = compareRankings(queries, live, ranking)
    if (Math.sign(difference?.value ?? 0) === Math.sign(truth.mean)) found.sign++
    if (verdict !== 'better' && verdict !== 'worse') continue
    found.told++
    if ((verdict === 'better') === truth.mean > 0) found.right++
  }
  return found
}

/** Changes each weight, and moves products at random. */
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

interface Ranked {
  live: Map<string, number[]>
  /** The ranking after each change, and each query's gain by the grades. */
  changed: { ranking: Map<string, number[]>; gains: readonly number[] }[]
}

const ranked = new WeakMap<JudgedShop, Ranked>()

/** All runs share the result, which depends only on the shop. */
function rankedShop(shop: JudgedShop): Ranked {
  const known = ranked.get(shop)
  if (known) return known
  const live = rankings(shop, [])
  const before = ndcgs(shop, live)
  const changed = changes().map((change) => {
    const ranking = rankings(shop, [change])
    return { ranking, gains: ndcgs(shop, ranking).map((gain, i) => gain - before[i]!) }
  })
  ranked.set(shop, { live, changed })
  return { live, changed }
}

function rankings(shop: JudgedShop, models: readonly FittedModel[]): Map<string, number[]> {
  return new Map(
    shop.queries.map(({ query, candidates }) => [query, rankWith(candidates, query, models).map(({ id }) => id)]),
  )
}

function ndcgs(shop: JudgedShop, ranking: ReadonlyMap<string, readonly number[]>): number[] {
  return shop.queries.map((one) =>
    ndcgOf(
      one,
      ranking.get(one.query)!.map((id) => ({ id })),
    ),
  )
}

/** Choices before anything was learned, in the format that the replay reads. */
function loggedQueries(run: Run, cumulative: Float64Array, random: () => number): LoggedQuery[] {
  const { shop, visits, behaviour } = run
  const pages = shop.queries.map((query) => pageOf(query, []))
  const logged = shop.queries.map(({ query }) => ({
    ...{ query, searches: 0, lost: 0, empty: 0, approximate: 0, carted: new Map(), bought: new Map() },
    chosen: new Map<number, { clicks: number; weight: number }>(),
  }))
  for (let visit = 0; visit < visits; visit++) {
    const at = drawFrom(cumulative, random)
    const own = logged[at]!
    const clicked = BEHAVIOURS[behaviour](pages[at]!.grades, random)
    own.searches++
    if (clicked.length === 0) own.lost++
    for (const place of clicked) {
      const id = pages[at]!.shown[place]!
      const { clicks, weight } = own.chosen.get(id) ?? { clicks: 0, weight: 0 }
      own.chosen.set(id, { clicks: clicks + 1, weight: weight + clickWeight(place + 1) })
    }
  }
  return logged.filter(({ searches }) => searches > 0)
}

function trueDifference(gains: readonly number[], weights: Float64Array): { mean: number; half: number } {
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const mean = gains.reduce((sum, value, i) => sum + value * weights[i]!, 0) / all
  const variance = gains.reduce((sum, value, i) => sum + (weights[i]! * (value - mean)) ** 2, 0) / all ** 2
  return { mean, half: 1.96 * Math.sqrt(variance) }
}
