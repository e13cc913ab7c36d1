import type { TextSegment } from '../text/text-segment.ts'
import type { FormKind } from '../text/text-query.ts'

/** Postings that match one query term: those of one term, of adjacent terms (a prefix), or computed for the query. */
export interface WeightedPostings {
  readonly docs: Uint32Array
  readonly payloads: Uint16Array
  readonly start: number
  readonly end: number
  /** 1 for the word itself, less for other forms. */
  readonly weight: number
  readonly kind: FormKind
  readonly edits: number
  readonly text: string
  /** Terms that the postings belong to, up to `endTerm` (exclusive); for a phrase, its last word. */
  readonly firstTerm: number
  readonly endTerm: number
  /** True if the postings are those of all terms that begin with `text`. Those terms differ between segments. */
  readonly isRange?: true
}

export interface TermForm {
  readonly weight: number
  readonly kind: FormKind
  readonly edits: number
  readonly text: string
}

export function termPostings(segment: TextSegment, term: number, meaning: TermForm): WeightedPostings {
  return rangePostings(segment, term, term + 1, meaning)
}

/** Adjacent terms have adjacent postings. A doc may occur once for each of the terms. */
export function rangePostings(
  segment: TextSegment,
  firstTerm: number,
  endTerm: number,
  meaning: TermForm,
): WeightedPostings {
  const { postDocs, postPayloads, postStarts } = segment
  return {
    ...meaning,
    docs: postDocs,
    payloads: postPayloads,
    start: postStarts[firstTerm],
    end: postStarts[endTerm],
    firstTerm,
    endTerm,
  }
}

/** `term` represents these postings wherever the words of docs are read. */
export function computedPostings(
  docs: Uint32Array,
  payloads: Uint16Array,
  meaning: TermForm,
  term: number,
): WeightedPostings {
  const { weight, kind, edits, text } = meaning
  return { weight, kind, edits, text, docs, payloads, start: 0, end: docs.length, firstTerm: term, endTerm: term + 1 }
}

function postingCount(postings: WeightedPostings): number {
  return postings.end - postings.start
}

export function totalPostings(postingLists: readonly WeightedPostings[]): number {
  let size = 0
  for (const postings of postingLists) size += postingCount(postings)
  return size
}
