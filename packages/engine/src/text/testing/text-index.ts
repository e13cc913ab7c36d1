import { analyzerFor } from '../analysis/analyzer.ts'
import { Memo } from '../memo.ts'
import type { TextIndex, TextSegment } from '../text-segment.ts'

export function textIndex(segments: readonly TextSegment[], locale: string): TextIndex {
  const views = segments.map((segment) => ({
    ...{ segment, liveDocs: null, isWhole: true, ids: new Float64Array(segment.docCount) },
    memo: new Memo(segment.docCount),
  }))
  return { views, analyzer: analyzerFor(locale), memo: new Memo(0) }
}
