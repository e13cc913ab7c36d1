import { findTerm, NO_TERM } from '../segment/dictionary.ts'
import { SAME_POSITION } from '../segment/read-docs.ts'
import { TEXT_FIELDS } from '../text-doc.ts'
import type { TextSegment } from '../text-segment.ts'
import { DENIALS_OF, TRAILING_NEGATORS_OF } from '../parse/negation-words.ts'
import type { Accumulators } from './accumulators.ts'
import type { WeightedPostings } from '../expand/weighted-postings.ts'

/** In `accumulators.found`: the doc has an excluded word. */
export const HAS_EXCLUDED_BIT = 1 << 30
/** The doc says itself that it lacks the excluded word ("no added sugar", "gluten free"). */
const DENIES_EXCLUDED_BIT = 1 << 29

const FIELD_COUNT = TEXT_FIELDS.length
const REACH = 2

/** Marks, among the docs found, those that hold an excluded word or deny it. */
export function markExcluded(
  segment: TextSegment,
  postingLists: readonly WeightedPostings[],
  accumulators: Accumulators,
): void {
  const isDenying = denialsOf(segment, postingLists)
  for (const { docs, start, end } of postingLists) {
    for (let at = start; at < end; at++) {
      const doc = docs[at]
      const found = accumulators.found[doc]
      if (found === 0 || (found & (HAS_EXCLUDED_BIT | DENIES_EXCLUDED_BIT)) !== 0) continue
      accumulators.found[doc] |= isDenying(doc) ? DENIES_EXCLUDED_BIT : HAS_EXCLUDED_BIT
    }
  }
}

/** Tells docs that say themselves that they lack the words of the postings. */
export function denialsOf(segment: TextSegment, postingLists: readonly WeightedPostings[]): (doc: number) => boolean {
  const before = termsOf(segment, DENIALS_OF(segment.language))
  const after = termsOf(segment, TRAILING_NEGATORS_OF(segment.language))
  const excluded = new Set(postingLists.filter(isOneTerm).map((postings) => postings.firstTerm))
  return (doc) => isDenied(segment, doc, { excluded, before, after })
}

/** Postings made for the query, such as those of a phrase, are of no one term. */
function isOneTerm(postings: WeightedPostings): boolean {
  return postings.endTerm === postings.firstTerm + 1
}

function termsOf(segment: TextSegment, words: ReadonlySet<string>): Set<number> {
  const terms = new Set<number>()
  for (const word of words) {
    const term = findTerm(segment.terms, word)
    if (term !== NO_TERM) terms.add(term)
  }
  return terms
}

interface NegationTerms {
  readonly excluded: ReadonlySet<number>
  readonly before: ReadonlySet<number>
  readonly after: ReadonlySet<number>
}

/** Whether the doc denies the word somewhere: one denial outweighs other mentions. */
function isDenied({ words, fieldStarts }: TextSegment, doc: number, terms: NegationTerms): boolean {
  for (let field = 0; field < FIELD_COUNT; field++) {
    const start = fieldStarts[doc * FIELD_COUNT + field]
    const end = fieldStarts[doc * FIELD_COUNT + field + 1]
    for (let i = start; i < end; i++) {
      if (terms.excluded.has(words[i] & ~SAME_POSITION) && isDeniedAt(words, i, start, end, terms)) return true
    }
  }
  return false
}

function isDeniedAt(words: Uint32Array, at: number, start: number, end: number, terms: NegationTerms): boolean {
  for (let i = Math.max(start, at - REACH); i < at; i++) if (terms.before.has(words[i])) return true
  for (let i = at + 1; i <= Math.min(end - 1, at + REACH); i++) if (terms.after.has(words[i])) return true
  return false
}
