/** Proposals for searches that fail, each with its evidence, its expected results, and a change ready to be published. */
import type { ShopConfig, Suggestion } from '@vitrine/contract'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { ClickedProduct, Reformulation } from '../analytics/recent-searches.ts'
import { wilsonInterval } from '../analytics/statistics.ts'
import { normalizeQuery } from '../platform/normalize-query.ts'
import { idOfSuggestion } from './suggestion-id.ts'
import { type RuleDeps, suggestRules } from './suggest-rules.ts'

export interface FailedQuery {
  query: string
  /** Failed searches: without results, or without a click. */
  searches: number
  isEmpty: boolean
}

export interface Found {
  total: number
  /** Products that contain the words; the others are only near in meaning. */
  byWords: number
  /** Products of the first page, best first. */
  ids: readonly number[]
  corrected: string | null
  /** Product types of the results, most frequent first. */
  types: readonly string[]
}

/** The catalog faults that suggestions are made for, the most harmful first. */
export const LOOKED_FOR = ['price_zero', 'no_picture', 'no_description', 'no_type'] as const
type Fault = (typeof LOOKED_FOR)[number]

export interface SharedFault {
  check: Fault
  /** How many of the `of` products that were examined have the fault. */
  count: number
  of: number
}

export interface SuggestDeps extends RuleDeps {
  /** Faults among the first products that a search shows; an empty query shows the whole shop. */
  faultsAmong(shop: Shop, query: string): Promise<readonly SharedFault[]>
  failedQueries(shop: Shop): Promise<readonly FailedQuery[]>
  reformulations(shop: Shop): Promise<readonly Reformulation[]>
  /** Searches with the configuration changed by `patch`, if given. */
  find(shop: Shop, query: string, how?: { patch?: object }): Promise<Found>
}

/** Each query takes a few searches. */
const MAX_QUERIES = 25
/** Fewer searches that fail, or that go on to another, are slips and chance. */
const MIN_SEARCHES = 3
const MAX_CANDIDATES = 12

interface Candidate {
  kind: Suggestion['kind']
  proposal: string
  patch: Record<string, unknown>
  evidence: Suggestion['evidence']
  confidence: number | null
  /** The target text of a synonym. */
  to?: string
}

/**
 * Proposes changes for failed searches, the most frequent first, if they find more than before. Runs one search at a
 * time, so that requests can be served in between.
 */
export async function suggest(deps: SuggestDeps, shop: Shop): Promise<Suggestion[]> {
  const failed = (await deps.failedQueries(shop)).slice(0, MAX_QUERIES)
  const known: Known = { changes: await deps.reformulations(shop), clicked: await deps.clicked(shop) }
  const found: Suggestion[] = []
  for (const one of failed) found.push(...(await suggestFor(deps, shop, one, known)))
  const all = [...found, ...(await suggestRules(deps, shop))]
  return all.sort((a, b) => b.lost_searches - a.lost_searches || (a.id < b.id ? -1 : 1))
}

interface Known {
  changes: readonly Reformulation[]
  clicked: readonly ClickedProduct[]
}

async function suggestFor(deps: SuggestDeps, shop: Shop, failed: FailedQuery, known: Known): Promise<Suggestion[]> {
  const now = await deps.find(shop, failed.query)
  // The shop has these words again, so nothing is needed. What is only near in meaning is no answer.
  if (failed.isEmpty && now.byWords > 0) return []
  const redirect = redirectFor(shop.config, failed.query)
  if (!redirect && failed.searches < MIN_SEARCHES) return []
  const candidates = redirect ? [redirect] : synonymsFor(shop, failed, { changes: known.changes, now })
  for (const { to, ...candidate } of candidates) {
    const then = await deps.find(shop, failed.query, { patch: candidate.patch })
    if (to !== undefined && !(await isProven(deps, shop, { failed, to, candidate, now, then, known }))) continue
    return [
      {
        id: idOfSuggestion(failed.query, candidate.proposal),
        query: failed.query,
        lost_searches: failed.searches,
        results_now: now.total,
        results_expected: then.total,
        candidates: [],
        ...candidate,
      },
    ]
  }
  return now.byWords > 0 ? suggestData(deps, shop, failed, now) : suggestChoice(failed, now)
}

