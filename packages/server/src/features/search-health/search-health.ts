/** Measures a shop's search on its own catalog and log. Records nothing, and works at most half of the time. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { QualityFinding } from '@vitrine/contract'
import type { Search } from '../../ports/derived-store/derived-facts.ts'
import type { DerivedStore } from '../../ports/derived-store/derived-store.ts'
import { isVariantInStock } from '../../ports/record-store/product.ts'
import type { RecordStore, Shop } from '../../ports/record-store/record-store.ts'
import { countReformulations, latestSearches, type Reformulation } from '../analytics/recent-searches.ts'
import type { PreviewFeatures } from '../preview/preview.ts'
import type { PreviewBody } from '../preview/preview-shop.ts'
import type { SearchLearning } from '../search/search-learning.ts'
import { type ListedAnswer, openComparedSearches } from './ask-shop.ts'
import { checkLearning } from './check-learning.ts'
import { rewordings } from '../analytics/rewordings.ts'
import { CAUSES, explainFailure, type FailingSearch, FIRST_PAGE, isFailing } from './failing-searches.ts'
import { goldenFault } from './golden-queries.ts'
import { checkLaws } from './check-laws.ts'
import { compareRankings } from './replay/compare-rankings.ts'
import { newPace, type Pause } from './pace.ts'
import { type Earned, type LoggedQuery, loggedQueries, sampled } from './replay/logged-queries.ts'
import { headAndTail, measureRanking, type Ranking } from './replay/measure-ranking.ts'

export interface HealthDeps {
  preview: PreviewFeatures
  derived: Pick<DerivedStore, 'searches' | 'conversions' | 'conversion' | 'snapshot' | 'putSnapshot' | 'erasureEpoch'>
  products: Pick<RecordStore, 'scanProducts' | 'lastChange'>
  quality: (shop: Shop) => Promise<readonly QualityFinding[]>
  learning: SearchLearning
  clock: () => number
}

/** `of` is the maximum number of searches. */
export type Progress = (done: number, of: number) => void

const DAYS = 30
const DAYS_MS = DAYS * 86_400_000
const MAX_SEARCHES = 200_000
const MAX_QUERIES = 1_000
const MAX_FAILING = 100
const MAX_EARNED = 2_000
const WORST = 10

export async function checkHealth(deps: HealthDeps, shop: Shop, progress: Progress = () => {}) {
  const log = await readLog(deps, shop)
  const looked = sampled(log.queries, MAX_QUERIES)
  const compared = await openComparedSearches(deps.preview, shop.id, {}, deps.clock())
  const pause = newPace()
  const answers = await askAll(
    compared.live,
    looked.map(({ query }) => query),
    { pause, progress },
  )
  const ranking = rankingOf(answers)
  const { head, tail } = headAndTail(looked)
  const failing = await explainAll(deps, shop, { log, answers, ask: compared.live, pause })
  const [laws, quality, golden] = [
    await checkLaws(deps, shop, { findable: compared.findable, pause }),
    await deps.quality(shop),
    await checkGolden(deps, compared.live, shop),
  ]
  const replay = {
    days: DAYS,
    queries: log.queries.length,
    sampled_queries: looked.length,
    searches: log.searches.length,
    clicked: measureRanking(looked, ranking),
    clicked_head: measureRanking(head, ranking),
    clicked_tail: measureRanking(tail, ranking),
    carted: measureRanking(looked, ranking, 'carted'),
    bought: measureRanking(looked, ranking, 'bought'),
    position_bias: 'a click at position n counts n^0.7 times, at most 8: lower positions are looked at less',
  }
  const parts = scoreParts({ laws, replay, log })
  const learning = await checkLearning(deps, shop, {
    windowOf: compared.unlearned,
    brokenBy: async (scorerOf) => {
      const { broken } = await checkGolden(deps, (query) => compared.learned(query, scorerOf(query)), shop)
      return broken.map(({ query }) => query)
    },
    pause,
  })
  return {
    score: scoreOf(parts),
    parts,
    laws,
    replay,
    failing: CAUSES.map((cause) => {
      const own = failing.filter((one) => one.cause === cause)
      return { cause, queries: own.length, lost_searches: own.reduce((sum, { lost }) => sum + lost, 0) }
    }),
    worst: failing.slice(0, WORST),
    catalog_faults: quality.filter(({ searches_affected: searches }) => searches > 0),
    golden,
    learning,
  }
}

