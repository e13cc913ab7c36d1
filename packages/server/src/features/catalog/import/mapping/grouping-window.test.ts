import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { GroupingWindow } from './grouping-window.ts'

/** Groups keys as a reader does: joins waiting groups, opens new ones, and finishes those that overflow. */
function group(keys: readonly string[], windowBytes: number): string[][] {
  const window = new GroupingWindow<string[]>(windowBytes)
  const finished: string[][] = []
  for (const key of keys) {
    const waiting = window.grow(key, 1)
    if (waiting) waiting.push(key)
    else window.open(key, [key], 1)
    finished.push(...window.overflowing())
  }
  return [...finished, ...window.all()]
}

const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 40 })

describe('GroupingWindow', () => {
  it('joins everything that belongs together when the window is large enough', () => {
    fc.assert(
      fc.property(keys, (given) => {
        const expected = Object.values(Object.groupBy(given, (key) => key)).map((members) => members?.join(''))
        expect(
          group(given, 1000)
            .map((members) => members.join(''))
            .sort(),
        ).toEqual(expected.sort())
      }),
    )
  })

  it('loses and duplicates nothing, however small the window is', () => {
    fc.assert(
      fc.property(keys, fc.integer({ min: 1, max: 10 }), (given, windowBytes) => {
        expect(group(given, windowBytes).flat().sort()).toEqual([...given].sort())
      }),
    )
  })

  it('finishes the group first that grew longest ago', () => {
    expect(group(['a', 'b', 'a', 'c', 'b'], 3)).toEqual([['b'], ['a', 'a'], ['c'], ['b']])
  })
})
