import type { Analyzer } from './analysis/analyzer.ts'
import type { Memo } from './memo.ts'
import type { TextSegment } from './text-segment.ts'

/** A segment as queries see it. */
export interface TextSegmentView {
  readonly segment: TextSegment
  /**
   * The docs that are still live, as a bitset; null means all. Words that only dead docs have do not count as words of
   * the shop, so they may be corrected or split.
   */
  readonly liveDocs: Uint32Array | null
  /** True if no doc is dead: then the length of a list is its number of live docs. */
  readonly isWhole: boolean
  /** Product id by doc: ties in score are in this order. null: in the order of docs. */
  readonly ids: Float64Array | null
  readonly memo: Memo
}

export interface TextIndex {
  readonly views: readonly TextSegmentView[]
  readonly analyzer: Analyzer
  readonly memo: Memo
}
