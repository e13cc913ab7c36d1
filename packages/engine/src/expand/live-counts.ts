/** Docs are counted only where they are live, so that every index of the same products has the same statistics, whatever its history. */
import { hasBit } from '../columns/bitset.ts'
import type { WeightedPostings } from './weighted-postings.ts'
import { findTerm, NO_TERM } from '../text/segment/dictionary.ts'
import type { TextSegmentView } from '../text/text-index.ts'

type PostingList = Pick<WeightedPostings, 'docs' | 'start' | 'end'>

export function liveCount({ liveDocs, isWhole }: TextSegmentView, { docs, start, end }: PostingList): number {
  if (liveDocs === null || isWhole) return end - start
  let count = 0
  for (let at = start; at < end; at++) if (hasBit(liveDocs, docs[at])) count++
  return count
}

/** Counted once for a snapshot: a common word has a long list. */
export function liveTermCount(view: TextSegmentView, term: number): number {
  const { postDocs, postStarts } = view.segment
  const list = { docs: postDocs, start: postStarts[term], end: postStarts[term + 1] }
  if (view.liveDocs === null || view.isWhole) return list.end - list.start
  const { cache } = view
  if (cache.liveCounts?.liveDocs !== view.liveDocs) cache.liveCounts = { liveDocs: view.liveDocs, counts: new Map() }
  let count = cache.liveCounts.counts.get(term)
  if (count === undefined) {
    count = liveCount(view, list)
    cache.liveCounts.counts.set(term, count)
  }
  return count
}

export function liveWordCount(views: readonly TextSegmentView[], word: string): number {
  return views.reduce((sum, view) => {
    const term = findTerm(view.segment.terms, word)
    return term === NO_TERM ? sum : sum + liveTermCount(view, term)
  }, 0)
}
