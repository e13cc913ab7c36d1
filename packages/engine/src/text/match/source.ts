import type { TextSegment } from '../text-segment.ts'
import type { FormKind } from '../text-query.ts'

/** Postings that count as a match of one slot: those of a term, of neighbouring terms (a prefix), or made for the query. */
export interface Source {
  readonly docs: Uint32Array
  readonly cells: Uint16Array
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
}

export interface SourceMeaning {
  readonly weight: number
  readonly kind: FormKind
  readonly edits: number
  readonly text: string
}

export function termSource(segment: TextSegment, term: number, meaning: SourceMeaning): Source {
  return rangeSource(segment, term, term + 1, meaning)
}

/** Neighbouring terms have neighbouring postings. A doc may come up once for each of the terms. */
export function rangeSource(segment: TextSegment, firstTerm: number, endTerm: number, meaning: SourceMeaning): Source {
  const { postDocs, postCells, postStarts } = segment
  return {
    ...meaning,
    docs: postDocs,
    cells: postCells,
    start: postStarts[firstTerm],
    end: postStarts[endTerm],
    firstTerm,
    endTerm,
  }
}

/** Postings made for the query; `term` stands for them where docs are read. */
export function madeSource(docs: Uint32Array, cells: Uint16Array, meaning: SourceMeaning, term: number): Source {
  return { ...meaning, docs, cells, start: 0, end: docs.length, firstTerm: term, endTerm: term + 1 }
}

export function sourceSize(source: Source): number {
  return source.end - source.start
}

export function totalSize(sources: readonly Source[]): number {
  let size = 0
  for (const source of sources) size += sourceSize(source)
  return size
}
