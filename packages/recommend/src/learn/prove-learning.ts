/**
 * The gate for everything that is learned for search. The log is divided by time; every part is replayed with models
 * fitted on the earlier parts, and a model goes live only if the products that shoppers chose rank significantly
 * higher with it than without it. Models are tested one after another, each in addition to those that are live.
 */
import { FeatureWeights } from './feature-weights.ts'
import type { Candidate, FittedModel, LoggedSearch, Windows } from './logged-search.ts'
import { productLifts } from './product-lifts.ts'
import { QueryEvidence } from './query-evidence.ts'
import { QueryValues } from './query-values.ts'

/** In the order in which they are tested. */
export const LEARNED_MODELS = ['products', 'values', 'weights'] as const
export type LearnedModel = (typeof LEARNED_MODELS)[number]

export interface Proof {
  /** Number of searches that were replayed, and of those with a click whose position the model changes. */
  searches: number
  moved: number
  /** Mean change in the discounted gain of a search's clicks, and its standard error. */
  difference: number
  error: number
  /** The discounted gain without the model. */
  before: number
  isLive: boolean
}

export const PROOF = {
  parts: 5,
  /** Standard errors by which a model must win: with 3, fewer than 5 in 100 models are wrongly admitted over 30 daily tests. */
  enters: 3,
  /** A live model stays live as long as it wins by this many standard errors. */
  stays: 1,
  minSearches: 100,
  /** The lowest relative gain that counts: a smaller one may come from errors in the position weights. */
  minGain: 0.01,
  /** How fast attention falls along a list: the n-th position is seen about 1/n^0.7 as often as the first. */
  lookedAt: 0.7,
  /** A single click far down must not outweigh all others. */
  maxWorth: 8,
}

/**
 * A click at a position that few look at is stronger evidence than one at the top, so it is weighted by the inverse of
 * the probability of being seen.
 */
export function worthOfClick(place: number): number {
  return Math.min(PROOF.maxWorth, place ** PROOF.lookedAt)
}

export function fitModels(evidence: QueryEvidence, windows: Windows, nowMs: number): Record<LearnedModel, FittedModel> {
  return {
    products: productLifts(evidence, nowMs),
    values: QueryValues.fit(evidence, windows, nowMs),
    weights: FeatureWeights.fit(evidence, windows, nowMs),
  }
}

export interface Learned {
  /** Earliest first. */
  log: readonly LoggedSearch[]
  windows: Windows
  live: ReadonlySet<LearnedModel>
}

/** `pause` yields to other work. */
export async function proveLearning(
  { log, windows, live }: Learned,
  pause: () => Promise<void>,
): Promise<Record<LearnedModel, Proof>> {
  const tests = log.length < PROOF.minSearches ? [] : await splitByTime(log, windows, pause)
  const proofs = {} as Record<LearnedModel, Proof>
  for (const name of LEARNED_MODELS) {
    await pause()
    proofs[name] = prove(tests, name, live.has(name))
  }
  return proofs
}

/** A part of the log, the models fitted on what came before it, and its answers with the models accepted so far. */
interface Test {
  count: number
  /** Only searches with a click. */
  searches: readonly ChosenFrom[]
  models: Record<LearnedModel, FittedModel>
  answers: Map<string, Answer>
}

interface ChosenFrom {
  query: string
  choices: readonly { product: number; worth: number }[]
}

interface Answer {
  window: readonly Candidate[]
  /** Relevance of the window with the models accepted so far. */
  scores: Float64Array
  /** Places of the products that were chosen. */
  places: Places
}

async function splitByTime(
  log: readonly LoggedSearch[],
  windows: Windows,
  pause: () => Promise<void>,
): Promise<Test[]> {
  const size = Math.ceil(log.length / PROOF.parts)
  const evidence = new QueryEvidence()
  const tests: Test[] = []
  for (let from = 0; from < log.length; from += size) {
    const part = log.slice(from, from + size)
    if (from > 0) tests.push(testOn(part, windows, evidence))
    await pause()
    for (const search of part) evidence.learn(search)
    await pause()
  }
  return tests
}

