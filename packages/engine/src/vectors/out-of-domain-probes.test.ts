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

  it('is two hundred texts, by turns of keys side by side and of any letters, of one, two and three words', () => {
    const texts = outOfDomainProbes()
    expect(texts).toHaveLength(200)
    expect(texts.slice(0, 6).map((text) => text.split(' ').length)).toEqual([1, 2, 3, 1, 2, 3])
    expect(texts.slice(0, 4)).toMatchInlineSnapshot(`
      [
        "weqqqq",
        "wirnfcbi spjg",
        "mmmm bnnnbvxz zsacx",
        "ztmkdxt",
      ]
    `)
    const lengths = new Set(texts.flatMap((text) => text.split(' ').map(({ length }) => length)))
    expect([...lengths].sort()).toEqual([4, 5, 6, 7, 8])
  })
})
