import { explainMatch } from '../explain-match.ts'
import { prepareTextQuery } from '../prepare-query.ts'
import { searchText, type TextAnswer } from '../search-text.ts'
import { type TextIndex, textIndex } from '../text-index.ts'
import type { DocSets, FoundWord, TextRequest } from '../text-query.ts'
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

/** `doc` counts over all segments. */
export function explainInSegments(segments: readonly TextSegment[], query: SegmentsQuery, doc: number): FoundWord[] {
  let segment = 0
  let local = doc
  while (local >= segments[segment].docCount) local -= segments[segment++].docCount
  return explainMatch(prepareTextQuery(indexOf(segments, query), query), segment, local)
}

function indexOf(segments: readonly TextSegment[], { locale, liveDocs, ids }: SegmentsQuery): TextIndex {
  const index = textIndex(segments, locale)
  const views = index.views.map((view, s) => ({ ...view, liveDocs: liveDocs?.[s] ?? null, ids: ids?.[s] ?? null }))
  return { ...index, views }
}
