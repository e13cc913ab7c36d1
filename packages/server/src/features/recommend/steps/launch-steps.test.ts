import { describe, expect, it } from 'vitest'
import { createContext, idsOf, orders, query, told, visits } from '../testing/shop-context.ts'
import { recentLaunches } from './launch-steps.ts'

const launched = (id: number, launchedDaysAgo: number) => ({ id, launchedDaysAgo })

describe('recent launches', () => {
  it('R1: the newer of two equals comes first, and says when it came', () => {
    const context = createContext({ products: [launched(1, 9), launched(2, 1), launched(3, 0.5)] })
    expect(told(recentLaunches(context, query()))).toEqual([
      [3, 'launch', 'launched today'],
      [2, 'launch', 'launched yesterday'],
      [1, 'launch', 'launched 9 days ago'],
    ])
  })

  it('R2: two weeks of age weigh as much as half the conversion', () => {
    // One order of today: (1 + 1) against 1, which is 14 days of freshness.
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

  it('R3: many views without an order move a launch back: twenty halve it', () => {
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

  it('R4: every tenth place goes to one that had no chance yet, the same for a shopper all day', () => {
    const products = Array.from({ length: 40 }, (_, i) => launched(i + 1, i))
    const of = (seed: string) => Array.from(recentLaunches(createContext({ products, seed }), query()))
    const steps = of('me').map(({ step }) => step)
    expect(steps.slice(0, 9)).toEqual(Array(9).fill('launch'))
    expect(steps[9]).toBe('launch_explore')
    expect(of('me')[9]?.productId).toBeGreaterThan(10)
    expect(of('me')[9]?.why()).toMatch(/^launched \d+ days ago, not yet tried$/)
    expect(idsOf(of('me'))).toEqual(idsOf(of('me')))
    expect(new Set(idsOf(of('me'))).size).toBe(40)
    const picks = new Set(['a', 'b', 'c', 'd', 'e', 'f'].map((seed) => of(seed)[9]?.productId))
    expect(picks.size).toBeGreaterThan(2)
    expect(idsOf(of('me')).slice(0, 9)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('R4b: stays so over a restart and a new version: these were picked', () => {
    const products = Array.from({ length: 24 }, (_, i) => launched(i + 1, 3))
    const picked = (seed: string) => {
      const ids = idsOf(recentLaunches(createContext({ products, seed }), query()))
      return [ids[9], ids[19]]
    }
    expect([picked('me'), picked('you')]).toEqual([[18, 24], [19, 22]]) // biome-ignore format: one line reads better
  })

  it('R5: explores in another order the next day', () => {
    const products = Array.from({ length: 60 }, (_, i) => launched(i + 1, 1))
    const today = createContext({ products })
    const picks = [0, 1, 2, 3].map((days) => {
      const then = { ...today, nowMs: today.nowMs + days * 86_400_000 }
      return Array.from(recentLaunches(then, query())).find(({ step }) => step === 'launch_explore')?.productId
    })
    expect(new Set(picks).size).toBeGreaterThan(1)
  })

  it('R6: keeps to the collection', () => {
    const products = [launched(1, 1), { ...launched(2, 2), collections: ['sale'] }]
    const context = createContext({ products, config: { collections: [{ id: 1, handle: 'sale', title: 'Sale' }] } })
    expect(idsOf(recentLaunches(context, query({ collection: 'sale' })))).toEqual([2])
  })
})
