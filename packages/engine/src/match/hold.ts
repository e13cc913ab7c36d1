/**
 * Decides by the shop's data whether a reading filters or only orders products. A reading is not certain, so a product
 * whose title has the words is never left out.
 */
import type { Reading } from '../query/query.ts'
import { type Judged, STATE } from './criteria.ts'

/** filter: every product of the answer satisfies the reading. preference: products that satisfy it come first. dropped: no product satisfies it. */
export type Held = 'filter' | 'preference' | 'dropped'

/** A reading filters only if at most this share of the products found lacks a value for the attribute. */
const MAX_UNKNOWN_SHARE = 0.1
/** Less likely readings do not filter or order; they only add matches for their tokens. */
export const MIN_CONFIDENCE = 0.5

/**
 * Categories and vendors never filter: products without their words are in a later tier anyway, and a shop that uses
 * two types for one kind of product loses none.
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
