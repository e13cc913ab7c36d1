/** Proposals for searches that fail, each with its evidence, what it would find, and the change that is ready to be published. */
import type { ShopConfig, Suggestion } from '@vitrine/contract'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { Reformulation } from '../analytics/recent-searches.ts'
import { normalizeQuery } from '../platform/normalize-query.ts'
import { commonSynonyms } from './common-synonyms.ts'
import { idOfSuggestion } from './suggestion-id.ts'
import { type RuleDeps, suggestRules } from './suggest-rules.ts'

export interface FailedQuery {
  query: string
  /** Searches that were lost: without result, or without a click. */
  searches: number
  isEmpty: boolean
}

/** What a search for a text finds. */
export interface Found {
  total: number
  corrected: string | null
  /** Types of the best products, the first first. */
  types: readonly string[]
}

/** What is looked at in the products of a search that nobody clicks, the worst first. */
export const LOOKED_FOR = ['price_zero', 'no_picture', 'no_description', 'no_type'] as const
type Fault = (typeof LOOKED_FOR)[number]

/** A fault that many of a search's first products share. */
export interface SharedFault {
  check: Fault
  /** Products with it, of those that were looked at. */
  count: number
  of: number
}

export interface SuggestDeps extends RuleDeps {
  /** Of the first products that a search shows. */
  faultsAmong(shop: Shop, query: string): Promise<readonly SharedFault[]>
  failedQueries(shop: Shop): Promise<readonly FailedQuery[]>
  reformulations(shop: Shop): Promise<readonly Reformulation[]>
  /** With the configuration changed by the patch, where one is given; by meaning alone where asked for. */
  find(shop: Shop, query: string, how?: { patch?: object; byMeaning?: boolean }): Promise<Found>
}

/** Each costs a few searches. */
const MOST_QUERIES = 25
/** One shopper may have gone on to look for something else. */
const LEAST_VISITS = 2

interface Candidate {
  kind: Suggestion['kind']
  proposal: string
  patch: Record<string, unknown>
  evidence: Suggestion['evidence']
}

/**
 * Most lost searches first, then what nobody has searched for yet. What finds nothing more than before is not proposed.
 * One search at a time: requests come in between only then.
 */
export async function suggest(deps: SuggestDeps, shop: Shop): Promise<Suggestion[]> {
  const failed = (await deps.failedQueries(shop)).slice(0, MOST_QUERIES)
  const changes = await deps.reformulations(shop)
  const found: Suggestion[] = []
  for (const one of failed) found.push(...(await suggestFor(deps, shop, one, changes)))
  const all = [...found, ...(await suggestRules(deps, shop))]
  const suggestions = all.sort((a, b) => b.lost_searches - a.lost_searches || (a.id < b.id ? -1 : 1))
  return [...suggestions, ...(await commonSynonyms(deps, shop, new Set(failed.map(({ query }) => query))))]
}

async function suggestFor(
  deps: SuggestDeps,
  shop: Shop,
  failed: FailedQuery,
  changes: readonly Reformulation[],
): Promise<Suggestion[]> {
  const now = await deps.find(shop, failed.query)
  // Since then something else has helped.
  if (failed.isEmpty && now.total > 0) return []
  const redirect = redirectFor(shop.config, failed.query)
  const candidates = redirect ? [redirect] : await synonymsFor(deps, shop, failed, { changes, now })
  const suggestions: Suggestion[] = []
  for (const candidate of candidates) {
    const then = await deps.find(shop, failed.query, { patch: candidate.patch })
    if (candidate.kind === 'synonym' && then.total <= now.total) continue
    suggestions.push({
      id: idOfSuggestion(failed.query, candidate.proposal),
      query: failed.query,
      lost_searches: failed.searches,
      results_now: now.total,
      results_expected: then.total,
      ...candidate,
    })
    // The best evidence is enough.
    break
  }
  return suggestions.length > 0 ? suggestions : suggestData(deps, shop, failed, now)
}

const FAULTS: Record<Fault, string> = {
  no_picture: 'have no picture',
  price_zero: 'have no price',
  no_description: 'have no description',
  no_type: 'have no type',
}

/** Nobody clicks what a search shows, and most of it lacks the same: then the catalog is to be mended, not the search. */
async function suggestData(deps: SuggestDeps, shop: Shop, failed: FailedQuery, now: Found): Promise<Suggestion[]> {
  if (failed.isEmpty) return []
  const faults = await deps.faultsAmong(shop, failed.query)
  const worst = faults.find(({ count, of }) => count > 0 && count * 2 >= of)
  if (!worst) return []
  const text = `${worst.count} of its first ${worst.of} products ${FAULTS[worst.check]}`
  return [
    {
      id: idOfSuggestion(failed.query, worst.check),
      kind: 'data',
      query: failed.query,
      proposal: `mend the products that “${failed.query}” shows: ${text}`,
      patch: {},
      evidence: [{ kind: worst.check, text, count: worst.count }],
      lost_searches: failed.searches,
      results_now: now.total,
      results_expected: now.total,
    },
  ]
}

/** A search for the name of a collection or page is answered by that page. */
function redirectFor(config: ShopConfig, query: string): Candidate | undefined {
  const named = (one: { title: string }) => normalizeQuery(one.title) === query
  const collection = config.collections.find(named)
  const page = config.pages.find(named)
  const to = collection ? `/collections/${collection.handle}` : page ? `/pages/${page.handle}` : undefined
  if (to === undefined) return undefined
  const rule = { id: `redirect-${idOfSuggestion(query, to)}`, when: { query, match: 'exact' }, redirect: to }
  return {
    kind: 'redirect',
    proposal: `lead “${query}” to ${to}`,
    patch: { search: { rules: [...config.search.rules, rule] } },
    evidence: [
      { kind: 'same_title', text: collection ? 'a collection has this name' : 'a page has this name', count: null },
    ],
  }
}

interface Situation {
  changes: readonly Reformulation[]
  now: Found
}

/** What shoppers typed next, then what it is spelt like, then what is near in meaning. */
async function synonymsFor(
  deps: SuggestDeps,
  shop: Shop,
  { query }: FailedQuery,
  { changes, now }: Situation,
): Promise<Candidate[]> {
  const typed = changes
    .filter(({ from, count }) => from === query && count >= LEAST_VISITS)
    .slice(0, 3)
    .map(({ to, count }) =>
      synonym(shop.config, query, to, { kind: 'reformulation', text: `shoppers then searched for “${to}”`, count }),
    )
  const corrected = now.corrected
  const spelling =
    corrected === null || corrected === query
      ? []
      : [
          synonym(shop.config, query, corrected, {
            kind: 'spelling',
            text: `it is spelt like “${corrected}”`,
            count: null,
          }),
        ]
  if (typed.length > 0 || spelling.length > 0) return [...typed, ...spelling]
  const near = await deps.find(shop, query, { byMeaning: true })
  const [type] = near.types
  if (type === undefined) return []
  const to = type.toLowerCase()
  return [
    synonym(shop.config, query, to, {
      kind: 'meaning',
      text: `products near in meaning are ${type}`,
      count: near.total,
    }),
  ]
}

function synonym(config: ShopConfig, from: string, to: string, evidence: Suggestion['evidence'][number]): Candidate {
  return {
    kind: 'synonym',
    proposal: `“${from}” also finds “${to}”`,
    patch: { search: { synonyms: [...config.search.synonyms, { from, to }] } },
    evidence: [evidence],
  }
}
