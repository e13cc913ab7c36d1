import { unfinishedRanges } from '../text/analysis/hangul-syllables.ts'
import { NO_TERM, prefixRange, termsBefore } from '../text/segment/dictionary.ts'
import type { TextSegmentView } from '../text/text-index.ts'
import type { TextSegment } from '../text/text-segment.ts'
import { commonestTerms, type TermRange } from './commonest-terms.ts'
import type { TermPostings } from './expand-input.ts'
import { EXPANSION_WEIGHTS } from './expansion-weights.ts'
import { rangePostings, termPostings } from './weighted-postings.ts'

/** A prefix of one or two letters can match half of all words: beyond this many postings only the commonest words are used. */
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
      if (end > first) postingLists[s].push({ ...rangePostings(segment, first, end, meaning), isRange: true })
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
