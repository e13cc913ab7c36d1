import { describe, expect, it } from 'vitest'
import { shareOut } from './share-out.ts'

const sizes = (counts: number[], threads: number, mayGo = (_: { docCount: number }) => true) =>
  shareOut(
    counts.map((docCount) => ({ docCount })),
    threads,
    mayGo,
  ).map((share) => share.map(({ docCount }) => docCount))

describe('the segments of a query', () => {
  it('are shared out so that each thread has about as many products', () => {
    expect(sizes([1, 5, 4, 2], 2)).toEqual([
      [5, 1],
      [4, 2],
    ])
    expect(sizes([3, 3, 3], 4)).toEqual([[3], [3], [3], []])
    expect(sizes([], 2)).toEqual([[], []])
  })

  it('stay with the calling thread where they may not go to another', () => {
    expect(sizes([9, 8, 7], 2, ({ docCount }) => docCount < 9)).toEqual([[9], [8, 7]])
  })
})
