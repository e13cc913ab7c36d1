import { unfinishedRanges } from '../analysis/hangul-syllables.ts'
import { prefixRange, termsBefore } from '../segment/dictionary.ts'
import type { TextSegment } from '../text-segment.ts'
import { rangePostings, type WeightedPostings, termPostings } from './weighted-postings.ts'

const PREFIX_WEIGHT = 0.75
/** A prefix of one or two letters begins half of all words: then the commonest of them stand for it. */
const MAX_PREFIX_POSTINGS = 200_000
const MAX_PREFIX_TERMS = 64

/** The words that what is being typed may become. */
export function addPrefix(segment: TextSegment, word: string, postingLists: WeightedPostings[]): void {
  addRange(segment, word, prefixRange(segment.terms, word), postingLists)
  for (const [from, end] of unfinishedRanges(word))
    addRange(segment, word, [termsBefore(segment.terms, from), termsBefore(segment.terms, end)], postingLists)
}

type TermRange = [first: number, end: number]

function addRange(segment: TextSegment, word: string, [first, end]: TermRange, postingLists: WeightedPostings[]): void {
  const meaning = { weight: PREFIX_WEIGHT, kind: 'prefix', edits: 0, text: word } as const
  const postings = segment.postStarts[end] - segment.postStarts[first]
  if (postings <= MAX_PREFIX_POSTINGS) {
    if (end > first) postingLists.push(rangePostings(segment, first, end, meaning))
    return
  }
  let total = 0
  for (const term of commonest(segment, first, end)) {
    total += segment.postStarts[term + 1] - segment.postStarts[term]
    if (total > MAX_PREFIX_POSTINGS) return
    postingLists.push(termPostings(segment, term, meaning))
  }
}

function commonest({ postStarts }: TextSegment, first: number, end: number): number[] {
  const size = (term: number) => postStarts[term + 1] - postStarts[term]
  const floor = (postStarts[end] - postStarts[first]) / (end - first)
  const terms: number[] = []
  for (let term = first; term < end; term++) if (size(term) > floor) terms.push(term)
  return terms.sort((a, b) => size(b) - size(a)).slice(0, MAX_PREFIX_TERMS)
}