function testOn(part: readonly LoggedSearch[], windows: Windows, evidence: QueryEvidence): Test {
  const searches = part.flatMap(({ query, shown, clicked }): ChosenFrom[] => {
    if (clicked.length === 0 || !windows.has(query)) return []
    const choices = clicked.map((product) => ({
      product,
      worth: worthOfClick(Math.max(1, shown.indexOf(product) + 1)),
    }))
    return [{ query, choices }]
  })
  const answers = [...Map.groupBy(searches, ({ query }) => query)].map(([query, own]): [string, Answer] => {
    const window = windows.get(query)!
    const scores = Float64Array.from(window, ({ relevance }) => relevance)
    const chosen = new Set(own.flatMap(({ choices }) => choices.map(({ product }) => product)))
    return [query, { window, scores, places: placesOf(chosen, window, scores) }]
  })
  // Evidence grows with every part, so each part is tested with a copy from before it.
  const before = QueryEvidence.load(evidence.save())
  return {
    ...{ count: part.length, searches, answers: new Map(answers) },
    models: fitModels(before, windows, part[0]!.atMs),
  }
}

function prove(tests: readonly Test[], name: LearnedModel, isLive: boolean): Proof {
  const moments = { searches: 0, moved: 0, sum: 0, squares: 0, before: 0 }
  const after = tests.map(({ models, answers }) => withModel(answers, models[name]))
  for (const [t, { count, searches, answers }] of tests.entries()) {
    moments.searches += count
    for (const search of searches) {
      const before = gainOf(search, answers.get(search.query)!.places)
      const gained = gainOf(search, after[t]!.get(search.query)!.places) - before
      moments.before += before
      if (gained !== 0) moments.moved++
      moments.sum += gained
      moments.squares += gained * gained
    }
  }
  const proof = judge(moments, isLive)
  if (proof.isLive) for (const [t, test] of tests.entries()) test.answers = after[t]!
  return proof
}

function withModel(answers: ReadonlyMap<string, Answer>, model: FittedModel): Map<string, Answer> {
  const changed = [...answers].map(([query, answer]): [string, Answer] => {
    const boost = model.boosts(query)
    if (boost === undefined) return [query, answer]
    const { window, places } = answer
    const scores = answer.scores.map((score, i) => score + boost(window[i]))
    return [query, { window, scores, places: placesOf(places.keys(), window, scores) }]
  })
  return new Map(changed)
}

type Places = ReadonlyMap<number, number>

/** Counts what comes before each product instead of sorting: few of the window were chosen. */
function placesOf(products: Iterable<number>, window: readonly Candidate[], scores: Float64Array): Places {
  const places = new Map<number, number>()
  for (const product of products) {
    const own = window.findIndex(({ id }) => id === product)
    if (own < 0) continue
    let place = 1
    for (let i = 0; i < window.length; i++) if (isBefore(i, own, window, scores)) place++
    places.set(product, place)
  }
  return places
}

/** The order of `rankWith`. */
function isBefore(i: number, own: number, window: readonly Candidate[], scores: Float64Array): boolean {
  const [other, one] = [window[i].group, window[own].group]
  if (other !== one) return other < one
  return scores[i] === scores[own] ? i < own : scores[i] > scores[own]
}

/** Returns the window in the order that the models would give it. */
export function rankWith(window: readonly Candidate[], query: string, models: readonly FittedModel[]): Candidate[] {
  const boosts = models.flatMap((model) => model.boosts(query) ?? [])
  const scored = window.map((one) => {
    let score = one.relevance
    for (const boost of boosts) score += boost(one)
    return { one, score }
  })
  return scored.sort((a, b) => a.one.group - b.one.group || b.score - a.score).map(({ one }) => one)
}

function gainOf({ choices }: ChosenFrom, places: Places): number {
  let gain = 0
  for (const { product, worth } of choices) {
    const place = places.get(product)
    if (place !== undefined) gain += worth / Math.log2(place + 1)
  }
  return gain
}

interface Moments {
  searches: number
  moved: number
  sum: number
  squares: number
  before: number
}

function judge({ searches, moved, sum, squares, before }: Moments, isLive: boolean): Proof {
  const count = Math.max(1, searches)
  const difference = sum / count
  const error = Math.sqrt(Math.max(0, squares / count - difference ** 2) / count)
  const needed = isLive ? PROOF.stays * error : Math.max(PROOF.enters * error, (PROOF.minGain * before) / count)
  return {
    ...{ searches, moved, difference, error, before: before / count },
    isLive: searches >= PROOF.minSearches && difference > needed,
  }
}
