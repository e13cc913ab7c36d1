/** Proposes changes for failed searches. A synonym must not push down what shoppers clicked in other searches. */
import type { ShopConfig, Suggestion } from '@vitrine/contract'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { ClickedProduct, Reformulation } from '../analytics/recent-searches.ts'
import { clearShare, MIN_CONFIDENCE, MIN_SHOPPERS, rewordings, sumOf } from '../analytics/rewordings.ts'
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
  /** Products that contain the words; others are only similar in meaning. */
  byWords: number
  /** Products of the first page, best first. */
  ids: readonly number[]
  corrected: string | null
}

/** The most harmful fault comes first. */
export const LOOKED_FOR = ['price_zero', 'no_picture', 'no_description', 'no_type'] as const
type Fault = (typeof LOOKED_FOR)[number]

export interface SharedFault {
  check: Fault
  /** Number of faulty products among `of` products. */
  count: number
  of: number
}

export interface SuggestDeps extends RuleDeps {
  /** Faults of the first products that a search shows; an empty query means the whole shop. */
  faultsAmong(shop: Shop, query: string): Promise<readonly SharedFault[]>
  failedQueries(shop: Shop): Promise<readonly FailedQuery[]>
  reformulations(shop: Shop): Promise<readonly Reformulation[]>
  /** Uses the configuration changed by `patch`, if given. */
  find(shop: Shop, query: string, how?: { patch?: object }): Promise<Found>
}

/** Limited, because each query takes a few searches. */
const MAX_QUERIES = 25
/** Fewer failed searches may be chance. */
const MIN_SEARCHES = 3
const MAX_CANDIDATES = 12

interface Proposed {
  kind: Suggestion['kind']
  proposal: string
  patch?: Record<string, unknown>
  evidence?: Suggestion['evidence']
  confidence?: number
  candidates?: number[]
  expected?: number
  /** Text from which the id is derived; by default the proposal's own. */
  about?: string
}

/** Starts with the most frequent failed searches and serves requests between its own searches. */
export async function suggest(deps: SuggestDeps, shop: Shop): Promise<Suggestion[]> {
  const failed = (await deps.failedQueries(shop)).slice(0, MAX_QUERIES)
  const known: Known = { changes: await deps.reformulations(shop), clicked: await deps.clicked(shop) }
  const found = new Map<string, Suggestion>()
  for (const { query, searches, isEmpty } of failed) {
    const now = await deps.find(shop, query)
    // The shop now has products with these words, so nothing needs to change.
    if (isEmpty && now.byWords > 0) continue
    const one = await proposedFor(deps, shop, { query, searches, now, known })
    if (!one) continue
    const { kind, proposal, patch = {}, evidence = [], confidence = null, candidates = [], expected = now.total } = one
    // Several searches may need the same synonym; it is proposed for the most frequent one.
    if (!found.has(proposal))
      found.set(proposal, {
        ...{ id: idOfSuggestion(query, one.about ?? proposal), kind, query, proposal, patch, evidence, candidates },
        confidence: confidence === null ? null : Math.round(confidence * 100) / 100,
        ...{ lost_searches: searches, results_now: now.total, results_expected: expected },
      })
  }
  const all = [...found.values(), ...(await suggestRules(deps, shop))]
  return all.sort((a, b) => b.lost_searches - a.lost_searches || (a.id < b.id ? -1 : 1))
}

interface Known {
  changes: readonly Reformulation[]
  clicked: readonly ClickedProduct[]
}

interface Failure {
  query: string
  searches: number
  now: Found
  known: Known
}

async function proposedFor(deps: SuggestDeps, shop: Shop, failure: Failure): Promise<Proposed | undefined> {
  const redirect = redirectFor(shop.config, failure.query)
  if (redirect) return { ...redirect, expected: (await deps.find(shop, failure.query, redirect)).total }
  if (failure.searches < MIN_SEARCHES) return undefined
  for (const other of otherWordsFor(failure)) {
    const proven = await provenSynonym(deps, shop, failure, other)
    if (proven) return proven
  }
  return failure.now.byWords > 0 ? catalogFixFor(deps, shop, failure) : choiceFor(failure)
}

