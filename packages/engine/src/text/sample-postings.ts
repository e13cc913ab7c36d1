import { sampleLevel } from '../columns/even-sample.ts'
import { gallopTo } from './expand/find-phrase.ts'
import type { WeightedPostings } from './expand/weighted-postings.ts'
import type { TextSegmentView } from './text-index.ts'

type PostingList = Pick<WeightedPostings, 'docs' | 'start' | 'end'> & Partial<Pick<WeightedPostings, 'isRange'>>

/** From this level on the docs of the sample are listed once for the segment, and looked up in long lists. */
const LISTED_LEVEL = 4
/** Past this ratio looking up is cheaper than reading the list. */
const GALLOP_RATIO = 4

/** Calls `visit` with the place of each posting whose doc is in the sample, until it has found what it looks for. */
export function someSampled(
  view: TextSegmentView,
  { docs, start, end, isRange }: PostingList,
  level: number,
  visit: (at: number) => boolean,
): boolean {
  // The docs of a range of terms do not ascend.
  if (level >= LISTED_LEVEL && !isRange) {
    const sampled = docsOfLevel(view, level)
    if (end - start > sampled.length * GALLOP_RATIO) return someOf(sampled, { docs, start, end }, visit)
  }
  for (let at = start; at < end; at++) if (isSampled(view, docs[at], level) && visit(at)) return true
  return false
}

function someOf(sampled: Uint32Array, { docs, start, end }: PostingList, visit: (at: number) => boolean): boolean {
  let at = start
  for (let i = 0; i < sampled.length && at < end; i++) {
    at = gallopTo(docs, at, end, sampled[i])
    if (at < end && docs[at] === sampled[i] && visit(at)) return true
  }
  return false
}

function isSampled({ ids }: TextSegmentView, doc: number, level: number): boolean {
  return level === 0 || sampleLevel(ids === null ? doc : ids[doc]) >= level
}

function docsOfLevel(view: TextSegmentView, level: number): Uint32Array {
  const { sampledDocs } = view.cache
  let docs = sampledDocs.get(level)
  if (docs === undefined) {
    docs = level === LISTED_LEVEL ? allOfLevel(view, level) : docsOfLevel(view, level - 1)
    if (level > LISTED_LEVEL) docs = docs.filter((doc) => isSampled(view, doc, level))
    sampledDocs.set(level, docs)
  }
  return docs
}

function allOfLevel(view: TextSegmentView, level: number): Uint32Array {
  const docs: number[] = []
  for (let doc = 0; doc < view.segment.docCount; doc++) if (isSampled(view, doc, level)) docs.push(doc)
  return Uint32Array.from(docs)
}

