import type { Analyzer } from './analysis/analyzer.ts'
import type { Memo } from './memo.ts'
import type { TextSegment } from './text-segment.ts'

export interface TextSegmentView {
  readonly segment: TextSegment
  /**
   * Bitset; null means that all docs are live. Words that only dead docs have do not count as words of the shop, so
   * they may be corrected or split.
   */
  readonly liveDocs: Uint32Array | null
  /** True if no doc is dead; the length of a list is then its number of live docs. */
  readonly isWhole: boolean
  /** Indexed by doc; ties in score are in this order. If null, ties are in the order of docs. */
  readonly ids: Float64Array | null
  readonly memo: Memo
}

export interface TextIndex {
  readonly views: readonly TextSegmentView[]
  readonly analyzer: Analyzer
  readonly memo: Memo
}
