import { describe, expect, it } from 'vitest'
import { answerCache } from './answer-cache.ts'

describe('answerCache', () => {
  const cacheOf = (...entries: [string, number[]][]) => {
    const cache = answerCache<number[]>(10, (answer) => answer.length)
    for (const [key, answer] of entries) cache.set(key, answer)
    return (keys: string) => [...keys].filter((key) => cache.get(key) !== undefined).join('')
  }
  const of = (length: number) => Array.from({ length }, () => 0)

  it('keeps what was set last, as far as it weighs no more than it may', () => {
    expect(cacheOf(['a', of(4)], ['b', of(4)], ['c', of(2)])('abc')).toBe('abc')
    expect(cacheOf(['a', of(4)], ['b', of(4)], ['c', of(3)])('abc')).toBe('bc')
    expect(cacheOf(['a', of(4)], ['b', of(4)], ['a', of(4)], ['c', of(3)])('abc')).toBe('ac')
  })

  it('keeps one that is too heavy as long as it is the only one', () => {
    expect(cacheOf(['a', of(4)], ['b', of(99)])('ab')).toBe('b')
    expect(cacheOf(['a', of(99)], ['b', of(4)])('ab')).toBe('b')
  })
})
