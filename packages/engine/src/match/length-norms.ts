import { hasBit } from '../columns/bitset.ts'
import { BM25F } from './bm25f.ts'
import type { TextIndex, TextSegmentView } from '../text/text-index.ts'

export const LENGTH_SHIFT = 3
const TITLE_LENGTH_COUNT = 256
const LONG_LENGTH_COUNT = 8192

/** Factors for a match in a field of a given length: 1 at average length, more in a shorter field. */
export interface LengthNorms {
  readonly titleNorm: Float32Array
  /** Indexed by length >>> LENGTH_SHIFT, so that a small table covers every length. */
  readonly metafieldNorm: Float32Array
  readonly descriptionNorm: Float32Array
}

/** Number of docs, and words in each field: totals from `sumLengths`, averages per doc from `averageLengths`. */
interface FieldLengths {
  docs: number
  title: number
  metafields: number
  description: number
}

export function lengthNorms({ views, memo }: TextIndex): LengthNorms {
  return memo.of('norms', () => createNorms(averageLengths(views)))
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

/** Counts only live docs, so that every index of the same products has the same norms. Rounded, so that a few new docs do not change every score. */
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

function sumLengths(view: TextSegmentView): FieldLengths {
  return view.memo.of('lengths', () => addLengths(view), view.liveDocs)
}

function addLengths({ segment, liveDocs }: TextSegmentView): FieldLengths {
  const sums = { docs: 0, title: 0, metafields: 0, description: 0 }
  for (let doc = 0; doc < segment.docCount; doc++) {
    if (liveDocs !== null && !hasBit(liveDocs, doc)) continue
    sums.docs++
    sums.title += segment.titleLengths[doc]
    sums.metafields += segment.metafieldLengths[doc]
    sums.description += segment.descriptionLengths[doc]
  }
  return sums
}
