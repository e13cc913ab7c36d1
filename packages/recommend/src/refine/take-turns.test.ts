import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { takeTurns } from './take-turns.ts'

const kindOf = (one: string) => one.replace(/\d/g, '')
const turns = (ranked: string) => [...takeTurns(ranked.split(' '), kindOf)].join(' ')

describe('taking turns', () => {
  it('takes another kind after two of one', () => {
    expect(turns('bag1 bag2 bag3 bag4 mug1 mug2 pan1')).toBe('bag1 bag2 mug1 mug2 pan1 bag3 bag4')
  })

  it('gives a kind up to a third of the positions', () => {
    expect(turns('a1 a2 a3 a4 b1 b2 c1 c2 d1')).toBe('a1 a2 b1 b2 c1 c2 a3 d1 a4')
  })

  it('keeps the order without other kinds, and of items without a kind', () => {
    expect(turns('a1 a2 a3 a4')).toBe('a1 a2 a3 a4')
    expect(turns('1 2 3 4 a1')).toBe('1 2 3 4 a1')
  })

  it('returns every item once, each kind in its order', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.stringMatching(/^[abc]\d{1,2}$/)), (ranked) => {
        const taken = [...takeTurns(ranked, kindOf)]
        expect([...taken].sort()).toEqual([...ranked].sort())
        for (const kind of ['a', 'b', 'c'])
          expect(taken.filter((one) => kindOf(one) === kind)).toEqual(ranked.filter((one) => kindOf(one) === kind))
      }),
    )
  })
})
