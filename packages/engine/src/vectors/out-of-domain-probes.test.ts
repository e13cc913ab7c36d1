import { describe, expect, it } from 'vitest'
import { outOfDomainProbes } from './out-of-domain-probes.ts'

describe('outOfDomainProbes', () => {
  it('are the same every time, without duplicates', () => {
    const texts = outOfDomainProbes()
    expect(outOfDomainProbes()).toEqual(texts)
    expect(new Set(texts).size).toBe(texts.length)
  })

  it('consist of one to three words of letters', () => {
    for (const text of outOfDomainProbes()) expect(text).toMatch(/^[a-z]{4,8}( [a-z]{4,8}){0,2}$/)
  })

  it('are two hundred texts, alternating between neighbouring keys and random letters, and between one, two and three words', () => {
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
