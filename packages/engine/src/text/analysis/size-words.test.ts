import { describe, expect, it } from 'vitest'
import { sizeOf } from './size-words.ts'

describe('a size', () => {
  it('S1: has one form for all of its spellings', () => {
    for (const text of ['xl', 'x large', 'extra large', 'size xl', 'mens extra large'])
      expect([text, sizeOf(text.split(' '))]).toEqual([text, 'xl'])
    expect(sizeOf(['extra', 'small'])).toBe('xs')
    expect(sizeOf(['eu', '42'])).toBe('42')
  })

  it('S2: of several words keeps each, and is undefined if no size is named', () => {
    expect(sizeOf(['extra', 'wide', '42'])).toBe('extra wide 42')
    for (const text of ['', 'one size', 'default title', 'size'])
      expect([text, sizeOf(text.split(' ').filter(Boolean))]).toEqual([text, undefined])
  })
})