interface Trial {
  failed: FailedQuery
  to: string
  candidate: Candidate
  now: Found
  then: Found
  known: Known
}

/**
 * Checks a synonym against what shoppers did before it is proposed: it must find more, including something that
 * visitors of the other word chose, and it must not push down what visitors of any other search chose.
 */
async function isProven(deps: SuggestDeps, shop: Shop, trial: Trial): Promise<boolean> {
  const { failed, to, candidate, now, then, known } = trial
  if (then.total <= now.total) return false
  // Words that the shop uses mean the same as others only if both find some of the same products.
  if (now.byWords > 0) {
    const other = new Set((await deps.find(shop, to)).ids)
    if (!now.ids.some((id) => other.has(id))) return false
  }
  const chosen = known.clicked.filter(({ query }) => hasWordsOf(query, to))
  const isChosen = chosen.some(({ productId }) => then.ids.includes(productId))
  // A spelling correction needs no clicks as evidence.
  if (!isChosen && candidate.evidence[0]?.kind !== 'spelling') return false
  const touched = known.clicked.filter(
    ({ query, ofClicks }) => query !== failed.query && hasWordsOf(query, failed.query) && ofClicks >= MIN_CLICKS,
  )
  for (const { query, productId } of touched.slice(0, MAX_TRIED)) {
    const before = (await deps.find(shop, query)).ids.indexOf(productId)
    const after = (await deps.find(shop, query, { patch: candidate.patch })).ids.indexOf(productId)
    if (before >= 0 && (after < 0 || after > before)) return false
  }
  return true
}

/** Other searches with fewer clicks are not checked. */
const MIN_CLICKS = 3
const MAX_TRIED = 10

function hasWordsOf(query: string, text: string): boolean {
  const words = new Set(query.split(' '))
  return text.split(' ').every((word) => words.has(word))
}

/**
 * If shoppers see products that are only near in meaning and choose none, leaves the choice to the merchant. A search
 * that finds nothing at all is for something that the shop does not sell: other products would be random.
 */
function suggestChoice(failed: FailedQuery, near: Found): Suggestion[] {
  if (near.total === 0) return []
  return [
    {
      id: idOfSuggestion(failed.query, 'choose'),
      kind: 'choose',
      query: failed.query,
      proposal: `no product has all words of “${failed.query}”: choose products if the shop sells it under another name`,
      patch: {},
      evidence: [],
      confidence: null,
      candidates: near.ids.slice(0, MAX_CANDIDATES),
      lost_searches: failed.searches,
      results_now: near.total,
      results_expected: near.total,
    },
  ]
}

const FAULTS: Record<Fault, string> = {
  no_picture: 'have no picture',
  price_zero: 'have no price',
  no_description: 'have no description',
  no_type: 'have no type',
}

/**
 * If nobody clicks a search's results and most of them share a fault, proposes to fix the catalog instead of the
 * search. A fault of most of the shop explains no single search, and results that are only near in meaning are not
 * what was asked for.
 */
async function suggestData(deps: SuggestDeps, shop: Shop, failed: FailedQuery, now: Found): Promise<Suggestion[]> {
  const isCommon = ({ count, of }: SharedFault) => count > 0 && count * 2 >= of
  const faults = (await deps.faultsAmong(shop, failed.query)).filter(isCommon)
  if (faults.length === 0) return []
  const usual = (await deps.faultsAmong(shop, '')).filter(isCommon).map(({ check }) => check)
  const worst = faults.find(({ check }) => !usual.includes(check))
  if (!worst) return []
  const text = `${worst.count} of its first ${worst.of} products ${FAULTS[worst.check]}`
  return [
    {
      id: idOfSuggestion(failed.query, worst.check),
      kind: 'data',
      query: failed.query,
      proposal: `fix the products that “${failed.query}” shows: ${text}`,
      patch: {},
      evidence: [{ kind: worst.check, text, count: worst.count }],
      confidence: null,
      candidates: [],
      lost_searches: failed.searches,
      results_now: now.total,
      results_expected: now.total,
    },
  ]
}

