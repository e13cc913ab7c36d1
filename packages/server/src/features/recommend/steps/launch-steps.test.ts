import { describe, expect, it } from 'vitest'
import { createContext, idsOf, orders, query, explained, visits } from '../testing/shop-context.ts'
import { recentLaunches } from './launch-steps.ts'

const launched = (id: number, launchedDaysAgo: number) => ({ id, launchedDaysAgo })

describe('recent launches', () => {
  it('R1: put the newer of two otherwise equal products first, with its launch as the reason', () => {
    const context = createContext({ products: [launched(1, 9), launched(2, 1), launched(3, 0.5)] })
    expect(explained(recentLaunches(context, query()))).toEqual([
      [3, 'launch', 'launched today'],
      [2, 'launch', 'launched yesterday'],
      [1, 'launch', 'launched 9 days ago'],
    ])
  })

  it('R2: lose half of their score in two weeks', () => {
    // One order today doubles the rate, which is worth 14 days of freshness.
    const after = (days: number) =>
      idsOf(
        recentLaunches(
          createContext({ products: [launched(1, days), launched(2, 0)], events: orders(1, [1], 0) }),
          query(),
        ),
      )
    expect(after(13.5)).toEqual([1, 2])
    expect(after(14.5)).toEqual([2, 1])
  })

  it('R3: lose half of their score after twenty views without an order', () => {
    const after = (views: number) =>
      idsOf(
        recentLaunches(
          createContext({ products: [launched(1, 0), launched(2, 14)], events: visits(views, [1], 0) }),
          query(),
        ),
      )
    expect(after(19)).toEqual([1, 2])
    expect(after(21)).toEqual([2, 1])
  })

  it('R4: contain only products of the collection', () => {
    const products = [launched(1, 1), { ...launched(2, 2), collections: ['sale'] }]
    const context = createContext({ products, config: { collections: [{ id: 1, handle: 'sale', title: 'Sale' }] } })
    expect(idsOf(recentLaunches(context, query({ collection: 'sale' })))).toEqual([2])
  })
})