interface OtherWords {
  to: string
  evidence: Suggestion['evidence'][number]
  confidence?: number
}

/** Returns what shoppers typed next, likeliest first, then the corrected spelling. */
function otherWordsFor({ query, now: { corrected }, known: { changes } }: Failure): OtherWords[] {
  const typed = rewordings(query, changes)
    .slice(0, 3)
    .map(
      ({ to, count, confidence }): OtherWords => ({
        ...{ to, confidence },
        evidence: { kind: 'reformulation', text: `${count} shoppers then searched for “${to}”`, count },
      }),
    )
  if (corrected === null || corrected === query) return typed
  const text = `its spelling is close to “${corrected}”`
  return [...typed, { to: corrected, evidence: { kind: 'spelling', text, count: null } }]
}

/** Clicks on the products that a synonym brings to the first page. */
const MIN_BROUGHT = 3
const MIN_BROUGHT_SHARE = 0.25

async function provenSynonym(
  deps: SuggestDeps,
  shop: Shop,
  { query, now, known: { clicked } }: Failure,
  { to: reworded, evidence, confidence }: OtherWords,
): Promise<Proposed | undefined> {
  const words = exchangedWords(query, reworded)
  if (!words || !(await mayMeanTheSame(deps, shop, words))) return undefined
  const patch = { search: { synonyms: [...shop.config.search.synonyms, words] } }
  const then = await deps.find(shop, query, { patch })
  const chosen = clicked.filter((one) => one.query === reworded)
  const on = ({ ids }: Found) => chosen.reduce((sum, one) => sum + (ids.includes(one.productId) ? one.clicks : 0), 0)
  const brought = on(then) - on(now)
  if (brought < Math.max(MIN_BROUGHT, MIN_BROUGHT_SHARE * (chosen[0]?.ofClicks ?? 0))) return undefined
  if (await losesElsewhere(deps, shop, { patch, clicked, query, from: words.from })) return undefined
  const text = `${brought} of ${chosen[0]!.ofClicks} clicks after “${reworded}” chose products that this brings to its first page`
  return {
    ...{ kind: 'synonym', patch, expected: then.total, ...(confidence !== undefined && { confidence }) },
    proposal: `“${words.from}” also finds “${words.to}”`,
    evidence: [evidence, { kind: 'replay', text, count: brought }],
  }
}

/** Returns the words in which two queries differ; undefined if one only has more words, because it is then narrower. */
export function exchangedWords(before: string, after: string): { from: string; to: string } | undefined {
  const [own, other] = [before.split(' '), after.split(' ')]
  const from = own.filter((word) => !other.includes(word)).join(' ')
  const to = other.filter((word) => !own.includes(word)).join(' ')
  return from === '' || to === '' ? undefined : { from, to }
}

/** True if `from` alone finds no product, or if both find some of the same products. */
async function mayMeanTheSame(deps: SuggestDeps, shop: Shop, { from, to }: { from: string; to: string }) {
  const own = await deps.find(shop, from)
  if (own.byWords === 0) return true
  const other = new Set((await deps.find(shop, to)).ids)
  return own.ids.some((id) => other.has(id))
}

interface Tried {
  patch: object
  clicked: readonly ClickedProduct[]
  query: string
  from: string
}

const RARE_SEARCHES = 2
const MAX_TRIED = 10

/** True if the change moves a product down that shoppers clicked in another search with these words. */
async function losesElsewhere(deps: SuggestDeps, shop: Shop, { patch, clicked, query: own, from }: Tried) {
  const touched = clicked.filter(
    ({ query, ofSearches }) => query !== own && hasWordsOf(query, from) && ofSearches > RARE_SEARCHES,
  )
  for (const { query, productId } of touched.slice(0, MAX_TRIED)) {
    const before = (await deps.find(shop, query)).ids.indexOf(productId)
    const after = (await deps.find(shop, query, { patch })).ids.indexOf(productId)
    if (before >= 0 && (after < 0 || after > before)) return true
  }
  return false
}

