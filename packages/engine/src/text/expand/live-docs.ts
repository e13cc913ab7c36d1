import type { TextQuery } from '../text-query.ts'
import type { TextSegment } from '../text-segment.ts'
import type { WeightedPostings } from './weighted-postings.ts'

/** By segment, the docs that are still there; null means all of them. */
export type LiveDocs = readonly (Uint32Array | null)[]

/** A word that only dead docs have is no word of the shop, though it stands in the segment until it is merged. */
export function hasLiveDoc(
  postings: Pick<WeightedPostings, 'docs' | 'start' | 'end'>,
  liveDocs: Uint32Array | null,
): boolean {
  if (liveDocs === null) return postings.end > postings.start
  for (let at = postings.start; at < postings.end; at++) {
    const doc = postings.docs[at]
    if ((liveDocs[doc >>> 5] & (1 << (doc & 31))) !== 0) return true
  }
  return false
}

export function liveDocsOf(segments: readonly TextSegment[], { liveDocs }: TextQuery): LiveDocs {
  return segments.map((_, s) => liveDocs?.[s] ?? null)
}

export function isLiveTerm(segment: TextSegment, term: number, liveDocs: Uint32Array | null): boolean {
  const { postDocs, postStarts } = segment
  return hasLiveDoc({ docs: postDocs, start: postStarts[term], end: postStarts[term + 1] }, liveDocs)
}
