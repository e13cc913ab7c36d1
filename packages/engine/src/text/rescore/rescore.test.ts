import fc from 'fast-check'
import { expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { searchSegments } from '../testing/search-segments.ts'
import { sampleDoc } from '../testing/sample-docs.ts'
import type { TextDoc } from '../text-doc.ts'
import type { TextAnswer } from '../search-text.ts'
import { buildTextSegment } from '../text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text-settings.ts'

function matchIn(parts: readonly (readonly Partial<TextDoc>[])[], text: string, limit = 20): TextAnswer {
  const segments = parts.map((docs) => buildTextSegment(docs.map(sampleDoc), analyzerFor('en')))
  return searchSegments(segments, { text, locale: 'en', prefixLast: false, settings: DEFAULT_TEXT_SETTINGS, limit })
}

it('gives scores that never rise down the list, however many hits are read', () => {
  const words = fc.constantFrom('mouse', 'pad', 'gaming', 'red', 'case', 'optical', 'cable')
  const title = fc.array(words, { minLength: 1, maxLength: 6 }).map((each) => each.join(' '))
  const docs = fc.array(title, { minLength: 70, maxLength: 150 })
  fc.assert(
    fc.property(docs, title, (titles, text) => {
      const { scores } = matchIn([titles.map((each) => ({ title: each }))], text, 200)
      expect(Array.from(scores)).toEqual(Array.from(scores).sort((a, b) => b - a))
    }),
    { numRuns: 50 },
  )
})

it('finds no words in fields that the merchant gives no weight', () => {
  const docs = Array.from({ length: 70 }, (_, i) => sampleDoc({ title: `Mouse ${i}`, tags: i < 3 ? ['mouse'] : [] }))
  const settings = { ...DEFAULT_TEXT_SETTINGS, weights: { ...DEFAULT_TEXT_SETTINGS.weights, title: 0 } }
  const segments = [buildTextSegment(docs, analyzerFor('en'))]
  const query = { text: 'mouse', locale: 'en', prefixLast: false, settings, limit: 70 }
  expect(Array.from(searchSegments(segments, query).docs)).toEqual([0, 1, 2])
})
