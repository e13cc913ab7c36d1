import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gallopTo } from './find-phrase.ts'

describe('galloping through ascending docs', () => {
  it('G1: stops at the first place from where it begins whose doc is at least the one sought', () => {
    const docs = fc
      .uniqueArray(fc.nat(300), { maxLength: 60 })
      .map((all) => Uint32Array.from(all.sort((a, b) => a - b)))
    fc.assert(
      fc.property(docs, fc.nat(60), fc.nat(310), fc.nat(60), (sorted, from, doc, shorter) => {
        const end = Math.max(0, sorted.length - (shorter % 5))
        const begin = Math.min(from, end)
        let slow = begin
        while (slow < end && sorted[slow]! < doc) slow++
        expect(gallopTo(sorted, begin, end, doc)).toBe(slow)
      }),
      { numRuns: 300 },
    )
  })
})
