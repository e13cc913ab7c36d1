import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import type { TextSegmentView } from '../text/text-index.ts'
import type { WeightedPostings } from './weighted-postings.ts'

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

export function isLiveTerm({ segment, liveDocs }: TextSegmentView, term: number): boolean {
  const { postDocs, postStarts } = segment
  return hasLiveDoc({ docs: postDocs, start: postStarts[term], end: postStarts[term + 1] }, liveDocs)
}

/** True if a live doc of any segment has the word. */
export function isLiveWord(views: readonly TextSegmentView[], word: string): boolean {
  return views.some((view) => {
    const term = findTerm(view.segment.terms, word)
    return term !== NO_TERM && isLiveTerm(view, term)
  })
}