function hasWordsOf(query: string, text: string): boolean {
  const words = new Set(query.split(' '))
  return text.split(' ').every((word) => words.has(word))
}

/** If shoppers clicked the same products but typed no common query before, the merchant chooses one of them. */
function choiceFor({ query, now, known: { changes, clicked } }: Failure): Proposed | undefined {
  const next = changes.filter(({ from }) => from === query)
  const of = sumOf(next)
  const chosen = sumByProduct(
    next.flatMap((one) => [...one.chosen].map(([productId, count]) => ({ productId, count }))),
  )
  const usual = sumByProduct(clicked.map(({ productId, clicks: count }) => ({ productId, count })))
  const all = sumOf(clicked.map(({ clicks: count }) => ({ count })))
  const agreed = [...chosen].filter(([productId, count]) => {
    const common = ((usual.get(productId) ?? 0) - count) / Math.max(1, all)
    return count >= MIN_SHOPPERS && clearShare({ count, of, common }) >= MIN_CONFIDENCE && !now.ids.includes(productId)
  })
  const [best] = agreed.sort((a, b) => b[1] - a[1])
  if (!best) return undefined
  const text = `${best[1]} of ${of} shoppers who searched again chose the first of these`
  const confidence = clearShare({ count: best[1], of, common: 0 })
  return {
    ...{ kind: 'choose', about: 'choose', confidence },
    proposal: `no product has all words of “${query}”: choose the products that it means`,
    evidence: [{ kind: 'chosen_next', text, count: best[1] }],
    candidates: [...new Set([...agreed.map(([id]) => id), ...now.ids])].slice(0, MAX_CANDIDATES),
  }
}

function sumByProduct(counts: readonly { productId: number; count: number }[]): Map<number, number> {
  const sums = new Map<number, number>()
  for (const { productId, count } of counts) sums.set(productId, (sums.get(productId) ?? 0) + count)
  return sums
}

const FAULTS: Record<Fault, string> = {
  no_picture: 'have no picture',
  price_zero: 'have no price',
  no_description: 'have no description',
  no_type: 'have no type',
}

const MIN_FAULTY = 3

/** Proposes a fix for a fault that most results of an unclicked search share, but most of the shop does not. */
async function catalogFixFor(deps: SuggestDeps, shop: Shop, { query }: Failure): Promise<Proposed | undefined> {
  const isCommon = ({ count, of }: SharedFault) => count >= MIN_FAULTY && count * 2 >= of
  const faults = (await deps.faultsAmong(shop, query)).filter(isCommon)
  if (faults.length === 0) return undefined
  const usual = (await deps.faultsAmong(shop, '')).filter(isCommon).map(({ check }) => check)
  const worst = faults.find(({ check }) => !usual.includes(check))
  if (!worst) return undefined
  const { check, count } = worst
  const text = `${count} of its first ${worst.of} products ${FAULTS[check]}`
  const proposal = `fix the products that “${query}” shows: ${text}`
  return { kind: 'data', about: check, proposal, evidence: [{ kind: check, text, count }] }
}

function redirectFor(config: ShopConfig, query: string) {
  const named = (one: { title: string }) => normalizeQuery(one.title) === query
  const collection = config.collections.find(named)
  const page = config.pages.find(named)
  const to = collection ? `/collections/${collection.handle}` : page ? `/pages/${page.handle}` : undefined
  if (to === undefined) return undefined
  const rule = { id: `redirect-${idOfSuggestion(query, to)}`, when: { query, match: 'exact' }, redirect: to }
  const text = collection ? 'a collection has this name' : 'a page has this name'
  return {
    kind: 'redirect' as const,
    proposal: `redirect “${query}” to ${to}`,
    patch: { search: { rules: [...config.search.rules, rule] } },
    evidence: [{ kind: 'same_title' as const, text, count: null }],
  }
}
