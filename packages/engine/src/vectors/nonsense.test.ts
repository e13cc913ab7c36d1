import { describe, expect, it } from 'vitest'
import { nonsenseTexts } from './nonsense.ts'

describe('nonsenseTexts', () => {
  it('is the same every time, and no text twice', () => {
    const texts = nonsenseTexts()
    expect(nonsenseTexts()).toEqual(texts)
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('is made of one to three words of letters', () => {
    for (const text of nonsenseTexts()) expect(text).toMatch(/^[a-z]{4,8}( [a-z]{4,8}){0,2}$/)
  })
})
