import type { FieldLengths, LengthNorms } from '../text/cached-data.ts'
import { hasBit } from '../columns/bitset.ts'
import { BM25F } from './bm25f.ts'
import type { TextIndex, TextSegmentView } from '../text/text-index.ts'

export const LENGTH_SHIFT = 3
const TITLE_LENGTH_COUNT = 256
const LONG_LENGTH_COUNT = 8192

export function lengthNorms({ views, cache }: TextIndex): LengthNorms {
  cache.norms ??= createNorms(averageLengths(views))
  return cache.norms
}

function createNorms({ title, metafields, description }: FieldLengths): LengthNorms {
  const step = 1 << LENGTH_SHIFT
  return {
    titleNorm: normsOf(TITLE_LENGTH_COUNT, 1, title, BM25F.titleNorm),
    metafieldNorm: normsOf(LONG_LENGTH_COUNT, step, metafields, BM25F.metafieldNorm),
    descriptionNorm: normsOf(LONG_LENGTH_COUNT, step, description, BM25F.descriptionNorm),
  }
}

function normsOf(count: number, step: number, average: number, strength: number): Float32Array {
  const table = new Float32Array(count)
  for (let i = 0; i < count; i++)
    table[i] = 1 / (1 - strength + (strength * (i + 0.5) * step) / Math.max(step, average))
  return table
}

/** Counts live docs, so that every index of the same products has the same norms. Rounded, so that a few new docs do not move every score. */
function averageLengths(views: readonly TextSegmentView[]): FieldLengths {
  const total = { docs: 0, title: 0, metafields: 0, description: 0 }
  for (const view of views) {
    const sum = sumLengths(view)
    total.docs += sum.docs
    total.title += sum.title
    total.metafields += sum.metafields
    total.description += sum.description
  }
  const average = (sum: number) => Math.round((4 * sum) / Math.max(1, total.docs)) / 4
  return {
    ...total,
    title: average(total.title),
    metafields: average(total.metafields),
    description: average(total.description),
  }
}

function sumLengths({ segment, liveDocs, cache }: TextSegmentView): FieldLengths {
  if (cache.lengthSums?.liveDocs === liveDocs) return cache.lengthSums.sums
  const sums = { docs: 0, title: 0, metafields: 0, description: 0 }
  for (let doc = 0; doc < segment.docCount; doc++) {
    if (liveDocs !== null && !hasBit(liveDocs, doc)) continue
    sums.docs++
    sums.title += segment.titleLengths[doc]
    sums.metafields += segment.metafieldLengths[doc]
    sums.description += segment.descriptionLengths[doc]
  }
  cache.lengthSums = { liveDocs, sums }
  return sums
}
