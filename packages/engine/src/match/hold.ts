/**
 * Decides by the shop's data how a reading is applied: as a filter if the data supports it, else as a preference. A
 * reading is only evidence: a product whose title has the words is never left out.
 */
import type { Reading } from '../query/query.ts'
import { type Judged, STATE } from './criteria.ts'

/** filter: every product of the answer satisfies it. preference: products that satisfy it come first. dropped: nothing satisfies it. */
export type Held = 'filter' | 'preference' | 'dropped'

/** To filter, at most this share of the products found may lack a value for the attribute. */
const MAX_UNKNOWN_SHARE = 0.1
/** Less likely readings do not filter or order; they only add matches for their tokens. */
export const MIN_CONFIDENCE = 0.5

/**
 * The words of a category or vendor are searched for like all others: products without them are in a later tier
 * anyway, and a shop that uses two types for the same kind of product loses none.
 */
function isName({ kind }: Reading): boolean {
  return kind === 'category' || kind === 'vendor'
}

/** `judged`: all docs found by words, by segment. */
export function heldAs(reading: Reading, judged: readonly Judged[]): Held {
  const counts = [0, 0, 0, 0]
  for (const { states } of judged) for (const state of states) counts[state]++
  const satisfied = counts[STATE.said] + counts[STATE.satisfied]
  const unknown = counts[STATE.unknown]
  if (satisfied === 0) return 'dropped'
  if (isName(reading) || judged.some(({ isSaidOtherwise }) => isSaidOtherwise)) return 'preference'
  return unknown <= MAX_UNKNOWN_SHARE * (satisfied + unknown + counts[STATE.violated]) ? 'filter' : 'preference'
}

export function isHoldable({ kind, confidence }: Reading): boolean {
  return kind !== 'part_number' && kind !== 'filler' && confidence >= MIN_CONFIDENCE
}
