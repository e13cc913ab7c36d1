import { SAME_POSITION } from '../segment/read-docs.ts'
import { TEXT_FIELDS } from '../text-doc.ts'
import type { TextSegment } from '../text-segment.ts'
import type { WeightedPostings } from '../expand/weighted-postings.ts'

const FIELD_COUNT = TEXT_FIELDS.length
const MARK_COUNT = 1024
/** A term's place in `SlotFinder.marks`. */
export const MARK_MASK = MARK_COUNT - 1
const NO_RANGE = 0x7fffffff
const OPTIONS_FIELD = TEXT_FIELDS.indexOf('options')

/** How the query's words stand to each other in one doc. */
export interface Proximity {
  /** Share of neighbouring query terms that are neighbours in the title, 0 … 1. */
  readonly titlePairs: number
  /** Share of the title's words that the query names. */
  readonly titleShare: number
  /** The title holds all query terms in order, side by side. */
  readonly isPhrase: boolean
}

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

export function measureProximity(
  segment: TextSegment,
  doc: number,
  matcher: TermMatcher,
  queryTermCount: number,
): Proximity {
  const { fieldStarts } = segment
  const base = doc * FIELD_COUNT
  const title = readRun(segment, fieldStarts[base], fieldStarts[base + 1], matcher)
  return {
    titlePairs: count(title.pairBits) / Math.max(1, queryTermCount - 1),
    titleShare: title.named / Math.max(1, title.length),
    isPhrase: queryTermCount > 1 && title.longest >= queryTermCount,
  }
}

interface Run {
  /** A bit for each query term whose next query term follows it somewhere. */
  readonly pairBits: number
  readonly named: number
  readonly length: number
  /** Most query terms in order, side by side. */
  readonly longest: number
}

function readRun({ words }: TextSegment, start: number, end: number, matcher: TermMatcher): Run {
  let pairBits = 0
  let named = 0
  let length = 0
  let longest = 0
  let current = 0
  let before = 0
  for (let i = start; i < end; i++) {
    const word = words[i]
    let bits = matcher.bitsOf(word & ~SAME_POSITION)
    if ((word & SAME_POSITION) !== 0) continue
    while (i + 1 < end && (words[i + 1] & SAME_POSITION) !== 0) bits |= matcher.bitsOf(words[++i] & ~SAME_POSITION)
    length++
    if (bits !== 0) named++
    const following = (before << 1) & bits
    pairBits |= following | ((bits << 1) & before)
    current = following !== 0 ? current + 1 : bits !== 0 ? 1 : 0
    if (current > longest) longest = current
    before = bits
  }
  return { pairBits, named, length, longest }
}

/** Query terms among the product's options, a bit each. */
export function termsInOptions({ words, fieldStarts }: TextSegment, doc: number, matcher: TermMatcher): number {
  const base = doc * FIELD_COUNT + OPTIONS_FIELD
  let bits = 0
  for (let i = fieldStarts[base]; i < fieldStarts[base + 1]; i++) bits |= matcher.bitsOf(words[i] & ~SAME_POSITION)
  return bits
}

function count(bits: number): number {
  let total = 0
  for (let rest = bits >>> 0; rest !== 0; rest &= rest - 1) total++
  return total
}
