import { searchText, type TextAnswer } from '../search-text.ts'
import { type TextIndex, textIndex } from '../text-index.ts'
import type { DocSets, TextRequest } from '../text-query.ts'
import type { TextSegment } from '../text-segment.ts'

export interface SegmentsQuery extends TextRequest {
  readonly locale: string
  readonly limit: number
  /** By segment, as in `TextIndex`. */
  readonly visible?: DocSets
  readonly liveDocs?: DocSets
  readonly ids?: readonly Float64Array[]
}

/** One query to some segments, with nothing kept from earlier ones. */
export function searchSegments(segments: readonly TextSegment[], query: SegmentsQuery): TextAnswer {
  return searchText(indexOf(segments, query), query)
}

function indexOf(segments: readonly TextSegment[], { locale, liveDocs, ids }: SegmentsQuery): TextIndex {
  const index = textIndex(segments, locale)
  const views = index.views.map((view, s) => ({ ...view, liveDocs: liveDocs?.[s] ?? null, ids: ids?.[s] ?? null }))
  return { ...index, views }
}
