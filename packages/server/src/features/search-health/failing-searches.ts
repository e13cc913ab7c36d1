/** Why a search fails, and what would mend it. */
import type { Reformulation } from '../analytics/recent-searches.ts'
import type { LoggedQuery } from './replay/logged-queries.ts'

export const CAUSES = [
  'not_sold',
  'word_unknown',
  'typo',
  'constraint_not_met',
  'ranked_too_low',
  'out_of_stock',
  'seen_not_chosen',
] as const
export type Cause = (typeof CAUSES)[number]

/** Answer that the search gives now. */
export interface AnsweredNow {
  total: number
  /** Products that have the words; the others are only near in meaning. */
  byWords: number
  corrected: string | null
  /** Words of the query that were left out, as typed. */
  dropped: readonly string[]
  ids: readonly number[]
  /** Products among the first ten that cannot be bought. */
  soldOutAmongFirst: number
}

export interface FailingSearch {
  query: string
  /** Searches without a click. */
  lost: number
  cause: Cause
  why: string
  fix: Fix
}

export interface Fix {
  kind: 'synonym' | 'pin' | 'catalog' | 'none'
  text: string
  /** Merge Patch on `search`, as a function of what is there: only additions. */
  synonym?: { from: string; to: string }
  pin?: { query: string; product_id: number }
}

export interface FailureEvidence {
  now: AnsweredNow
  /** Queries that shoppers typed next, most frequent first. */
  next: readonly Reformulation[]
  /** Products that shoppers chose in the query they typed next. */
  chosenNext: readonly number[]
}

const FIRST_PAGE = 24
const FIRST = 10
/** One shopper may have gone on to look for something else. */
const MIN_VISITORS = 2

export function isFailing({ searches, lost, empty }: LoggedQuery): boolean {
  return empty > 0 || (searches >= 3 && lost === searches)
}

export function explainFailure(
  { query, lost }: LoggedQuery,
  { now, next, chosenNext }: FailureEvidence,
): FailingSearch {
  const said = (cause: Cause, why: string, fix: Fix): FailingSearch => ({ query, lost, cause, why, fix })
  const [then] = next.filter(({ count }) => count >= MIN_VISITORS)
  const nothing: Fix = { kind: 'none', text: 'nothing has to be done' }
  if (now.byWords === 0 && now.corrected !== null && now.corrected !== query)
    return said('typo', `it is spelt like “${now.corrected}”`, synonym(query, now.corrected))
  if (now.byWords === 0 && then && chosenNext.length > 0)
    return said('word_unknown', `shoppers then search for “${then.to}” and choose something`, synonym(query, then.to))
  if (now.dropped.length > 0 && now.total > 0)
    return said('constraint_not_met', `nothing is ${now.dropped.join(', ')}`, {
      kind: 'catalog',
      text: `say “${now.dropped.join('”, “')}” in the products that are, or stock them`,
    })
  if (now.byWords === 0)
    return said('not_sold', 'no product has the words, and nobody found it under another name', {
      kind: 'none',
      text: 'stock it, or lead the search to a page that helps',
    })
  const first = Math.min(FIRST, now.ids.length)
  if (first > 0 && now.soldOutAmongFirst === first)
    return said('out_of_stock', 'all of the first products are sold out', { kind: 'catalog', text: 'restock them' })
  const missed = chosenNext.find((id) => !now.ids.slice(0, FIRST_PAGE).includes(id))
  if (missed !== undefined)
    return said('ranked_too_low', `what shoppers choose next is not on the first page`, {
      kind: 'pin',
      text: `show product ${missed} first`,
      pin: { query, product_id: missed },
    })
  return said('seen_not_chosen', `${now.total} products are shown and none is chosen`, nothing)
}

function synonym(from: string, to: string): Fix {
  return { kind: 'synonym', text: `let “${from}” also find “${to}”`, synonym: { from, to } }
}
