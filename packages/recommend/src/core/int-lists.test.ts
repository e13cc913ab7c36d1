import { describe, expect, it } from 'vitest'
import { IntLists } from './int-lists.ts'

describe('lists of whole numbers', () => {
  it('I1: reuses the space of a removed list, even of one value', () => {
    for (const length of [1, 2, 8]) {
      const lists = new IntLists()
      const values = Array.from({ length }, (_, i) => i)
      lists.set(0, values)
      const start = lists.startOf(0)
      lists.drop(0)
      lists.set(1, values)
      expect([lists.startOf(1), [...lists.of(1)], [...lists.of(0)]]).toEqual([start, values, []])
    }
  })

  it('I2: reuses the block of a list that moved to a larger one', () => {
    const lists = new IntLists()
    lists.push(0, 5)
    const first = lists.startOf(0)
    lists.push(0, 6)
    expect([...lists.of(0)]).toEqual([5, 6])
    lists.push(1, 7)
    expect(lists.startOf(1)).toBe(first)
  })

  it('I4: keeps a list in place that exactly fits', () => {
    const lists = new IntLists()
    lists.set(0, [1, 2])
    lists.set(1, [7, 8])
    const start = lists.startOf(0)
    lists.set(0, [3, 4])
    expect([lists.startOf(0), [...lists.of(0)], [...lists.of(1)]]).toEqual([start, [3, 4], [7, 8]])
  })

  it('I3: moves the last value into the gap of a removed one; removing an absent value changes nothing', () => {
    const lists = new IntLists()
    lists.set(0, [1, 2, 3])
    lists.remove(0, 1)
    expect([...lists.of(0)]).toEqual([3, 2])
    lists.remove(0, 9)
    lists.remove(0, 2)
    expect([...lists.of(0)]).toEqual([3])
  })
})
