import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { joinSearches } from './activity-spans.ts'
import type { Search } from './derived-facts.ts'

const search = (answer: Search['answer'], answeredAtMs: number): Search => ({
  visitor: 'v',
  query: 'lamp',
  firstAtMs: 0,
  lastAtMs: 10,
  answer,
  answeredAtMs,
  clicks: [],
})

describe('two joined spans of a search', () => {
  it('count the first answer, and of two at the same time the one that found more', () => {
    const counted = (a: Search, b: Search) => joinSearches(a, b).answer
    expect(counted(search('empty', 1), search('found', 2))).toBe('empty')
    expect(counted(search('empty', 1), search('found', 1))).toBe('found')
    expect(counted(search('empty', 1), search('approximate', 1))).toBe('approximate')
    expect(counted(search('', 0), search('empty', 1))).toBe('empty')
  })

  it('are the same in either order', () => {
    const one = fc.record({ answer: fc.constantFrom('', 'found', 'approximate', 'empty'), at: fc.nat(2) })
    fc.assert(
      fc.property(one, one, (a, b) => {
        const [first, second] = [a, b].map(({ answer, at }) => search(answer as Search['answer'], answer ? at : 0))
        expect(joinSearches(first!, second!)).toEqual(joinSearches(second!, first!))
      }),
    )
  })
})
