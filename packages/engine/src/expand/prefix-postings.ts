import { unfinishedRanges } from '../text/analysis/hangul-syllables.ts'
import { findTerm, NO_TERM, prefixRange, termAt, termsBefore } from '../text/segment/dictionary.ts'
import type { TextSegment, TextSegmentView } from '../text/text-segment.ts'
import { rangePostings, type TermPostings, termPostings } from './weighted-postings.ts'
import { EXPANSION_WEIGHTS } from './expansion-weights.ts'
import { selectTop } from '../columns/select-top.ts'

/** A short prefix can match half of all words. Beyond this many postings, only the commonest words are used. */
const MAX_PREFIX_POSTINGS = 200_000
export const MAX_PREFIX_TERMS = 64

export function addPrefix(views: readonly TextSegmentView[], word: string, postingLists: TermPostings): void {
  const segments = views.map(({ segment }) => segment)
  const ranges = segments.map(({ terms }) => prefixRange(terms, word))
  addRange(segments, word, ranges, postingLists)
  for (const [from, end] of unfinishedRanges(word)) {
    const unfinished = segments.map(({ terms }): TermRange => [termsBefore(terms, from), termsBefore(terms, end)])
    addRange(segments, word, unfinished, postingLists)
  }
}

function addRange(
  segments: readonly TextSegment[],
  word: string,
  ranges: readonly TermRange[],
  postingLists: TermPostings,
): void {
  const meaning = { weight: EXPANSION_WEIGHTS.prefix, kind: 'prefix', edits: 0, text: word } as const
  const postings = segments.reduce(
    (sum, { postStarts }, s) => sum + postStarts[ranges[s][1]] - postStarts[ranges[s][0]],
    0,
  )
  if (postings <= MAX_PREFIX_POSTINGS) {
    segments.forEach((segment, s) => {
      const [first, end] = ranges[s]
      if (end > first) postingLists[s].push(rangePostings(segment, first, end, meaning))
    })
    return
  }
  let total = 0
  for (const { terms, docs } of commonestTerms(segments, ranges, MAX_PREFIX_TERMS)) {
    total += docs
    if (total > MAX_PREFIX_POSTINGS) return
    terms.forEach((term, s) => {
      if (term !== NO_TERM) postingLists[s].push(termPostings(segments[s], term, meaning))
    })
  }
}

export type TermRange = readonly [first: number, end: number]

export interface CommonTerm {
  readonly text: string
  /** Term number by segment; `NO_TERM` where absent. */
  readonly terms: readonly number[]
  readonly docs: number
}

/**
 * Reads more of each segment's commonest terms until no other term can be a result (the threshold algorithm).
 */
export function commonestTerms(
  segments: readonly TextSegment[],
  ranges: readonly TermRange[],
  limit: number,
): CommonTerm[] {
  for (let taken = limit; ; taken *= 4) {
    const perSegment = segments.map((segment, s) => commonestIn(segment, ranges[s], taken))
    const texts = new Set(perSegment.flatMap((terms, s) => terms.map((term) => termAt(segments[s].terms, term))))
    const best = [...texts]
      .map((text) => commonTerm(segments, text))
      .sort(byDocs)
      .slice(0, limit)
    const isWhole = ranges.every(([first, end]) => end - first <= taken)
    if (isWhole || maxLeftOut(segments, ranges, perSegment) < best[best.length - 1].docs) return best
  }
}

function commonTerm(segments: readonly TextSegment[], text: string): CommonTerm {
  const terms = segments.map((segment) => findTerm(segment.terms, text))
  return { text, terms, docs: segments.reduce((sum, segment, s) => sum + docCountOf(segment, terms[s]), 0) }
}

function byDocs(a: CommonTerm, b: CommonTerm): number {
  return b.docs - a.docs || (a.text < b.text ? -1 : 1)
}

function commonestIn(segment: TextSegment, [first, end]: TermRange, limit: number): number[] {
  const terms = Uint32Array.from({ length: end - first }, (_, i) => first + i)
  return selectTop(terms, limit, (a, b) => docCountOf(segment, b) - docCountOf(segment, a) || a - b)
}

/** Returns an upper bound on the doc count of words not yet taken from any segment. */
function maxLeftOut(
  segments: readonly TextSegment[],
  ranges: readonly TermRange[],
  perSegment: readonly (readonly number[])[],
): number {
  return segments.reduce((sum, segment, s) => {
    const [first, end] = ranges[s]
    const terms = perSegment[s]
    return sum + (terms.length < end - first ? docCountOf(segment, terms[terms.length - 1] ?? NO_TERM) : 0)
  }, 0)
}

/** Counts dead docs too. */
export function docCountOf({ postStarts }: TextSegment, term: number): number {
  return term === NO_TERM ? 0 : postStarts[term + 1] - postStarts[term]
}
