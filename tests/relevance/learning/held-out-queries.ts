/** Measures what clicks on some queries teach about other queries, in folds. */
import type { LoggedSearch } from '../../../packages/recommend/src/learn/logged-search.ts'
import {
  fitModels,
  LEARNED_MODELS,
  type LearnedModel,
  proveLearning,
  rankWith,
} from '../../../packages/recommend/src/learn/prove-learning.ts'
import { QueryEvidence } from '../../../packages/recommend/src/learn/query-evidence.ts'
import { hashOf } from '../search/judged-set.ts'
import { paired } from '../search/statistics.ts'
import { type JudgedQuery, type JudgedShop, ndcgOf } from './judged-shop.ts'
import { PLACES } from './shopper-behaviours.ts'

const FOLDS = 5
const MINUTE_MS = 60_000

export interface HeldOut {
  queries: number
  ndcg: number
  /** Gain on held-out queries, of admitted models and of each model without admission. */
  gated: { difference: number; half: number }
  ungated: Record<string, { difference: number; half: number }>
  /** Number of folds that admitted each model. */
  admitted: Record<string, number>
}

export async function holdOutQueries(shop: JudgedShop): Promise<HeldOut> {
  const before: number[] = []
  const gated: number[] = []
  const each = new Map<LearnedModel, number[]>(LEARNED_MODELS.map((name) => [name, []]))
  const admitted = Object.fromEntries(LEARNED_MODELS.map((name) => [name, 0]))
  for (let fold = 0; fold < FOLDS; fold++) {
    const isOut = ({ query }: JudgedQuery) => hashOf(query) % FOLDS === fold
    const log = logOf(shop.queries.filter((one) => !isOut(one)))
    const proofs = await proveLearning({ log, windows: shop.windows, live: new Set() }, async () => {})
    const evidence = new QueryEvidence()
    for (const search of log) evidence.learn(search)
    const models = fitModels(evidence, shop.windows, log.at(-1)!.atMs)
    const live = LEARNED_MODELS.filter((name) => proofs[name].isLive)
    for (const name of live) admitted[name]!++
    for (const one of shop.queries.filter(isOut)) {
      const scoreWith = (names: readonly LearnedModel[]) =>
        ndcgOf(
          one,
          rankWith(
            one.candidates,
            one.query,
            names.map((name) => models[name]),
          ),
        )
      before.push(scoreWith([]))
      gated.push(scoreWith(live))
      for (const [name, scores] of each) scores.push(scoreWith([name]))
    }
  }
  const ungated = [...each].map(([name, scores]) => [name, rounded(paired(scores, before))] as const)
  return {
    queries: before.length,
    ndcg: Math.round((10_000 * before.reduce((sum, one) => sum + one, 0)) / before.length) / 10_000,
    gated: rounded(paired(gated, before)),
    ungated: Object.fromEntries(ungated),
    admitted,
  }
}

/** A grade of n clicks becomes n searches with this choice, in an order by hash. */
function logOf(queries: readonly JudgedQuery[]): LoggedSearch[] {
  const searches = queries.flatMap(({ query, candidates, grades }) => {
    const shown = candidates.slice(0, PLACES).map(({ id }) => id)
    return [...grades].flatMap(([id, grade]) =>
      Array.from({ length: shown.includes(id) ? grade : 0 }, (_, i) => ({
        search: { query, shown, clicked: [id] },
        hash: hashOf(`${query} ${id} ${i}`),
      })),
    )
  })
  return searches.sort((a, b) => a.hash - b.hash).map(({ search }, i) => ({ ...search, atMs: i * MINUTE_MS }))
}

function rounded({ difference, half }: { difference: number; half: number }) {
  return { difference: Math.round(10_000 * difference) / 10_000, half: Math.round(10_000 * half) / 10_000 }
}
