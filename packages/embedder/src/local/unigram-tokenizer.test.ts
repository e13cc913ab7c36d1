import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UnigramTokenizer } from './unigram-tokenizer.ts'

const SPECIAL = ['<unk>', '<s>', '</s>']
const PIECES = ['▁', 'a', 'b', 'c', 'ab', 'bc', 'abc', '▁a', '▁ab', 'ca', '▁b', '靴']
const pieces = [...SPECIAL, ...PIECES]
const scores = [0, 0, 0, -3, -2, -2.5, -2.2, -3.1, -3.3, -4.9, -2.4, -4, -4.2, -3.7, -5]
const UNKNOWN_SCORE = -15

/** Slow reference implementation: tries all ways to split the text and returns the best sum of scores. */
function bestScore(text: string): number {
  if (text === '') return 0
  const whole = [...text][0]!.length
  let best = UNKNOWN_SCORE + bestScore(text.slice(whole))
  for (const [i, piece] of PIECES.entries())
    if (text.startsWith(piece)) best = Math.max(best, scores[SPECIAL.length + i]! + bestScore(text.slice(piece.length)))
  return best
}

describe('UnigramTokenizer', () => {
  const tokenizer = new UnigramTokenizer({ pieces, scores })
  const inner = (text: string) => tokenizer.encode(text, 1000).slice(1, -1)

  it('splits a text into its most likely pieces, as trying all splits does', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '靴', 'x', '😀'), maxLength: 9 }), (text) => {
        const normalized = text.trim() === '' ? '' : `▁${text.trim().replaceAll(/ +/g, '▁')}`
        const sum = inner(text).reduce((total, id) => total + (id === 0 ? UNKNOWN_SCORE : scores[id]!), 0)
        if (normalized !== '') expect(sum).toBeCloseTo(bestScore(normalized), 6)
        else expect(inner(text)).toEqual([0])
      }),
    )
  })

  it('normalizes compatibility forms, control characters and runs of spaces', () => {
    expect(inner('ａｂ\u0007 \t c')).toEqual(inner('ab c'))
  })

  it('truncates long texts and keeps both marks', () => {
    expect(tokenizer.encode('a b c a b c', 5)).toHaveLength(5)
    expect(tokenizer.encode('abc', 5).at(0)).toBe(1)
    expect(tokenizer.encode('a b c a b c', 5).at(-1)).toBe(2)
  })
})
