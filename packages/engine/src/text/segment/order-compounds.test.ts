import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { orderCompounds } from './finish-segment.ts'

const german = analyzerFor('de')
const ordered = (words: readonly string[], analyzer = german) => {
  const sorted = [...words].sort()
  return Array.from(orderCompounds(sorted, sorted, analyzer), (term) => sorted[term])
}
const backwards = (word: string) => [...word].reverse().join('')

describe('the order of possible compounds', () => {
  it('puts those with the same ending next to each other, the shortest first', () => {
    expect(ordered(['motorradhelm', 'lederhose', 'radhelm', 'kindermotorradhelm', 'ledernhose'])).toEqual([
      'ledernhose',
      'lederhose',
      'radhelm',
      'motorradhelm',
      'kindermotorradhelm',
    ])
  })

  it('is that of the words read backwards', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 8, maxLength: 14 })
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 30 }), (words) => {
        expect(ordered(words)).toEqual(words.map(backwards).sort().map(backwards))
      }),
    )
  })

  it('excludes words too short for two parts, words with digits, and languages without compounds', () => {
    const shortest = 2 * german.compoundPart - 1
    const [long, short] = ['x'.repeat(shortest), 'x'.repeat(shortest - 1)]
    expect(ordered([long, short, `${long}7`])).toEqual([long])
    expect(ordered([long], analyzerFor('en'))).toEqual([])
  })
})
