import type { Bitset } from '../columns/bitset.ts'
import { buildColumnSegment, type ColumnSegment } from '../columns/column-segment.ts'
import { mergeColumnSegments } from '../columns/merge-columns.ts'
import { analyzerFor } from '../text/analysis/analyzer.ts'
import { buildTextSegment, mergeTextSegments, type TextSegment } from '../text/text-segment.ts'
import type { EngineDoc } from '../columns/engine-doc.ts'

/** A batch of products, indexed once and never changed. Plain data in typed arrays, so that it can be passed between threads. */
export interface Segment {
  columns: ColumnSegment
  text: TextSegment
}

/** If two docs have the same id, the later one is kept. */
export function buildSegment(docs: readonly EngineDoc[], locale: string): Segment {
  const latest = [...new Map(docs.map((doc) => [doc.id, doc])).values()]
  const text = latest.map((doc) => doc.text)
  return { columns: buildColumnSegment(latest), text: buildTextSegment(text, analyzerFor(locale)) }
}

export interface SegmentPart {
  segment: Segment
  liveDocs: Bitset
}

/** Keeps the live docs, in the order of the parts. */
export function mergeSegments(parts: readonly SegmentPart[]): Segment {
  return {
    columns: mergeColumnSegments(parts.map(({ segment, liveDocs }) => ({ columns: segment.columns, liveDocs }))),
    text: mergeTextSegments(parts.map(({ segment, liveDocs }) => ({ segment: segment.text, liveDocs }))),
  }
}
