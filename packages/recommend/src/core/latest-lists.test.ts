import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LatestLists } from './latest-lists.ts'

const MOST = 8
function read(lists: LatestLists, row: number): number[] {
  const written = lists.writtenTo(row)
  const kept = Math.min(written, lists.maskOf(row) + 1)
  return Array.from(
    { length: kept },
    (_, i) => lists.entries[lists.startOf(row) + ((written - kept + i) & lists.maskOf(row))]!,
  )
}

describe('the latest entries of rows', () => {
  it('L1: are the last eight entries of each row, independent of other rows', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(4), fc.nat(1_000_000)), { maxLength: 200 }), (adds) => {
        const lists = new LatestLists(MOST)
        const twin = new Map<number, number[]>()
        for (const [row, entry] of adds) {
          lists.add(row, entry)
          twin.set(row, [...(twin.get(row) ?? []), entry].slice(-MOST))
        }
        for (const [row, entries] of twin) expect(read(lists, row)).toEqual(entries)
      }),
    )
  })

  it('L2: are in blocks that double from four on, and freed blocks are reused', () => {
    const lists = new LatestLists(MOST)
    const fill = (row: number, count: number) => {
      for (let i = 0; i < count; i++) lists.add(row, i)
    }
    fill(0, 4)
    expect(lists.allocated).toBe(4)
    fill(0, 1)
    expect(lists.allocated).toBe(12)
    fill(1, 4)
    expect(lists.allocated).toBe(12)
    fill(0, 100)
    expect(lists.allocated).toBe(12)
  })

  it('L3: a row is full if the next entry would double it, which never happens at its maximum', () => {
    const lists = new LatestLists(MOST)
    const states = Array.from({ length: 10 }, (_, i) => {
      const before = lists.isFull(0)
      lists.add(0, i)
      return before
    })
    // A row begins with a block of four, so it is full before its fifth entry. A block of `MOST` never doubles.
    expect(states).toEqual([false, false, false, false, true, false, false, false, false, false])
    expect(lists.isFull(99)).toBe(false)
  })

  it('L5: take four bytes per entry and twelve per row', () => {
    const lists = new LatestLists(MOST)
    expect(lists.byteLength).toBe(1024 * 4)
    lists.add(3, 1)
    expect(lists.byteLength).toBe(1024 * 4 + 16 * 12)
    for (let row = 0; row < 257; row++) lists.add(row, 1)
    expect(lists.byteLength).toBe(2048 * 4 + 512 * 12)
  })

  it('L4: a full row can be reduced to its latest entries; a cleared row starts again', () => {
    const lists = new LatestLists(MOST)
    for (let i = 1; i <= 4; i++) lists.add(0, i)
    lists.keepLatest(0, 2)
    expect(read(lists, 0)).toEqual([3, 4])
    lists.add(0, 5)
    expect([read(lists, 0), lists.allocated]).toEqual([[3, 4, 5], 4])
    lists.clear(0)
    lists.clear(99)
    expect([lists.writtenTo(0), lists.writtenTo(99)]).toEqual([0, 0])
  })
})
