import { describe, expect, it } from 'vitest'
import { IntLists } from './int-lists.ts'

describe('lists of whole numbers', () => {
  it('I1: what a list took is used again by the next, of one value too', () => {
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

  it('I2: a list that outgrows its room leaves it to others', () => {
    const lists = new IntLists()
    lists.push(0, 5)
    const first = lists.startOf(0)
    lists.push(0, 6)
    expect([...lists.of(0)]).toEqual([5, 6])
    lists.push(1, 7)
    expect(lists.startOf(1)).toBe(first)
  })

  it('I4: a list that just fits stays where it is', () => {
    const lists = new IntLists()
    lists.set(0, [1, 2])
    lists.set(1, [7, 8])
    const start = lists.startOf(0)
    lists.set(0, [3, 4])
    expect([lists.startOf(0), [...lists.of(0)], [...lists.of(1)]]).toEqual([start, [3, 4], [7, 8]])
  })

  it('I3: the last value takes the place of one that is removed; one that is not there changes nothing', () => {
    const lists = new IntLists()
    lists.set(0, [1, 2, 3])
    lists.remove(0, 1)
    expect([...lists.of(0)]).toEqual([3, 2])
    lists.remove(0, 9)
    lists.remove(0, 2)
    expect([...lists.of(0)]).toEqual([3])
  })
})
