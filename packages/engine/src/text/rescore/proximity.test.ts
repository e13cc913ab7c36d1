import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import type { WeightedPostings } from '../expand/weighted-postings.ts'
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

describe('the query terms that a word stands for', () => {
  const list = (firstTerm: number, endTerm: number) => ({ firstTerm, endTerm }) as WeightedPostings

  it('4. are those of all lists that hold it, single words and prefixes alike', () => {
    const range = fc.record({ first: fc.nat(2100), length: fc.constantFrom(0, 1, 1, 1, 3, 40) })
    const lists = fc.array(fc.array(range, { maxLength: 4 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(lists, fc.array(fc.nat(2200), { maxLength: 10 }), (byTerm, asked) => {
        const matcher = new TermMatcher(
          byTerm.map((each) => each.map(({ first, length }) => list(first, first + length))),
        )
        const all = byTerm.flat()
        // Words that share their last bits with one that is asked for, and those at the ends of each range.
        const ends = all.flatMap(({ first, length }) => [first - 1, first, first + length - 1, first + length])
        for (const word of [...asked, ...ends, ...ends.map((one) => one + 1024)].filter((one) => one >= 0)) {
          const expected = byTerm.reduce(
            (bits, each, term) =>
              each.some(({ first, length }) => word >= first && word < first + length) ? bits | (1 << term) : bits,
            0,
          )
          expect(matcher.bitsOf(word)).toBe(expected)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('5. tell queries apart that ask for one thing by other words', () => {
    const matcher = new TermMatcher([[list(3, 4), list(9, 10)], [list(7, 8)], [list(3, 4)]])
    expect([0, 1, 2].map((term) => matcher.dictionaryTermsOf(term))).toEqual(['3,9', '7', '3'])
  })
})
