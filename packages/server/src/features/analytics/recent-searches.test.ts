import { describe, expect, it } from 'vitest'
import { nowMs, search } from '../../ports/derived-store/testing/derived-facts.ts'
import { countClicked, countReformulations } from './recent-searches.ts'

const MINUTE_MS = 60_000
const after = (minutes: number) => ({ atMs: nowMs + minutes * MINUTE_MS })

describe('reformulations', () => {
  const counted = (searches: Parameters<typeof countReformulations>[0]) =>
    countReformulations(searches).map(({ from, to, count }) => [from, to, count])

  it('C1: are the next search of a visitor within two minutes', () => {
    expect(counted([search('a', 'davenport'), search('a', 'sofa', after(1.9))])).toEqual([['davenport', 'sofa', 1]])
    expect(counted([search('a', 'davenport'), search('a', 'sofa', after(2.1))])).toEqual([])
    expect(counted([search('a', 'davenport'), search('b', 'sofa', after(1))])).toEqual([])
  })

  it('C2: are not counted after a click, or if the query stays the same', () => {
    expect(counted([search('a', 'davenport', { clicks: 1 }), search('a', 'sofa', after(1))])).toEqual([])
    expect(counted([search('a', 'sofa'), search('a', 'sofa', after(1))])).toEqual([])
  })

  it('C3: count a visitor once, with what was chosen then', () => {
    const twice = [0, 10].flatMap((at) => [
      search('a', 'davenport', after(at)),
      search('a', 'sofa', { ...after(at + 1), clicks: 2 }),
    ])
    const [found] = countReformulations([...twice, search('b', 'davenport'), search('b', 'sofa', after(1))])
    expect(found).toMatchObject({ from: 'davenport', to: 'sofa', count: 2 })
    expect([...found!.chosen]).toEqual([
      [1, 1],
      [2, 1],
    ])
  })
})

describe('clicked products', () => {
  it('C4: have the mean of their positions, the clicks of all products, and the searches of the query', () => {
    const searches = [
      search('a', 'sofa', { clicks: 2, position: 3 }),
      search('b', 'sofa', { clicks: 1, position: 6 }),
      search('c', 'sofa'),
    ]
    expect(countClicked(searches)).toEqual([
      { query: 'sofa', productId: 1, clicks: 2, ofClicks: 3, ofSearches: 3, position: 4.5 },
      { query: 'sofa', productId: 2, clicks: 1, ofClicks: 3, ofSearches: 3, position: 4 },
    ])
  })
})
