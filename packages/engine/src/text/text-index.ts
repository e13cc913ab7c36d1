import type { Analyzer } from './analysis/analyzer.ts'
import type { Memo } from './memo.ts'
import type { TextSegment } from './text-segment.ts'

/** A segment as queries see it. */
export interface TextSegmentView {
  readonly segment: TextSegment
  /**
   * The docs that are still there, as a bitset; null means all. Words that only others have are no words of the shop: they may
   * be misspelt, or several words written together.
   */
  readonly liveDocs: Uint32Array | null
  /** True if no doc is dead: lists are as long as they look. */
  readonly isWhole: boolean
  /** Product number by doc: equal scores come in this order. null: in the order of docs. */
  readonly ids: Float64Array | null
  readonly memo: Memo
}

export interface TextIndex {
  readonly views: readonly TextSegmentView[]
  readonly analyzer: Analyzer
  readonly memo: Memo
}
