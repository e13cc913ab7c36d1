import { analyzerFor } from '../analysis/analyzer.ts'
import { prepareTextQuery } from '../prepare-query.ts'
import type { TextDoc } from '../text-doc.ts'
import type { TextRequest } from '../text-query.ts'
import { textIndex } from '../text-index.ts'
import { buildTextSegment } from '../text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text-settings.ts'
import { sampleDoc } from './sample-docs.ts'

/** What a word of a query is searched as, and how much of its score a product found by that keeps. */
export interface Form {
  readonly text: string
  readonly kind: string
  readonly weight: number
  readonly edits: number
  readonly docs: number[]
}

interface FormsOptions extends Partial<TextRequest> {
  readonly locale?: string
}

/** By word of the query. */
export function queryForms(
  docs: readonly Partial<TextDoc>[],
  text: string,
  { locale = 'en', ...parts }: FormsOptions = {},
): Form[][] {
  const segment = buildTextSegment(docs.map(sampleDoc), analyzerFor(locale))
  const request = { text, prefixLast: false, settings: DEFAULT_TEXT_SETTINGS, ...parts }
  return prepareTextQuery(textIndex([segment], locale), request).terms.map(({ postings }) =>
    postings[0]!.map(({ text: form, kind, weight, edits, docs: from, start, end }) => ({
      text: form,
      kind,
      weight,
      edits,
      docs: [...from.subarray(start, end)],
    })),
  )
}