/** Proposes a redirect for a search that is the name of a collection or page. */
function redirectFor(config: ShopConfig, query: string): Candidate | undefined {
  const named = (one: { title: string }) => normalizeQuery(one.title) === query
  const collection = config.collections.find(named)
  const page = config.pages.find(named)
  const to = collection ? `/collections/${collection.handle}` : page ? `/pages/${page.handle}` : undefined
  if (to === undefined) return undefined
  const rule = { id: `redirect-${idOfSuggestion(query, to)}`, when: { query, match: 'exact' }, redirect: to }
  return {
    kind: 'redirect',
    proposal: `redirect “${query}” to ${to}`,
    patch: { search: { rules: [...config.search.rules, rule] } },
    confidence: null,
    evidence: [
      { kind: 'same_title', text: collection ? 'a collection has this name' : 'a page has this name', count: null },
    ],
  }
}

interface Situation {
  changes: readonly Reformulation[]
  now: Found
}

/** Proposes what shoppers typed next, the likeliest first, then the corrected spelling. Similar meaning alone is not evidence. */
function synonymsFor(shop: Shop, { query }: FailedQuery, { changes, now }: Situation): Candidate[] {
  const typed = changes
    .filter(({ from, count }) => from === query && count >= MIN_SEARCHES)
    .map((change) => ({ change, confidence: confidenceOf(change, changes) }))
    .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
    .sort((a, b) => b.confidence - a.confidence)
    .slice(0, 3)
    .map(({ change: { to, count }, confidence }) => {
      const evidence = { kind: 'reformulation' as const, text: `shoppers then searched for “${to}”`, count }
      return synonym(shop.config, { from: query, to, evidence, confidence })
    })
  const { corrected } = now
  if (corrected === null || corrected === query) return typed
  const evidence = { kind: 'spelling' as const, text: `its spelling is close to “${corrected}”`, count: null }
  return [...typed, synonym(shop.config, { from: query, to: corrected, evidence, confidence: null })]
}

/** Below this, the change of query is as likely to be chance as a rewording. */
const MIN_CONFIDENCE = 0.25
/**
 * The other query must be this many times likelier after this search than after others: a query typed after many
 * searches is popular, not a synonym.
 */
const ABOVE_COMMON = 3

/** Lower bound (Wilson) of the share of visits that went on from this search to the other; 0 if the other is nearly as frequent after any search. */
export function confidenceOf({ from, to, count }: Reformulation, changes: readonly Reformulation[]): number {
  const sum = (list: readonly Reformulation[]) => list.reduce((total, one) => total + one.count, 0)
  const [lower] = wilsonInterval(count, sum(changes.filter((one) => one.from === from)))
  const elsewhere = changes.filter((one) => one.from !== from)
  const common = sum(elsewhere.filter((one) => one.to === to)) / Math.max(1, sum(elsewhere))
  return lower > ABOVE_COMMON * common ? lower : 0
}

interface Synonym {
  from: string
  to: string
  evidence: Suggestion['evidence'][number]
  confidence: number | null
}

function synonym(config: ShopConfig, { from, to, evidence, confidence }: Synonym): Candidate {
  return {
    kind: 'synonym',
    to,
    proposal: `“${from}” also finds “${to}”`,
    patch: { search: { synonyms: [...config.search.synonyms, { from, to }] } },
    evidence: [evidence],
    confidence: confidence === null ? null : Math.round(confidence * 100) / 100,
  }
}