export type SearchHealth = Awaited<ReturnType<typeof checkHealth>>

const MAX_REPLAYED = 400

/** Estimates the effect of a draft or patch on the searches of the last month. */
export async function replayChange(deps: HealthDeps, shop: Shop, change: PreviewBody) {
  const log = await readLog(deps, shop)
  const looked = sampled(log.queries, MAX_REPLAYED)
  const compared = await openComparedSearches(deps.preview, shop.id, change, deps.clock())
  const texts = looked.map(({ query }) => query)
  const live = rankingOf(await askAll(compared.live, texts))
  const draft = rankingOf(await askAll(compared.draft, texts))
  const replayed = compareRankings(looked, live, draft)
  const golden = await checkGolden(deps, compared.draft, compared.draftShop)
  const before = golden.broken.length > 0 ? (await checkGolden(deps, compared.live, compared.draftShop)).broken : []
  const isNew = ({ query, fault }: { query: string; fault: string }) =>
    !before.some((one) => one.query === query && one.fault === fault)
  return {
    days: DAYS,
    sampled_queries: looked.length,
    of_queries: log.queries.length,
    ...replayed,
    /** Queries that were broken before the change are left out. */
    golden: { ...golden, broken: golden.broken.filter(isNew) },
  }
}

/** Returns null if shoppers' choices and the merchant's expectations do not speak against the change. */
export async function warningOf(deps: HealthDeps, shop: Shop, change: PreviewBody): Promise<string | null> {
  const { verdict, risen, fallen, golden } = await replayChange(deps, shop, change)
  const faults = golden.broken.map(({ query, fault }) => `“${query}” ${fault}`)
  if (verdict === 'worse')
    faults.unshift(
      `what shoppers chose in the last ${DAYS} days would rank lower in ${fallen} queries, higher in ${risen}`,
    )
  return faults.length === 0 ? null : faults.join('; ')
}

interface Log {
  searches: readonly Search[]
  queries: readonly LoggedQuery[]
  reformulations: readonly Reformulation[]
}

async function readLog({ derived, clock }: HealthDeps, { id }: Shop): Promise<Log> {
  const searches = await latestSearches(derived, id, { fromMs: clock() - DAYS_MS, max: MAX_SEARCHES })
  const earned = [
    ...(await readEarned(derived, id, 'cart', clock())),
    ...(await readEarned(derived, id, 'order', clock())),
  ]
  return { searches, queries: loggedQueries(searches, earned), reformulations: countReformulations(searches) }
}

async function readEarned(
  derived: HealthDeps['derived'],
  shop: string,
  kind: 'cart' | 'order',
  nowMs: number,
): Promise<Earned[]> {
  const latest = await derived.conversions(shop, kind, nowMs - DAYS_MS, nowMs, MAX_EARNED)
  const earned: Earned[] = []
  for (const { key } of latest) {
    const found = await derived.conversion(shop, kind, key)
    for (const { model, touch } of found?.attributions ?? [])
      if (model === 'last' && touch.source.query)
        earned.push({
          kind: kind === 'cart' ? 'carted' : 'bought',
          query: touch.source.query,
          productId: touch.productId,
        })
  }
  return earned
}

type Ask = (query: string) => Promise<ListedAnswer>

async function askAll(
  ask: Ask,
  queries: readonly string[],
  { pause, progress }: { pause: Pause; progress?: Progress } = { pause: nextTurn },
): Promise<Map<string, ListedAnswer>> {
  const answers = new Map<string, ListedAnswer>()
  for (const query of queries) {
    await pause()
    answers.set(query, await ask(query))
    progress?.(answers.size, queries.length)
  }
  return answers
}

const rankingOf = (answers: ReadonlyMap<string, ListedAnswer>): Ranking =>
  new Map([...answers].map(([query, { ids }]) => [query, ids]))

interface Failing {
  log: Log
  answers: Map<string, ListedAnswer>
  ask: Ask
  pause: Pause
}

