import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { prepareTextQuery } from '../prepare-query.ts'
import { sampleDoc } from '../testing/sample-docs.ts'
import { textIndex } from '../text-index.ts'
import { buildTextSegment } from '../text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text-settings.ts'
import { holdsPhrase, TermMatcher } from './proximity.ts'

function isPhraseOf(title: string, text: string): boolean {
  const segment = buildTextSegment([sampleDoc({ title, description: text })], analyzerFor('en'))
  const { terms } = prepareTextQuery(textIndex([segment], 'en'), {
    text,
    prefixLast: false,
    settings: { ...DEFAULT_TEXT_SETTINGS, typos: false },
  })
  return holdsPhrase(segment, 0, new TermMatcher(terms.map(({ postings }) => postings[0])), terms.length)
}

describe('a phrase of the title', () => {
  it('1. is all words of the query side by side and in order, and nothing else is', () => {
    const word = fc.constantFrom('red', 'oak', 'lamp')
    const words = (minLength: number, maxLength: number) => fc.array(word, { minLength, maxLength })
    fc.assert(
      fc.property(words(0, 7), fc.uniqueArray(word, { minLength: 2, maxLength: 3 }), (title, query) => {
        expect(isPhraseOf(title.join(' '), query.join(' '))).toBe(
          ` ${title.join(' ')} `.includes(` ${query.join(' ')} `),
        )
      }),
      { numRuns: 300 },
    )
  })

  it('2. needs two words: one word alone is no phrase', () => {
    expect(isPhraseOf('Lamp', 'lamp')).toBe(false)
  })

  it('3. may stand in another form', () => {
    expect(isPhraseOf('Two desk lamps', 'desk lamp')).toBe(true)
  })
})
