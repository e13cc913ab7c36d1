/** Counts only live docs, so that every index of the same products has the same statistics, whatever its history. */
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

/** A word that only dead docs have is not a word of the shop, although it stays in the segment until the next merge. */
export function hasLiveDoc({ liveDocs }: TextSegmentView, { docs, start, end }: PostingList): boolean {
  if (liveDocs === null) return end > start
  for (let at = start; at < end; at++) if (hasBit(liveDocs, docs[at])) return true
  return false
}

export function isLiveTerm(view: TextSegmentView, term: number): boolean {
  return hasLiveDoc(view, listOf(view, term))
}

export function isLiveWord(views: readonly TextSegmentView[], word: string): boolean {
  return views.some((view) => {
    const term = findTerm(view.segment.terms, word)
    return term !== NO_TERM && isLiveTerm(view, term)
  })
}

function listOf({ segment: { postDocs, postStarts } }: TextSegmentView, term: number): PostingList {
  return { docs: postDocs, start: postStarts[term], end: postStarts[term + 1] }
}

/** Memoized per snapshot, because a common word has a long list. */
function liveTermCount(view: TextSegmentView, term: number): number {
  const list = listOf(view, term)
  if (view.liveDocs === null || view.isWhole) return list.end - list.start
  return view.memo.of(`live ${term}`, () => liveCount(view, list), view.liveDocs)
}

export function liveWordCount(views: readonly TextSegmentView[], word: string): number {
  return views.reduce((sum, view) => {
    const term = findTerm(view.segment.terms, word)
    return term === NO_TERM ? sum : sum + liveTermCount(view, term)
  }, 0)
}
