import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../text/analysis/analyzer.ts'
import { prefixRange } from '../text/segment/dictionary.ts'
import { sampleDoc } from '../text/testing/sample-docs.ts'
import { buildTextSegment } from '../text/text-segment.ts'
import { commonestTerms } from './prefix-postings.ts'

const WORD = fc.stringMatching(/^b[abc]{1,3}$/)

describe('the commonest words with a prefix', () => {
  it('are those of most docs over all segments, ties in alphabetical order', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(WORD), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 6 }),
        (parts, most) => {
          const segments = parts.map((words) =>
            buildTextSegment(
              words.map((title) => sampleDoc({ title })),
              analyzerFor('en'),
            ),
          )
          const ranges = segments.map(({ terms }) => prefixRange(terms, 'b'))
          const counts = Object.entries(Object.groupBy(parts.flat(), (word) => word)).map(([text, same]) => ({
            text,
            docs: same!.length,
          }))
          counts.sort((a, b) => b.docs - a.docs || (a.text < b.text ? -1 : 1))
          const found = commonestTerms(segments, ranges, most).map(({ text, docs }) => ({ text, docs }))
          expect(found).toEqual(counts.slice(0, most))
        },
      ),
    )
  })
})
