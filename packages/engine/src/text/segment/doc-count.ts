import type { TextSegment } from '../text-segment.ts'
import { NO_TERM } from './dictionary.ts'

/** Docs that hold the term, dead ones among them. */
export function docCountOf({ postStarts }: TextSegment, term: number): number {
  return term === NO_TERM ? 0 : postStarts[term + 1] - postStarts[term]
}
