import { TEXT_FIELDS } from '../text-doc.ts'
import type { TextSegment } from '../text-segment.ts'
import { SAME_POSITION } from './read-docs.ts'

const FIELD_COUNT = TEXT_FIELDS.length

/** A loop, because a query reads hundreds of titles and filtering typed arrays is slow. */
export function titleWords({ words, fieldStarts }: TextSegment, doc: number): number[] {
  const end = fieldStarts[doc * FIELD_COUNT + 1]
  const title: number[] = []
  for (let i = fieldStarts[doc * FIELD_COUNT]; i < end; i++) if ((words[i] & SAME_POSITION) === 0) title.push(words[i])
  return title
}
