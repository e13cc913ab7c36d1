import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../text/analysis/analyzer.ts'
import { sampleDoc } from '../text/testing/sample-docs.ts'
import { termAt } from '../text/segment/dictionary.ts'
import { buildTextSegment } from '../text/text-segment.ts'
import { editsBetween } from '../text/analysis/edit-distance.ts'
import { allowedEdits, findTypos } from './fuzzy.ts'

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 2, maxLength: 10 })

function slowEdits(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  )
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      table[i][j] = Math.min(
        table[i - 1][j] + 1,
        table[i][j - 1] + 1,
        table[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1),
        isSwap ? table[i - 2][j - 2] + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return table[a.length][b.length]
}

describe('edit distance', () => {
  it('equals the slow definition up to its limit', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 3 }), (a, b, limit) => {
        expect(editsBetween(a, b, limit)).toBe(Math.min(slowEdits(a, b), limit + 1))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('typo matching', () => {
  it('finds exactly the terms that comparing all of them would', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word, { maxLength: 60 }), word, (words, typed) => {
        const segment = buildTextSegment([sampleDoc({ title: words.join(' ') })], analyzerFor('en'))
        for (const edits of [1, 2]) {
          if (edits > allowedEdits(typed)) continue
          const expected = words.filter(
            (term) =>
              slowEdits(typed, term) === edits &&
              Math.max(term.length, typed.length) >= 4 &&
              (edits === 1 || term[0] === typed[0]),
          )
          const found = findTypos(segment, typed, edits).map((term) => termAt(segment.terms, term))
          expect(found.sort()).toEqual(expected.sort())
        }
      }),
      { numRuns: 1000 },
    )
  })

  it('is not allowed for words with digits, and depends on length for others', () => {
    expect([
      allowedEdits('dk310'),
      allowedEdits('2024'),
      allowedEdits('tv'),
      allowedEdits('desk'),
      allowedEdits('keyboard'),
    ]).toEqual([0, 0, 0, 1, 2])
  })

  it('finds a word by its second half, whatever short words have the same ending', () => {
    // In the order of reversed words, "bcd" precedes "zxyvabcd". The comparison must not read beyond "bcd" into the
    // word stored before it.
    const segment = buildTextSegment([sampleDoc({ title: 'bbc bcd zxyvabcd' })], analyzerFor('en'))
    expect(findTypos(segment, 'zxywabcd', 1).map((term) => termAt(segment.terms, term))).toEqual(['zxyvabcd'])
  })

  it('returns only words that name or describe products', () => {
    const named = { title: 'blanket', description: 'blankee', metafields: ['blankes'], tags: ['blankex'] }
    const segment = buildTextSegment([sampleDoc(named)], analyzerFor('en'))
    const found = findTypos(segment, 'blanker', 1).map((term) => termAt(segment.terms, term))
    expect(found.sort()).toEqual(['blankee', 'blanket', 'blankex'])
  })

  it('never returns a SKU or a word with digits', () => {
    const segment = buildTextSegment([sampleDoc({ title: 'blanket qwxyz1', skus: ['blankex'] })], analyzerFor('en'))
    expect(findTypos(segment, 'blankes', 1).map((term) => termAt(segment.terms, term))).toEqual(['blanket'])
    expect(findTypos(segment, 'qwxyzz', 1).filter((term) => /\d/.test(termAt(segment.terms, term)))).toEqual([])
  })
})
