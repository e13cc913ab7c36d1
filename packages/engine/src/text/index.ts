export type { TextDoc, TextField } from './text-doc.ts'
export { textFields } from './text-doc.ts'
export type {
  FormKind,
  HitExplanation,
  PriceRange,
  QueryTerm,
  TextMatches,
  TextQuery,
  UnderstoodQuery,
} from './text-query.ts'
export { matchClass } from './text-query.ts'
export type { Synonym, TextSettings } from './text-settings.ts'
export { defaultTextSettings } from './text-settings.ts'
