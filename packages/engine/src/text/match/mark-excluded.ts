import { findTerm, noTerm } from '../segment/dictionary.ts'
import { samePosition } from '../segment/read-docs.ts'
import { textFields } from '../text-doc.ts'
import type { TextSegment } from '../text-segment.ts'
import { denialsOf, trailingNegatorsOf } from './negation-words.ts'
import type { Scratch } from './scratch.ts'
import type { Source } from './source.ts'

/** In `scratch.found`: the doc has an excluded word. */
export const hasExcludedBit = 1 << 30
/** The doc says itself that it lacks the excluded word ("no added sugar", "gluten free"). */
const deniesExcludedBit = 1 << 29

const fieldCount = textFields.length
const reach = 2

/** Marks, among the docs found, those that hold an excluded word or deny it. */
export function markExcluded(segment: TextSegment, sources: readonly Source[], scratch: Scratch): void {
  const before = termsOf(segment, denialsOf(segment.language))
  const after = termsOf(segment, trailingNegatorsOf(segment.language))
  const excluded = new Set(sources.filter(isOneTerm).map((source) => source.firstTerm))
  for (const { docs, start, end } of sources) {
    for (let at = start; at < end; at++) {
      const doc = docs[at]
      const found = scratch.found[doc]
      if (found === 0 || (found & (hasExcludedBit | deniesExcludedBit)) !== 0) continue
      scratch.found[doc] |= isDenied(segment, doc, { excluded, before, after }) ? deniesExcludedBit : hasExcludedBit
    }
  }
}

/** Postings made for the query, such as those of a phrase, are of no one term. */
function isOneTerm(source: Source): boolean {
  return source.endTerm === source.firstTerm + 1
}

function termsOf(segment: TextSegment, words: ReadonlySet<string>): Set<number> {
  const terms = new Set<number>()
  for (const word of words) {
    const term = findTerm(segment.terms, word)
    if (term !== noTerm) terms.add(term)
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
  for (let field = 0; field < fieldCount; field++) {
    const start = fieldStarts[doc * fieldCount + field]
    const end = fieldStarts[doc * fieldCount + field + 1]
    for (let i = start; i < end; i++) {
      if (terms.excluded.has(words[i] & ~samePosition) && isDeniedAt(words, i, start, end, terms)) return true
    }
  }
  return false
}

function isDeniedAt(words: Uint32Array, at: number, start: number, end: number, terms: NegationTerms): boolean {
  for (let i = Math.max(start, at - reach); i < at; i++) if (terms.before.has(words[i])) return true
  for (let i = at + 1; i <= Math.min(end - 1, at + reach); i++) if (terms.after.has(words[i])) return true
  return false
}
