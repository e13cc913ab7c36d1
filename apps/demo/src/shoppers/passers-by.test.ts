import { describe, expect, it } from 'vitest'
import { planPassersBy } from './passers-by.ts'

const CLOCKS = ['2026-11-16T09:00:00Z', '2026-11-16T23:30:00Z', '2026-12-31T23:59:00Z', '2027-02-28T03:00:00Z']
const PLANNED = 2500
const PLANNED_SEARCHERS = 200

const plan = (clock: string) => planPassersBy('a seed', 2000, Date.parse(clock))

describe('passers-by', () => {
  it('buy in the same numbers whenever the history ends', () => {
    const buyers = CLOCKS.map((clock) =>
      (['picked', 'trending'] as const).map((home) => {
        const tested = plan(clock).filter(({ variants }) => variants?.home === home)
        expect(tested.length).toBeGreaterThan(PLANNED)
        return tested.slice(0, PLANNED).filter(({ buys }) => buys).length
      }),
    )
    expect(buyers).toEqual(CLOCKS.map(() => [39, 67]))
  })

  it('buy equally often in both variants of the A/A test', () => {
    const [a = 0, b = 0] = (['a', 'b'] as const).map((order) => {
      const tested = plan(CLOCKS[0]!).filter(({ variants, searches }) => searches && variants?.order === order)
      expect(tested.length).toBeGreaterThan(PLANNED_SEARCHERS)
      return tested.slice(0, PLANNED_SEARCHERS).filter(({ buys }) => buys).length
    })
    expect(Math.abs(a - b)).toBeLessThan(4)
    expect(Math.min(a, b)).toBeGreaterThan(1)
  })

  it('who search are spread evenly over the variants of the other experiment', () => {
    const searchers = plan(CLOCKS[0]!).filter(({ searches }) => searches)
    for (const order of ['a', 'b']) {
      const homes = searchers.filter(({ variants }) => variants?.order === order).map(({ variants }) => variants?.home)
      expect(homes.filter((home) => home === 'picked').length).toBe(homes.filter((home) => home === 'trending').length)
    }
  })
})
