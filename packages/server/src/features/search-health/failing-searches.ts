import { isRarelyClicked } from '../analytics/figures.ts'
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
  /** The query that shoppers who meant the same typed next. */
  reworded: string | undefined
  /** Products that shoppers chose after that. */
  chosenNext: readonly number[]
  /** Resolves to true if the search would show these products with the synonym. */
  wouldMend: (to: string) => Promise<boolean>
}

export const FIRST_PAGE = 24
const FIRST = 10
const NO_FIX: Fix = { kind: 'none' }

/** True if the query ever found nothing or is rarely clicked. `usualRate` is the share of searches with a click. */
export function isFailing({ searches, lost, empty }: LoggedQuery, usualRate: number): boolean {
  return empty > 0 || (searches >= 3 && isRarelyClicked({ searches, clicked: searches - lost }, usualRate))
}

/** A synonym is only offered after it was tried. */
export async function explainFailure(
  { query, lost }: LoggedQuery,
  { now, reworded, chosenNext, wouldMend }: FailureEvidence,
): Promise<FailingSearch> {
  const said = (cause: Cause, fix: Fix, about: FailingSearch['about'] = {}): FailingSearch => ({
    ...{ query, lost, cause, about, fix },
  })
  const pinned = (product_id: number): Fix => ({ kind: 'pin', pin: { query, product_id } })
  const synonymTo = async (to: string, otherwise: Fix): Promise<Fix> =>
    (await wouldMend(to)) ? { kind: 'synonym', synonym: { from: query, to } } : otherwise
  const { corrected } = now
  if (now.byWords === 0 && corrected !== null && corrected !== query)
    return said('typo', await synonymTo(corrected, NO_FIX), { to: corrected })
  const [chosen] = chosenNext
  if (now.byWords === 0 && reworded !== undefined && chosen !== undefined)
    return said('word_unknown', await synonymTo(reworded, pinned(chosen)), { to: reworded })
  if (now.isUnmet && now.total > 0) return said('constraint_not_met', { kind: 'catalog' }, { words: now.dropped })
  // The shop may sell it under another name if something is near in meaning.
  if (now.byWords === 0 && now.total > 0) return said('word_unknown', NO_FIX, { total: now.total })
  if (now.byWords === 0) return said('not_sold', NO_FIX)
  const first = Math.min(FIRST, now.ids.length)
  if (first > 0 && now.soldOutAmongFirst === first) return said('out_of_stock', { kind: 'catalog' })
  // What the search does not find at all may be another thing that the shopper wanted next.
  const missed = chosenNext.find((id) => now.ids.indexOf(id) >= FIRST_PAGE)
  if (missed !== undefined) return said('ranked_too_low', pinned(missed))
  return said('seen_not_chosen', NO_FIX, { total: now.total })
}
