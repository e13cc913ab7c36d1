import type { TextQuery } from '../text-query.ts'
import type { TextSegment } from '../text-segment.ts'
import type { Source } from './source.ts'

/** By segment, the docs that are still there; null means all of them. */
export type LivingDocs = readonly (Uint32Array | null)[]

/** A word that only dead docs have is no word of the shop, though it stands in the segment until it is merged. */
export function isLiving(source: Pick<Source, 'docs' | 'start' | 'end'>, living: Uint32Array | null): boolean {
  if (living === null) return source.end > source.start
  for (let at = source.start; at < source.end; at++) {
    const doc = source.docs[at]
    if ((living[doc >>> 5] & (1 << (doc & 31))) !== 0) return true
  }
  return false
}

export function livingDocs(segments: readonly TextSegment[], { living }: TextQuery): LivingDocs {
  return segments.map((_, s) => living?.[s] ?? null)
}

export function isLivingTerm(segment: TextSegment, term: number, living: Uint32Array | null): boolean {
  const { postDocs, postStarts } = segment
  return isLiving({ docs: postDocs, start: postStarts[term], end: postStarts[term + 1] }, living)
}
