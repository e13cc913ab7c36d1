import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BitSlicedBloomFilters } from './bit-sliced-bloom-filters.ts'
import { buildBloomFilter } from './bloom-filter.ts'

const word = fc.integer({ min: 0, max: 0xffffffff })
const key = fc.tuple(word, word, word, word)
const RUN_SIZES = [3, 3, 40]

function runsWith(filters: BitSlicedBloomFilters, words: readonly number[]): number[] {
  const found: number[] = []
  filters.find(Uint32Array.from(words), 0, (run) => {
    found.push(run)
    return false
  })
  return found
}

describe('BitSlicedBloomFilters', () => {
  it('finds every run with the key, of any size, and no removed run', () => {
    const runs = fc.array(
      fc.constantFrom(...RUN_SIZES).chain((size) => fc.array(key, { minLength: size, maxLength: size })),
      { minLength: 1, maxLength: 30 },
    )
    fc.assert(
      fc.property(runs, fc.func(fc.boolean()), (given, stays) => {
        const filters = new BitSlicedBloomFilters()
        for (const [run, keys] of given.entries()) filters.add(run, buildBloomFilter(Uint32Array.from(keys.flat())))
        const all = given.flatMap((keys, run) => keys.map((one) => ({ run, one })))
        for (const { run, one } of all) expect(runsWith(filters, one)).toContain(run)
        const kept = new Set(given.keys().filter((run) => stays(run)))
        filters.retain(kept)
        for (const run of given.keys()) expect(filters.has(run)).toBe(kept.has(run))
        for (const { run, one } of all) expect(runsWith(filters, one).includes(run)).toBe(kept.has(run))
      }),
      { numRuns: 60 },
    )
  })

  it('excludes nearly all other keys', () => {
    const filters = new BitSlicedBloomFilters()
    const random = (seed: number) =>
      Uint32Array.from({ length: 4 * 4000 }, (_, i) => Math.imul(i + seed, 0x9e3779b1) ^ seed)
    for (let run = 0; run < 10; run++) filters.add(run, buildBloomFilter(random(run * 7919)))
    let asked = 0
    const others = random(1_000_003)
    for (let at = 0; at < others.length; at += 4)
      filters.find(others, at, () => {
        asked++
        return false
      })
    expect(asked / 4000 / 10).toBeLessThan(0.01)
  })
})
