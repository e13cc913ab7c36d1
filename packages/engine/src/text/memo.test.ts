import { describe, expect, it } from 'vitest'
import { Memo, memoKey } from './memo.ts'

describe('a memo', () => {
  it('B1: makes a value once, and again when its state changes', () => {
    const memo = new Memo(0)
    let made = 0
    const ask = (key: string, state?: object) => memo.of(key, () => ++made, state)
    const [live, later] = [new Uint32Array(1), new Uint32Array(1)]
    expect([ask('a'), ask('a'), ask('b'), ask('c', live), ask('c', live), ask('c', later)]).toEqual([1, 1, 2, 3, 3, 4])
  })

  it('B2: caches undefined too', () => {
    const memo = new Memo(0)
    let made = 0
    const ask = () =>
      memo.of('a', () => {
        made++
        return undefined
      })
    expect([ask(), ask(), made]).toEqual([undefined, undefined, 1])
  })

  it('B3: counts arrays, entries, and values that know their own size, including growth', () => {
    const memo = new Memo(0)
    expect(memo.bytes).toBe(0)
    memo.of('set', () => new Uint32Array(10))
    expect(memo.bytes).toBe(64 + 40)
    const growing = memo.of('words', (): string[] => [])
    growing.push('sky', 'blue')
    expect(memo.bytes).toBe(104 + 64 + 2 * 64)
    memo.of('map', () => new Map([['a', { order: new Uint8Array(3) }]]))
    expect(memo.bytes).toBe(296 + 64 + 64 + 64 + 3)
    memo.of('own', () => ({ bytes: 7, more: new Uint8Array(100) }))
    expect(memo.bytes).toBe(491 + 64 + 7)
  })

  it('B4: drops the least recently used beyond its limit, which grows with the products', () => {
    const asked = (docCount: number) => {
      const memo = new Memo(docCount)
      let made = 0
      const ask = (key: string) => memo.of(key, () => ({ place: ++made, bytes: 2 ** 20 }))
      for (const key of ['a', 'b', 'c', 'a', 'd', 'e']) ask(key)
      return { made, kept: ask('a').place, forgotten: ask('b').place }
    }
    expect(asked(0)).toEqual({ made: 5, kept: 1, forgotten: 6 })
    expect(asked(2 ** 17)).toEqual({ made: 5, kept: 1, forgotten: 2 })
  })
})

describe('the key of what is asked', () => {
  it('B6: distinguishes open ranges from empty ones, and sets by their content', () => {
    const keys = [
      { max: Number.POSITIVE_INFINITY },
      { max: null },
      { max: Number.NEGATIVE_INFINITY },
      { max: Number.NaN },
      { max: 5 },
      { max: new Set([1]) },
      { max: new Set([2]) },
    ].map(memoKey)
    expect(new Set(keys).size).toBe(keys.length)
    expect(memoKey({ max: 5 })).toBe(memoKey({ max: 5 }))
  })
})
