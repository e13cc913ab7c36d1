import { analyzerFor } from '../analysis/analyzer.ts'
import { prepareTextQuery } from '../prepare-query.ts'
import { createAccumulators } from '../score/accumulators.ts'
import type { ScoreInput } from '../score/score-segment.ts'
import { NAMING_FIELDS } from '../segment/posting-payload.ts'
import type { TextDoc } from '../text-doc.ts'
import { textIndex } from '../text-index.ts'
import { buildTextSegment } from '../text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text-settings.ts'
import { sampleDoc } from './sample-docs.ts'

/** What scoring one segment of these docs for a query takes. */
export function scoreInput(
  docs: readonly Partial<TextDoc>[],
  text: string,
  { prefixLast = false, ...parts }: Partial<ScoreInput> & { prefixLast?: boolean } = {},
): ScoreInput {
  const segment = buildTextSegment(docs.map(sampleDoc), analyzerFor('en'))
  const query = prepareTextQuery(textIndex([segment], 'en'), {
    text,
    prefixLast,
    settings: DEFAULT_TEXT_SETTINGS,
  })
  const { terms, byWeight, bySize, tables } = query
  return {
    segment,
    postings: terms.map(({ postings }) => postings[0]),
    termWeights: terms.map(({ weight }) => weight),
    strongFields: terms.map(() => NAMING_FIELDS),
    byWeight,
    bySize,
    visible: null,
    tables,
    accumulators: createAccumulators(segment.docCount),
    ...parts,
  }
}
