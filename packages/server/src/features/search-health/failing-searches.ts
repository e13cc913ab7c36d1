import { isRarelyClicked } from '../analytics/figures.ts'
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

export interface AnsweredNow {
  total: number
  /** Results with the words; others are only similar in meaning. */
  byWords: number
  /** null unless another spelling finds more. */
  corrected: string | null
  isUnmet: boolean
  /** Ignored words of the query, as typed. */
  dropped: readonly string[]
  ids: readonly number[]
  soldOutAmongFirst: number
}

export interface FailingSearch {
  query: string
  lost: number
  cause: Cause
  /** The dashboard makes a sentence of this. */
  about: { to?: string; words?: readonly string[]; total?: number }
  fix: Fix
}

export interface Fix {
  kind: 'synonym' | 'pin' | 'catalog' | 'none'
  /** Proposed entry for the shop's `search` settings. */
  synonym?: { from: string; to: string }
  pin?: { query: string; product_id: number }
}

export interface FailureEvidence {
  now: AnsweredNow
  next: readonly Reformulation[]
  /** Products that shoppers chose after the query that they typed next. */
  chosenNext: readonly number[]
  /** Resolves to true if the search would show these products with the synonym. */
  wouldMend: (to: string) => Promise<boolean>
}

export const FIRST_PAGE = 24
const FIRST = 10
/** A single shopper who typed the query next may have looked for something else. */
const MIN_VISITORS = 2

/** True if the query ever found nothing or is rarely clicked. `usualRate` is the share of searches with a click. */
export function isFailing({ searches, lost, empty }: LoggedQuery, usualRate: number): boolean {
  return empty > 0 || (searches >= 3 && isRarelyClicked({ searches, clicked: searches - lost }, usualRate))
}

/** A synonym is only offered after it was tried. */
export async function explainFailure(
  { query, lost }: LoggedQuery,
  { now, next, chosenNext, wouldMend }: FailureEvidence,
): Promise<FailingSearch> {
  const said = (cause: Cause, fix: Fix, about: FailingSearch['about'] = {}): FailingSearch => ({
    ...{ query, lost, cause, about, fix },
  })
  const pinned = (product_id: number | undefined): Fix =>
    product_id === undefined ? { kind: 'none' } : { kind: 'pin', pin: { query, product_id } }
  const renamed = async (cause: Cause, to: string) => {
    const synonym = { from: query, to }
    return said(cause, (await wouldMend(to)) ? { kind: 'synonym', synonym } : pinned(chosenNext[0]), { to })
  }
  const [then] = next.filter(({ count }) => count >= MIN_VISITORS)
  if (now.byWords === 0 && now.corrected !== null && now.corrected !== query) return renamed('typo', now.corrected)
  if (now.byWords === 0 && then && chosenNext.length > 0) return renamed('word_unknown', then.to)
  if (now.isUnmet && now.total > 0) return said('constraint_not_met', { kind: 'catalog' }, { words: now.dropped })
  // Products that are only similar in meaning suggest that the shop uses another word.
  if (now.byWords === 0 && now.total > 0) return said('word_unknown', { kind: 'none' }, { total: now.total })
  if (now.byWords === 0) return said('not_sold', { kind: 'none' })
  const first = Math.min(FIRST, now.ids.length)
  if (first > 0 && now.soldOutAmongFirst === first) return said('out_of_stock', { kind: 'catalog' })
  const missed = chosenNext.find((id) => !now.ids.slice(0, FIRST_PAGE).includes(id))
  if (missed !== undefined) return said('ranked_too_low', pinned(missed))
  return said('seen_not_chosen', { kind: 'none' }, { total: now.total })
}
