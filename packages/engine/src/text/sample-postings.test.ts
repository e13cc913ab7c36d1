import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { levelFor, sampleLevel } from '../columns/even-sample.ts'
import { analyzerFor } from './analysis/analyzer.ts'
import { someSampled } from './sample-postings.ts'
import { sampleDoc } from './testing/sample-docs.ts'
import { TextSegmentCache } from './text-cache.ts'
import type { TextSegmentView } from './text-index.ts'
import { buildTextSegment } from './text-segment.ts'

const segment = buildTextSegment(
  Array.from({ length: 3000 }, () => sampleDoc({ title: 'lamp' })),
  analyzerFor('en'),
)

function viewOf(ids: Float64Array | null): TextSegmentView {
  return { segment, liveDocs: null, isWhole: true, ids, cache: new TextSegmentCache() }
}

function sampled(view: TextSegmentView, docs: Uint32Array, level: number): number[] {
  const found: number[] = []
  someSampled(view, { docs, start: 0, end: docs.length }, level, (at) => {
    found.push(docs[at])
    return false
  })
  return found
}

describe('a sample of postings', () => {
  it('holds the docs whose product numbers are of the level, however long the list is', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(2999), { minLength: 1 }), fc.nat(9), fc.nat(2 ** 40), (some, level, first) => {
        const ids = Float64Array.from({ length: 3000 }, (_, doc) => first + 7 * doc)
        const expected = (docs: Uint32Array) => [...docs].filter((doc) => sampleLevel(ids[doc]) >= level)
        const view = viewOf(ids)
        for (const docs of [Uint32Array.from(some).sort(), Uint32Array.from(ids.keys())])
          expect(sampled(view, docs, level)).toEqual(expected(docs))
      }),
      { numRuns: 50 },
    )
  })

  it('is a half, a quarter and so on of all products, whatever their numbers look like', () => {
    for (const step of [1, 2, 1024, 2 ** 33]) {
      const ids = Array.from({ length: 8000 }, (_, i) => 7_000_000_000_000 + i * step)
      for (const level of [1, 2, 3]) {
        const share = ids.filter((id) => sampleLevel(id) >= level).length / ids.length
        expect(share * 2 ** level).toBeGreaterThan(0.9)
        expect(share * 2 ** level).toBeLessThan(1.1)
      }
    }
  })

  it('takes all of fewer than twice as many as are wanted', () => {
    expect([0, 127, 128, 255, 256, 1_000_000].map((count) => levelFor(count, 64))).toEqual([0, 0, 1, 1, 2, 13])
  })

  it('ends where something is found', () => {
    const visited: number[] = []
    const all = { docs: Uint32Array.from({ length: 3000 }, (_, doc) => doc), start: 0, end: 3000 }
    for (const level of [0, 5]) expect(someSampled(viewOf(null), all, level, (at) => visited.push(at) > 0)).toBe(true)
    expect(visited).toHaveLength(2)
    expect(someSampled(viewOf(null), all, 0, () => false)).toBe(false)
  })
})
