import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ChunkMemory } from './chunk-memory.ts'

function wordsOf(memory: ChunkMemory, hash: number, check: number): readonly number[] | undefined {
  const at = memory.find(hash, check)
  if (at < 0) return undefined
  return memory.size(at) === 1 ? [memory.word(at)] : memory.words(at)
}

describe('the words of spellings', () => {
  it('M1: are found by both hashes, as in a map, even if many spellings share a slot', () => {
    // The low bits of a hash select its slot, so hashes with equal low bits collide.
    const hash = fc.oneof(
      fc.nat(3),
      fc.nat(3).map((low) => 0xffff - low),
      fc.nat(3).map((low) => (low << 16) | 0xffff | 0),
    )
    const entry = fc.record({ hash, check: fc.nat(2), words: fc.array(fc.nat(9), { minLength: 1, maxLength: 3 }) })
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 30 }), (entries) => {
        const memory = new ChunkMemory()
        const twin = new Map<string, number[]>()
        for (const { hash: one, check, words } of entries) {
          if (twin.has(`${one} ${check}`)) continue
          memory.add(one, check, words)
          twin.set(`${one} ${check}`, words)
        }
        expect(memory.count).toBe(twin.size)
        for (const { hash: one, check } of entries) {
          expect(wordsOf(memory, one, check)).toEqual(twin.get(`${one} ${check}`))
          expect(wordsOf(memory, one, check + 7)).toBeUndefined()
        }
      }),
    )
  })

  it('M2: are kept when there are more than fit, and not cached for a spelling without words', () => {
    const memory = new ChunkMemory()
    memory.add(1, 1, [])
    expect([memory.count, memory.find(1, 1)]).toEqual([0, -1])
    const count = 80_000
    for (let i = 0; i < count; i++) memory.add(Math.imul(i, 0x01000193), i, i % 5 === 0 ? [i, i + 1] : [i])
    expect(memory.count).toBe(count)
    const lost = Array.from({ length: count }, (_, i) => i).filter((i) => {
      const words = wordsOf(memory, Math.imul(i, 0x01000193), i)
      return words?.[0] !== i || words.length !== (i % 5 === 0 ? 2 : 1)
    })
    expect(lost).toEqual([])
  })
})
