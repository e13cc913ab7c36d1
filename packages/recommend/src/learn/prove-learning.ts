/**
 * Decides which learned models search uses. The log is split by time, and every part is replayed with models fitted on
 * earlier parts. A model is accepted if the products that shoppers chose rank significantly higher with it. Models are
 * tested in turn, each on top of those already accepted.
 */
import { type Attention, clickWeight, expectedIfFirst, fitAttention, type SeenPage, seenPages } from './attention.ts'
import { FeatureWeights } from './feature-weights.ts'
import type { Candidate, CandidatesByQuery, FittedModel, LoggedSearch } from './logged-search.ts'
import { productLifts } from './product-lifts.ts'
import { QueryEvidence } from './query-evidence.ts'
import { QueryValues } from './query-values.ts'

export const LEARNED_MODELS = ['products', 'values', 'weights'] as const
export type LearnedModel = (typeof LEARNED_MODELS)[number]

export interface Proof {
  /** Number of replayed searches, and of those whose order the model may change. */
  searches: number
  moved: number
  /** Mean change of a search's discounted gain, and its standard error. */
  difference: number
  error: number
  before: number
  isLive: boolean
}

export const PROOF = {
  parts: 5,
  /** Standard errors by which a model must win. With 3, under 5 % of useless models are accepted in 30 daily tests. */
  enters: 3,
  /** Standard errors by which an accepted model must win to stay. */
  stays: 1,
  minSearches: 100,
  /** Minimum relative gain. A smaller one may come from errors in the position weights. */
  minGain: 0.01,
}

export function fitModels(
  evidence: QueryEvidence,
  windows: CandidatesByQuery,
  nowMs: number,
): Record<LearnedModel, FittedModel> {
  return {
    products: productLifts(evidence, nowMs),
    values: QueryValues.fit(evidence, windows, nowMs),
    weights: FeatureWeights.fit(evidence, windows, nowMs),
  }
}

export interface Learned {
  /** Earliest first. */
  log: readonly LoggedSearch[]
  windows: CandidatesByQuery
  live: ReadonlySet<LearnedModel>
}

/** Tests every model on the latest part of the log. `pause` yields to other work. */
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

interface Test {
  count: number
  pages: readonly ValuedPage[]
  models: Record<LearnedModel, FittedModel>
  orders: readonly Order[]
}

interface ValuedPage {
  page: SeenPage
  /** The value of each product in a search without a click, and the value that a click adds. */
  base: Float64Array
  weights: readonly number[]
}

interface Order {
  scores: readonly number[]
  gains: Float64Array
}

async function splitByTime(
  log: readonly LoggedSearch[],
  windows: CandidatesByQuery,
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
  windows: CandidatesByQuery
  /** From searches before this part. */
  evidence: QueryEvidence
  attention: Attention
}

function testOn(part: readonly LoggedSearch[], { windows, evidence, attention }: Before): Test {
  const pages = seenPages(part, windows).map((page) => valued(page, attention))
  const orders = pages.map(({ page }) => {
    const scores = page.products.map(({ relevance }) => relevance)
    return { scores, gains: gainsOf(page, scores) }
  })
  // A copy, because the evidence grows with every part.
  const before = QueryEvidence.load(evidence.save())
  return { count: part.length, pages, orders, models: fitModels(before, windows, part[0]!.atMs) }
}

/**
 * Doubly robust estimate: the clicks expected by relevance, plus the difference to the actual clicks, weighted by the
 * inverse probability that their position is seen. Only the order of shown products is judged, because the log has no
 * others.
 */
function valued(page: SeenPage, attention: Attention): ValuedPage {
  const weights = page.places.map((place) => clickWeight(place, attention.positionDecay))
  const expected = expectedIfFirst(page, attention)
  const base = expected.map((one, row) => one * (1 - weights[row] / page.places[row] ** attention.positionDecay))
  return { page, base, weights }
}

function prove(tests: readonly Test[], name: LearnedModel, isLive: boolean): Proof {
  const moments = { searches: 0, moved: 0, sum: 0, squares: 0, before: 0 }
  const after = tests.map((test) => withModel(test, test.models[name]))
  for (const [t, { count, pages, orders }] of tests.entries()) {
    moments.searches += count
    for (const [i, page] of pages.entries())
      compare(page, { before: orders[i]!.gains, after: after[t]![i]!.gains }, moments)
  }
  const proof = judge(moments, isLive)
  if (proof.isLive) for (const [t, test] of tests.entries()) test.orders = after[t]!
  return proof
}

interface Compared {
  before: Float64Array
  after: Float64Array
}

function compare({ page, base, weights }: ValuedPage, { before, after }: Compared, moments: Moments): void {
  const ofPage = { before: dot(base, before), after: dot(base, after) }
  const add = (searches: number, from: number, gained: number) => {
    moments.before += searches * from
    moments.sum += searches * gained
    moments.squares += searches * gained * gained
  }
  if (before !== after) moments.moved += page.searches
  add(page.searches - page.clicked.length, ofPage.before, ofPage.after - ofPage.before)
  for (const rows of page.clicked) {
    const own = { ...ofPage }
    for (const row of rows) {
      own.before += weights[row] * before[row]
      own.after += weights[row] * after[row]
    }
    add(1, own.before, own.after - own.before)
  }
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}

function withModel({ pages, orders }: Test, model: FittedModel): Order[] {
  return pages.map(({ page }, i) => {
    const boost = model.boosts(page.query)
    if (boost === undefined) return orders[i]!
    const scores = orders[i]!.scores.map((score, row) => score + boost(page.products[row]))
    return { scores, gains: gainsOf(page, scores) }
  })
}

/** Returns the discounted gain of each product's position in the order of these scores. Must order like `rankWith`. */
function gainsOf({ products }: SeenPage, scores: readonly number[]): Float64Array {
  const order = [...products.keys()].sort(
    (a, b) => products[a].group - products[b].group || scores[b] - scores[a] || a - b,
  )
  const gains = new Float64Array(products.length)
  for (const [place, row] of order.entries()) gains[row] = 1 / Math.log2(place + 2)
  return gains
}

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
