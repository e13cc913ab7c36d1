import { type Analyzer, analyzerFor } from './analysis/analyzer.ts'
import { type SettingsCache, settingsCache, TextIndexCache, TextSegmentCache } from './text-cache.ts'
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
  readonly cache: TextSegmentCache
}

/** Segments, and what earlier queries computed about them. */
export interface TextIndex {
  readonly views: readonly TextSegmentView[]
  readonly analyzer: Analyzer
  readonly cache: TextIndexCache
  /** Outlives a write: the next snapshot continues with it. */
  readonly settings: SettingsCache
}

export function textIndexOf(views: readonly TextSegmentView[], locale: string, settings: SettingsCache): TextIndex {
  return { views, analyzer: analyzerFor(locale), cache: new TextIndexCache(), settings }
}

/** Segments alone, without a shop around them. */
export function textIndex(segments: readonly TextSegment[], locale: string): TextIndex {
  const views = segments.map((segment) => ({
    segment,
    liveDocs: null,
    isWhole: true,
    ids: null,
    cache: new TextSegmentCache(),
  }))
  return textIndexOf(views, locale, settingsCache())
}
