import { SAME_POSITION } from '../segment/read-docs.ts'
import { TEXT_FIELDS } from '../text-doc.ts'
import type { TextSegment } from '../text-segment.ts'
import type { WeightedPostings } from '../expand/weighted-postings.ts'

const FIELD_COUNT = TEXT_FIELDS.length
const MARK_COUNT = 1024
/** A term's place in `SlotFinder.marks`. */
export const MARK_MASK = MARK_COUNT - 1
const NO_RANGE = 0x7fffffff

/**
 * Which query terms a term stands for, a bit each. A query has few terms, so they are simply tried one by one, but nearly all
 * words that are asked for are none of them: these are told by a mark that their last bits have in common.
 */
export class TermMatcher {
  /** 0 for terms that stand for no query term, unless a prefix does. */
  readonly marks = new Uint8Array(MARK_COUNT)
  /** From the first to the last term of all prefixes. */
  rangeFirst = NO_RANGE
  rangeEnd = 0
  readonly #firsts: number[] = []
  readonly #ends: number[] = []
  readonly #bits: number[] = []

  constructor(postingLists: readonly (readonly WeightedPostings[])[]) {
    postingLists.forEach((list, queryTerm) => {
      for (const { firstTerm, endTerm } of list) if (endTerm > firstTerm) this.#add(firstTerm, endTerm, 1 << queryTerm)
    })
  }

  #add(first: number, end: number, bit: number): void {
    const known = this.#firsts.findIndex((each, i) => each === first && this.#ends[i] === end)
    if (known >= 0) {
      this.#bits[known] |= bit
      return
    }
    if (end - first === 1) this.marks[first & MARK_MASK] = 1
    else {
      this.rangeFirst = Math.min(this.rangeFirst, first)
      this.rangeEnd = Math.max(this.rangeEnd, end)
    }
    this.#firsts.push(first)
    this.#ends.push(end)
    this.#bits.push(bit)
  }

  /** Tells queries apart that ask for the query term by other words. */
  dictionaryTermsOf(queryTerm: number): string {
    return this.#firsts.filter((_, i) => (this.#bits[i] & (1 << queryTerm)) !== 0).join()
  }

  bitsOf(term: number): number {
    if (this.marks[term & MARK_MASK] === 0 && (term < this.rangeFirst || term >= this.rangeEnd)) return 0
    let bits = 0
    for (let i = 0; i < this.#firsts.length; i++)
      if (term >= this.#firsts[i] && term < this.#ends[i]) bits |= this.#bits[i]
    return bits
  }
}

/** Whether the title holds all query terms in order, side by side. */
export function holdsPhrase(segment: TextSegment, doc: number, matcher: TermMatcher, queryTermCount: number): boolean {
  const { words, fieldStarts } = segment
  if (queryTermCount < 2) return false
  const end = fieldStarts[doc * FIELD_COUNT + 1]
  let run = 0
  let before = 0
  for (let i = fieldStarts[doc * FIELD_COUNT]; i < end; i++) {
    let bits = matcher.bitsOf(words[i] & ~SAME_POSITION)
    while (i + 1 < end && (words[i + 1] & SAME_POSITION) !== 0) bits |= matcher.bitsOf(words[++i] & ~SAME_POSITION)
    const isNext = ((before << 1) & bits) !== 0
    run = isNext ? run + 1 : bits !== 0 ? 1 : 0
    if (run >= queryTermCount) return true
    before = bits
  }
  return false
}
