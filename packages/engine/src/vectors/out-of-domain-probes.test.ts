import { describe, expect, it } from 'vitest'
import { outOfDomainProbes } from './out-of-domain-probes.ts'

describe('outOfDomainProbes', () => {
  it('is the same every time, and no text twice', () => {
    const texts = outOfDomainProbes()
    expect(outOfDomainProbes()).toEqual(texts)
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('is made of one to three words of letters', () => {
    for (const text of outOfDomainProbes()) expect(text).toMatch(/^[a-z]{4,8}( [a-z]{4,8}){0,2}$/)
  })
})
