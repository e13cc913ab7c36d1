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
  const levels = level === 0 ? undefined : levelsOf(view)
  for (let at = start; at < end; at++) {
    if ((levels === undefined || levels[docs[at]] >= level) && visit(at)) return true
  }
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

function levelsOf({ segment, ids, cache }: TextSegmentView): Uint8Array {
  if (cache.sampleLevels === undefined) {
    const levels = new Uint8Array(segment.docCount)
    for (let doc = 0; doc < levels.length; doc++) levels[doc] = sampleLevel(ids === null ? doc : ids[doc])
    cache.sampleLevels = levels
  }
  return cache.sampleLevels
}

function docsOfLevel(view: TextSegmentView, level: number): Uint32Array {
  const { sampledDocs } = view.cache
  let docs = sampledDocs.get(level)
  if (docs === undefined) {
    const levels = levelsOf(view)
    const found: number[] = []
    for (let doc = 0; doc < levels.length; doc++) if (levels[doc] >= level) found.push(doc)
    docs = Uint32Array.from(found)
    sampledDocs.set(level, docs)
  }
  return docs
}
