import type { TextSegment } from '../text/text-segment.ts'
import type { FormKind } from '../text/text-query.ts'

/** Postings that count as a match of one query term: those of a term, of neighbouring terms (a prefix), or made for the query. */
export interface WeightedPostings {
  readonly docs: Uint32Array
  readonly payloads: Uint16Array
  readonly start: number
  readonly end: number
  /** 1 for the word itself, less for what only resembles it. */
  readonly weight: number
  readonly kind: FormKind
  readonly edits: number
  readonly text: string
  /** Terms that the postings are of; for a phrase, its last word. */
  readonly firstTerm: number
  readonly endTerm: number
  /** All that begins with `text`, in whatever terms that is in a segment. */
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

/** Neighbouring terms have neighbouring postings. A doc may come up once for each of the terms. */
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

/** Postings made for the query; `term` stands for them where docs are read. */
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
