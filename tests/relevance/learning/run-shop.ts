/** Simulates a month of shoppers while the shop learns, and scores the result by the judges' grades. */
import type { FittedModel, LoggedSearch } from '../../../packages/recommend/src/learn/logged-search.ts'
import {
  fitModels,
  LEARNED_MODELS,
  type LearnedModel,
  proveLearning,
  rankWith,
} from '../../../packages/recommend/src/learn/prove-learning.ts'
import { liftOf, QueryEvidence } from '../../../packages/recommend/src/learn/query-evidence.ts'
import { seededRandom } from '../search/random-edit.ts'
import { type JudgedQuery, type JudgedShop, ndcgOf } from './judged-shop.ts'
import { BEHAVIOURS, type BehaviourName, drawFrom, PLACES } from './shopper-behaviours.ts'

export const LEARNERS = ['counting', 'clicks over expected', 'gated'] as const
export type Learner = (typeof LEARNERS)[number]

export interface Run {
  shop: JudgedShop
  behaviour: BehaviourName
  visits: number
  seed: number
  checks: number
}

export interface Outcome {
  /** Mean over searches, so frequent queries count more. */
  ndcg: number
  /** Models that were admitted, and those whose admission made answers worse. */
  admitted: LearnedModel[]
  wrong: LearnedModel[]
  /** NDCG without learning. */
  unlearned: number
}

const MONTH_MS = 30 * 86_400_000
/** Searches in a server's log. */
const LOGGED = 5000
/** Maximum that clicks over expected clicks add to a score. */
const CLICKS_WEIGHT = 0.15

export async function runShop(run: Run, learner: Learner): Promise<Outcome> {
  const { shop, behaviour, visits, checks } = run
  const random = randomOf(run)
  const asked = askedOften(shop, random)
  const state = new Learning(shop, learner)
  const outcome: Outcome = { ndcg: 0, admitted: [], wrong: [], unlearned: state.ndcg(asked.weights, []) }
  let visit = 0
  for (let check = 0; check < checks; check++) {
    await state.look((check * MONTH_MS) / checks, asked.weights, outcome)
    const until = Math.floor((visits * (check + 1)) / checks)
    for (; visit < until; visit++) {
      const place = drawFrom(asked.cumulative, random)
      const { shown, grades } = state.pageOf(place)
      const clicked = BEHAVIOURS[behaviour](grades, random).map((at: number) => shown[at]!)
      state.learn({ query: shop.queries[place]!.query, shown, clicked, atMs: (MONTH_MS * visit) / visits })
    }
  }
  await state.look(MONTH_MS, asked.weights, outcome)
  outcome.ndcg = state.ndcg(asked.weights, state.models)
  return outcome
}

export function randomOf({ seed, visits }: Run): () => number {
  return seededRandom(1 + seed * 7919 + visits)
}

/** A few queries are frequent and most are rare. */
export function askedOften({ queries }: JudgedShop, random: () => number) {
  const order = queries.map((_, i) => ({ i, at: random() })).sort((a, b) => a.at - b.at)
  const weights = new Float64Array(queries.length)
  order.forEach(({ i }, rank) => {
    weights[i] = 1 / (rank + 1) ** 0.8
  })
  const cumulative = new Float64Array(weights.length)
  let sum = 0
  weights.forEach((weight, i) => {
    sum += weight
    cumulative[i] = sum
  })
  return { weights, cumulative }
}

interface Page {
  shown: readonly number[]
  grades: readonly number[]
}

class Learning {
  readonly #shop: JudgedShop
  readonly #learner: Learner
  readonly #evidence = new QueryEvidence()
  readonly #counts = new Map<string, Map<number, number>>()
  readonly #live = new Set<LearnedModel>()
  #pages: (Page | undefined)[] = []
  log: LoggedSearch[] = []
  models: FittedModel[] = []

  constructor(shop: JudgedShop, learner: Learner) {
    this.#shop = shop
    this.#learner = learner
  }

  /** Updates the models. */
  async look(nowMs: number, weights: Float64Array, outcome: Outcome): Promise<void> {
    this.log = this.log.slice(-LOGGED)
    this.#pages = []
    if (this.#learner === 'counting') this.models = [counting(this.#counts)]
    if (this.#learner === 'clicks over expected') this.models = [clicksOverExpected(this.#evidence, nowMs)]
    if (this.#learner === 'gated' && this.log.length > 0) await this.#check(nowMs, weights, outcome)
  }

  async #check(nowMs: number, weights: Float64Array, outcome: Outcome): Promise<void> {
    const known = { log: this.log, windows: this.#shop.windows, live: this.#live }
    const proofs = await proveLearning(known, async () => {})
    const fitted = fitModels(this.#evidence, this.#shop.windows, nowMs)
    this.models = []
    for (const name of LEARNED_MODELS) {
      if (!proofs[name].isLive) {
        this.#live.delete(name)
        continue
      }
      const next = [...this.models, fitted[name]]
      if (!this.#live.has(name)) {
        outcome.admitted.push(name)
        if (this.ndcg(weights, next) < this.ndcg(weights, this.models)) outcome.wrong.push(name)
      }
      this.#live.add(name)
      this.models = next
    }
  }

  pageOf(place: number): Page {
    this.#pages[place] ??= pageOf(this.#shop.queries[place]!, this.models)
    return this.#pages[place]
  }

  learn(search: LoggedSearch): void {
    this.log.push(search)
    if (this.#learner === 'counting') this.#count(search)
    else this.#evidence.learn(search)
  }

  #count({ query, clicked }: LoggedSearch): void {
    const counts = this.#counts.get(query) ?? new Map<number, number>()
    this.#counts.set(query, counts)
    for (const id of clicked) counts.set(id, (counts.get(id) ?? 0) + 1)
  }

  ndcg(weights: Float64Array, models: readonly FittedModel[]): number {
    let [sum, all] = [0, 0]
    this.#shop.queries.forEach((one, i) => {
      sum += weights[i]! * ndcgOf(one, rankWith(one.candidates, one.query, models))
      all += weights[i]!
    })
    return sum / all
  }
}

export function pageOf({ query, candidates, grades }: JudgedQuery, models: readonly FittedModel[]): Page {
  const shown = rankWith(candidates, query, models).slice(0, PLACES)
  return { shown: shown.map(({ id }) => id), grades: shown.map(({ id }) => grades.get(id) ?? 0) }
}

/** Ranks by the number of clicks, ignoring position bias. */
function counting(counts: ReadonlyMap<string, ReadonlyMap<number, number>>): FittedModel {
  return {
    boosts(query) {
      const own = counts.get(query)
      if (own === undefined || own.size === 0) return undefined
      const most = Math.max(...own.values())
      return ({ id }) => (own.get(id) ?? 0) / most
    },
  }
}

/** Boosts products that are chosen more often than their positions explain, without waiting for evidence. */
function clicksOverExpected(evidence: QueryEvidence, nowMs: number): FittedModel {
  return {
    boosts(query) {
      const known = evidence.of(query, nowMs)
      if (known.size === 0) return undefined
      return ({ id }) => {
        const own = known.get(id)
        return own ? CLICKS_WEIGHT * Math.max(0, liftOf(own)) : 0
      }
    },
  }
}
