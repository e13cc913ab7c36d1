/**
 * The gate for everything that is learned for search. The log is divided by time; every part is replayed with models
 * fitted on the earlier parts, and a model goes live only if the products that shoppers chose rank significantly
 * higher with it than without it. Models are tested one after another, each in addition to those that are live.
 */
import { type Attention, expectedIfFirst, fitAttention, type SeenPage, seenPages, worthOfClick } from './attention.ts'
import { FeatureWeights } from './feature-weights.ts'
import type { Candidate, FittedModel, LoggedSearch, Windows } from './logged-search.ts'
import { productLifts } from './product-lifts.ts'
import { QueryEvidence } from './query-evidence.ts'
import { QueryValues } from './query-values.ts'

/** In the order in which they are tested. */
export const LEARNED_MODELS = ['products', 'values', 'weights'] as const
export type LearnedModel = (typeof LEARNED_MODELS)[number]

export interface Proof {
  /** Number of searches that were replayed, and of those whose answer the model may change. */
  searches: number
  moved: number
  /** Mean change in the discounted gain of a search, and its standard error. */
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
  /** The positions that count: the order below them is hardly seen, and would only add noise. */
  places: 24,
  /** The lowest relative gain that counts: a smaller one may come from errors in the position weights. */
  minGain: 0.01,
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
  pages: readonly ValuedPage[]
  models: Record<LearnedModel, FittedModel>
  answers: Map<string, Answer>
}

interface ValuedPage {
  page: SeenPage
  /** The value of each product of the window in a search without a click, and what a click at a position adds. */
  base: Float64Array
  worth: readonly number[]
}

interface Answer {
  window: readonly Candidate[]
  /** Relevance of the window with the models accepted so far. */
  scores: Float64Array
  /** What the places of the window's products are worth. */
  gains: Float64Array
}

async function splitByTime(
  log: readonly LoggedSearch[],
  windows: Windows,
  pause: () => Promise<void>,
): Promise<Test[]> {
  const size = Math.ceil(log.length / PROOF.parts)
  const evidence = new QueryEvidence()
  const attention = fitAttention(seenPages(log, windows))
  const tests: Test[] = []
  for (let from = 0; from < log.length; from += size) {
    const part = log.slice(from, from + size)
    await pause()
    if (from > 0) tests.push(testOn(part, { windows, evidence, attention }))
    await pause()
    for (const search of part) evidence.learn(search)
  }
  return tests
}

interface Before {
  windows: Windows
  /** What was known before the part. */
  evidence: QueryEvidence
  attention: Attention
}

function testOn(part: readonly LoggedSearch[], { windows, evidence, attention }: Before): Test {
  const pages = seenPages(part, windows)
  const answers = new Map(
    pages.map(({ query, window }): [string, Answer] => {
      const scores = Float64Array.from(window, ({ relevance }) => relevance)
      return [query, { window, scores, gains: gainsOf(window, scores) }]
    }),
  )
  // Evidence grows with every part, so each part is tested with a copy from before it.
  const before = QueryEvidence.load(evidence.save())
  return {
    ...{ count: part.length, pages: pages.map((page) => valued(page, attention)), answers },
    models: fitModels(before, windows, part[0]!.atMs),
  }
}

/**
 * The doubly robust estimate: what relevance lets expect of a product, plus what clicks say beyond it, weighted by how
 * rarely their position is seen. Products that were not shown, or so far down that their clicks are not given their
 * full weight, are not thereby worth less.
 */
function valued(page: SeenPage, attention: Attention): ValuedPage {
  const base = expectedIfFirst(page, attention)
  const worth = page.rows.map((_, place) => worthOfClick(place + 1, attention.fall))
  for (const [place, row] of page.rows.entries())
    if (row >= 0) base[row] *= 1 - worth[place] / (place + 1) ** attention.fall
  return { page, base, worth }
}

function prove(tests: readonly Test[], name: LearnedModel, isLive: boolean): Proof {
  const moments = { searches: 0, moved: 0, sum: 0, squares: 0, before: 0 }
  const after = tests.map(({ models, answers }) => withModel(answers, models[name]))
  for (const [t, { count, pages, answers }] of tests.entries()) {
    moments.searches += count
    for (const page of pages) {
      const { query } = page.page
      compare(page, { before: answers.get(query)!.gains, after: after[t]!.get(query)!.gains }, moments)
    }
  }
  const proof = judge(moments, isLive)
  if (proof.isLive) for (const [t, test] of tests.entries()) test.answers = after[t]!
  return proof
}

interface Compared {
  before: Float64Array
  after: Float64Array
}

function compare({ page, base, worth }: ValuedPage, { before, after }: Compared, moments: Moments): void {
  const ofPage = { before: dot(base, before), after: dot(base, after) }
  const add = (searches: number, from: number, gained: number) => {
    moments.before += searches * from
    moments.sum += searches * gained
    moments.squares += searches * gained * gained
  }
  if (before !== after) moments.moved += page.searches
  add(page.searches - page.clicked.length, ofPage.before, ofPage.after - ofPage.before)
  for (const places of page.clicked) {
    const own = { ...ofPage }
    for (const place of places) {
      const row = page.rows[place]
      if (row < 0) continue
      own.before += worth[place] * before[row]
      own.after += worth[place] * after[row]
    }
    add(1, own.before, own.after - own.before)
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

function withModel(answers: ReadonlyMap<string, Answer>, model: FittedModel): Map<string, Answer> {
  const changed = [...answers].map(([query, answer]): [string, Answer] => {
    const boost = model.boosts(query)
    if (boost === undefined) return [query, answer]
    const { window } = answer
    const scores = answer.scores.map((score, i) => score + boost(window[i]))
    return [query, { window, scores, gains: gainsOf(window, scores) }]
  })
  return new Map(changed)
}

/** In the order of `rankWith`; what is not among the first places gains nothing. */
function gainsOf(window: readonly Candidate[], scores: Float64Array): Float64Array {
  const order = Uint16Array.from(window.keys()).sort(
    (a, b) => window[a].group - window[b].group || scores[b] - scores[a] || a - b,
  )
  const gains = new Float64Array(window.length)
  for (let place = 0; place < Math.min(order.length, PROOF.places); place++)
    gains[order[place]] = 1 / Math.log2(place + 2)
  return gains
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
