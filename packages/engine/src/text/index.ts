export type { TextDoc, TextField } from './text-doc.ts'
export { TEXT_FIELDS } from './text-doc.ts'
export type {
  DocSets,
  FormKind,
  FoundWord,
  PriceRange,
  QueryEntities,
  RankedDocs,
  TextMatches,
  TextRequest,
} from './text-query.ts'
export { MATCH_CLASS } from './text-query.ts'
export type { Synonym, TextSettings } from './text-settings.ts'
export { DEFAULT_TEXT_SETTINGS } from './text-settings.ts'
export type { TextSegment } from './text-segment.ts'
export { buildTextSegment } from './text-segment.ts'
export type { Analyzer } from './analysis/analyzer.ts'
export { analysisVersion, analyzerFor, isReadAs } from './analysis/analyzer.ts'
export { isPartNumber } from './analysis/part-number.ts'
export { textIndex, type TextIndex } from './text-index.ts'
export { searchText, type TextAnswer } from './search-text.ts'
export { fold } from './analysis/fold.ts'
export { type PricePhrase, readPrice } from './parse/price-phrases.ts'
