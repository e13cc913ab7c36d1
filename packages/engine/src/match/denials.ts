import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import { SAME_POSITION } from '../text/segment/read-docs.ts'
import { TEXT_FIELDS } from '../text/text-doc.ts'
import type { TextSegment } from '../text/text-segment.ts'
import { wordSets } from '../languages/language-words.ts'
import type { WeightedPostings } from '../expand/weighted-postings.ts'

const DENIALS_OF = wordSets(({ negation }) => negation?.denials)
const TRAILING_NEGATORS_OF = wordSets(({ negation }) => negation?.denialsAfter)
const FIELD_COUNT = TEXT_FIELDS.length
const REACH = 2

/** Tests whether a doc states that it lacks the words of the postings. */
export function denialsOf(segment: TextSegment, postingLists: readonly WeightedPostings[]): (doc: number) => boolean {
  const before = termsOf(segment, DENIALS_OF(segment.language))
  const after = termsOf(segment, TRAILING_NEGATORS_OF(segment.language))
  const excluded = new Set(postingLists.filter(isOneTerm).map((postings) => postings.firstTerm))
  return (doc) => isDenied(segment, doc, { excluded, before, after })
}

/** False for postings of a range of terms, such as a prefix. */
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

/** One denial in the doc outweighs all other mentions. */
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
