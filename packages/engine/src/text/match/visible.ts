import type { TextQuery } from '../text-query.ts'
import type { TextSegment } from '../text-segment.ts'
import type { Source } from './source.ts'

/** By segment, the docs that the shopper may see at all; null means all of them. */
export type VisibleDocs = readonly (Uint32Array | null)[]

/** Products that are gone or shown to others do not make a word known: it may be misspelt, or be in need of splitting. */
export function isVisible(source: Pick<Source, 'docs' | 'start' | 'end'>, visible: Uint32Array | null): boolean {
  if (visible === null) return source.end > source.start
  for (let at = source.start; at < source.end; at++) {
    const doc = source.docs[at]
    if ((visible[doc >>> 5] & (1 << (doc & 31))) !== 0) return true
  }
  return false
}

/** Of a query: what it says, else what it allows, else everything. */
export function visibleDocs(segments: readonly TextSegment[], { visible, allow }: TextQuery): VisibleDocs {
  return segments.map((_, s) => (visible ?? allow)?.[s] ?? null)
}

export function isVisibleTerm(segment: TextSegment, term: number, visible: Uint32Array | null): boolean {
  const { postDocs, postStarts } = segment
  return isVisible({ docs: postDocs, start: postStarts[term], end: postStarts[term + 1] }, visible)
}
