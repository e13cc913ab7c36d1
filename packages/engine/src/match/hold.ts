/**
 * Decides what becomes of a reading, by the shop's data: a filter if the data carries it, else a preference. It is evidence, not a verdict:
 * a product whose title says the words is never left out.
 */
import type { Reading } from '../query/query.ts'
import { type Judged, STATE } from './criteria.ts'

/** filter: true of every product of the answer. preference: those that have it come first. dropped: nothing has it. */
export type Held = 'filter' | 'preference' | 'dropped'

/** The attribute must be filled for nearly all products of what is asked for. */
const MAX_UNKNOWN_SHARE = 0.1
/** Readings that are less likely than not are only other words for their tokens. */
export const MIN_CONFIDENCE = 0.5

/**
 * Words that name a category or a vendor are looked for like all others: products that lack them come in a later tier anyway, and a shop that
 * files the same thing under two types loses none.
 */
function isName({ kind }: Reading): boolean {
  return kind === 'category' || kind === 'vendor'
}

/** `judged`: all docs that the words found, by segment. */
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