async function explainAll(
  deps: HealthDeps,
  shop: Shop,
  { log, answers, ask, pause }: Failing,
): Promise<FailingSearch[]> {
  const sum = (of: 'searches' | 'lost') => log.queries.reduce((total, query) => total + query[of], 0)
  const usualRate = 1 - sum('lost') / Math.max(1, sum('searches'))
  const failing = log.queries
    .filter((query) => isFailing(query, usualRate))
    .toSorted((a, b) => b.lost - a.lost)
    .slice(0, MAX_FAILING)
  const byQuery = new Map(log.queries.map((query) => [query.query, query]))
  const explained: FailingSearch[] = []
  for (const query of failing) {
    await pause()
    const now = answers.get(query.query) ?? (await ask(query.query))
    // The shop now has products with the query's words, so it no longer fails.
    if (query.empty === query.searches && now.byWords > 0) continue
    const reworded = rewordings(query.query, log.reformulations)[0]?.to
    const chosen = byQuery.get(reworded ?? '')?.chosen ?? new Map<number, { weight: number }>()
    const chosenNext = [...chosen].sort(([, a], [, b]) => b.weight - a.weight).map(([id]) => id)
    const first = await deps.preview.search.products.read(shop.id, now.ids.slice(0, 10))
    const soldOutAmongFirst = first.filter(({ variants }) => !variants.some(isVariantInStock)).length
    const corrected = await betterSpelling(now, ask)
    const wouldMend = (to: string) => isMended(deps, shop, { query: query.query, to, now, chosenNext })
    const evidence = { now: { ...now, corrected, soldOutAmongFirst }, reworded, chosenNext, wouldMend }
    explained.push(await explainFailure(query, evidence))
  }
  return explained.sort((a, b) => b.lost - a.lost || (a.query < b.query ? -1 : 1))
}

interface Rename {
  query: string
  to: string
  now: ListedAnswer
  chosenNext: readonly number[]
}

/** True if more products have the words, and one that shoppers chose next is on the first page. */
async function isMended({ preview, clock }: HealthDeps, shop: Shop, { query, to, now, chosenNext }: Rename) {
  const synonyms = [...shop.config.search.synonyms, { from: query, to }]
  const { draft } = await openComparedSearches(preview, shop.id, { patch: { search: { synonyms } } }, clock())
  const { ids, byWords } = await draft(query)
  const first = new Set(ids.slice(0, FIRST_PAGE))
  return byWords > now.byWords && (chosenNext.length === 0 || chosenNext.some((id) => first.has(id)))
}

/** Returns the correction if the shop does not know a word of the query and the correction finds more. */
async function betterSpelling({ corrected, unknown, byWords }: ListedAnswer, ask: Ask): Promise<string | null> {
  if (corrected === null || unknown.length === 0) return null
  return (await ask(corrected)).byWords > byWords ? corrected : null
}

async function checkGolden({ preview }: HealthDeps, ask: Ask, { id, config }: Shop) {
  const expected = config.search.golden_queries
  const broken: { query: string; fault: string }[] = []
  for (const golden of expected) {
    const { ids, total } = await ask(golden.query)
    const products = await preview.search.products.read(id, ids.slice(0, 100))
    const hits = products.map((product) => ({ id: product.id, type: product.productType }))
    const fault = goldenFault(golden, { total, hits })
    if (fault !== undefined) broken.push({ query: golden.query, fault })
  }
  return { expected: expected.length, broken }
}

interface Scored {
  laws: Awaited<ReturnType<typeof checkLaws>>
  replay: { clicked: ReturnType<typeof measureRanking> }
  log: Log
}

/** Each part is from 0 to 1, or null if it cannot be measured. */
function scoreParts({ laws, replay, log }: Scored) {
  const searches = log.searches.length
  const empty = log.searches.filter(({ answer }) => answer === 'empty').length
  const sum = (laws ?? []).reduce((total, { rate }) => total + rate, 0)
  return {
    laws: laws && laws.length > 0 ? sum / laws.length : null,
    answered: searches === 0 ? null : 1 - empty / searches,
    chosen_in_first_10: replay.clicked?.in_first_10.value ?? null,
  }
}

function scoreOf(parts: ReturnType<typeof scoreParts>): number | null {
  const known = Object.values(parts).filter((part) => part !== null)
  if (known.length === 0) return null
  return Math.round((100 * known.reduce((sum, part) => sum + part, 0)) / known.length)
}
