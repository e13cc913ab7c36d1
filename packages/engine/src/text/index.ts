export type { TextDoc, TextField } from './text-doc.ts'
export { textFields } from './text-doc.ts'
export type {
  FormKind,
  HitExplanation,
  PriceRange,
  TextMatches,
  TextQuery,
  UnderstoodQuery,
} from './text-query.ts'
export { matchClass } from './text-query.ts'
export type { Synonym, TextSettings } from './text-settings.ts'
export { defaultTextSettings } from './text-settings.ts'
export type { TextSegment } from './text-segment.ts'
export { buildTextSegment, loadTextSegment, mergeTextSegments, saveTextSegment } from './text-segment.ts'
export type { Analyzer } from './analysis/analyzer.ts'
export { analyzerFor } from './analysis/analyzer.ts'
export { matchText } from './match-text.ts'
export { explainHit } from './explain-hit.ts'
