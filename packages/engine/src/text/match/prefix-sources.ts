import { unfinishedRanges } from '../analysis/hangul-syllables.ts'
import { prefixRange, termsBefore } from '../segment/dictionary.ts'
import type { TextSegment } from '../text-segment.ts'
import { rangeSource, type Source, termSource } from './source.ts'

const prefixWeight = 0.75
/** A prefix of one or two letters begins half of all words: then the commonest of them stand for it. */
const maxPrefixPostings = 200_000
const maxPrefixTerms = 64

/** The words that what is being typed may become. */
export function addPrefix(segment: TextSegment, word: string, sources: Source[]): void {
  addRange(segment, word, prefixRange(segment.terms, word), sources)
  for (const [from, end] of unfinishedRanges(word))
    addRange(segment, word, [termsBefore(segment.terms, from), termsBefore(segment.terms, end)], sources)
}

type TermRange = [first: number, end: number]

function addRange(segment: TextSegment, word: string, [first, end]: TermRange, sources: Source[]): void {
  const meaning = { weight: prefixWeight, kind: 'prefix', edits: 0, text: word } as const
  const postings = segment.postStarts[end] - segment.postStarts[first]
  if (postings <= maxPrefixPostings) {
    if (end > first) sources.push(rangeSource(segment, first, end, meaning))
    return
  }
  let total = 0
  for (const term of commonest(segment, first, end)) {
    total += segment.postStarts[term + 1] - segment.postStarts[term]
    if (total > maxPrefixPostings) return
    sources.push(termSource(segment, term, meaning))
  }
}

function commonest({ postStarts }: TextSegment, first: number, end: number): number[] {
  const size = (term: number) => postStarts[term + 1] - postStarts[term]
  const floor = (postStarts[end] - postStarts[first]) / (end - first)
  const terms: number[] = []
  for (let term = first; term < end; term++) if (size(term) > floor) terms.push(term)
  return terms.sort((a, b) => size(b) - size(a)).slice(0, maxPrefixTerms)
}
