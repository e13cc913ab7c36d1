import type { Bitset } from '../columns/bitset.ts'
import type { ColumnSegment } from '../columns/column-segment.ts'
import type { Memo } from '../text/memo.ts'
import type { TextIndex } from '../text/text-index.ts'
import type { TextSegment } from '../text/text-segment.ts'

export interface ValuedIndex {
  readonly views: readonly ValuedSegment[]
  readonly text: TextIndex
  readonly memo: Memo
}

export interface ValuedSegment {
  readonly segment: { readonly columns: ColumnSegment; readonly text: TextSegment }
  readonly liveDocs: Bitset
  readonly memo: Memo
}
