import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildDictionary, findTerm, NO_TERM, prefixRange, termAt } from './dictionary.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'é', '東', '1'), minLength: 1, maxLength: 5 })

describe('a dictionary', () => {
  it('finds terms and prefixes like a list', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word), word, (words, wanted) => {
        const sorted = [...words].sort()
        const dictionary = buildDictionary(sorted)
        const place = sorted.indexOf(wanted)
        expect(findTerm(dictionary, wanted)).toBe(place < 0 ? NO_TERM : place)
        const [first, end] = prefixRange(dictionary, wanted)
        const found = Array.from({ length: end - first }, (_, i) => termAt(dictionary, first + i))
        expect(found).toEqual(sorted.filter((term) => term.startsWith(wanted)))
      }),
    )
  })
})
