export type { TextDoc, TextField } from './text-doc.ts'
export { TEXT_FIELDS } from './text-doc.ts'
export type {
  FormKind,
  HitExplanation,
  PriceRange,
  TextMatches,
  TextQuery,
  QueryEntities,
} from './text-query.ts'
export { MATCH_CLASS } from './text-query.ts'
export type { Synonym, TextSettings } from './text-settings.ts'
export { DEFAULT_TEXT_SETTINGS } from './text-settings.ts'
export type { TextSegment } from './text-segment.ts'
export { buildTextSegment, loadTextSegment, mergeTextSegments, saveTextSegment } from './text-segment.ts'
export type { Analyzer } from './analysis/analyzer.ts'
export { analyzerFor } from './analysis/analyzer.ts'
export { matchText } from './match-text.ts'
export { explainMatch } from './explain-match.ts'
