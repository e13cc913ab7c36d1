import { describe, expect, it } from 'vitest'
import { chiSquareP } from './distributions.ts'
import { judge, type TestedVariant, type TestPlan, visitorsNeeded } from './experiment-verdict.ts'

/** The first `buyers` of `count` visitors spend the amounts of `spent` in turn. */
function arm(key: string, count: number, buyers: number, { weight = 1, spent = [50] } = {}): TestedVariant {
  const bought = Array.from({ length: buyers }, (_, i) => spent[i % spent.length]!)
  return { key, weight, visitors: count, spent: bought, buyersInSample: buyers }
}
const plan = (visitorsPerVariant: number, metric: TestPlan['metric'] = 'conversion_rate') => ({
  metric,
  visitorsPerVariant,
})

describe('two rates', () => {
  it('V1: are compared with a continuity correction of half a visitor on each side', () => {
    const [difference] = judge([arm('a', 200, 20), arm('b', 400, 60, { weight: 2 })], undefined).differences
    // 10 % of visitors buy in one variant and 15 % in the other, 80 of 600 in both together.
    const [half, pooled] = [(1 / 200 + 1 / 400) / 2, 80 / 600]
    const error = Math.sqrt(pooled * (1 - pooled) * (1 / 200 + 1 / 400))
    const spread = Math.sqrt((0.1 * 0.9) / 200 + (0.15 * 0.85) / 400)
    expect(difference).toEqual({
      variant: 'b',
      baseline: 'a',
      absolute: 0.05,
      relative: 0.5,
      interval: [expect.closeTo(0.05 - 1.959964 * spread, 5), expect.closeTo(0.05 + 1.959964 * spread, 5)],
      p: expect.closeTo(chiSquareP(((0.05 - half) / error) ** 2, 1), 5),
      smallest_detectable: expect.closeTo(((1.959964 + 0.841621) * error) / 0.1, 5),
    })
  })

  it('V1b: are not compared with a variant without visitors, and not at all if that is the first', () => {
    expect(judge([arm('a', 0, 0), arm('b', 40, 8)], undefined).differences).toEqual([])
    expect(judge([], undefined)).toMatchObject({ kind: 'no_plan', differences: [], sampleRatioP: null })
    const three = judge([arm('a', 40, 4), arm('b', 0, 0), arm('c', 40, 8)], undefined).differences
    expect(three.map(({ variant }) => variant)).toEqual(['c'])
  })

  it('V2: that differ by less than the correction do not differ at all', () => {
    const [difference] = judge([arm('a', 10, 5), arm('b', 10, 6)], undefined).differences
    expect(difference).toMatchObject({ absolute: 0.1, p: 1 })
  })

  it('V3: have no relative difference if the first is 0, and no spread if both are 0', () => {
    const [some] = judge([arm('a', 40, 0), arm('b', 40, 8)], undefined).differences
    expect(some).toMatchObject({ absolute: 0.2, relative: null, smallest_detectable: null })
    const [none] = judge([arm('a', 40, 0), arm('b', 40, 0)], undefined).differences
    expect(none).toMatchObject({ absolute: 0, interval: [0, 0], p: 1 })
  })
})

describe('two means', () => {
  it('V4: are compared by the error of both, including visitors who spent nothing', () => {
    const arms = [arm('a', 100, 20, { spent: [40] }), arm('b', 100, 30, { spent: [40, 60] })]
    const [difference] = judge(arms, plan(1000, 'revenue_per_visitor')).differences
    // 8 per visitor against 15; the squared deviations from the mean are computed by hand.
    const errorOf = (squares: number) => Math.sqrt(squares / 99 / 100)
    const left = errorOf(20 * 32 ** 2 + 80 * 8 ** 2)
    const right = errorOf(15 * 25 ** 2 + 15 * 45 ** 2 + 70 * 15 ** 2)
    const error = Math.sqrt(left ** 2 + right ** 2)
    expect(difference).toMatchObject({
      absolute: 7,
      relative: 0.875,
      interval: [expect.closeTo(7 - 1.959964 * error, 4), expect.closeTo(7 + 1.959964 * error, 4)],
      p: expect.closeTo(chiSquareP((7 / error) ** 2, 1), 5),
      smallest_detectable: expect.closeTo(((1.959964 + 0.841621) * error) / 8, 5),
    })
  })

  it('V5: without any variance do not differ', () => {
    const arms = [arm('a', 3, 3), arm('b', 3, 3)]
    expect(judge(arms, plan(3, 'revenue_per_visitor'))).toMatchObject({
      kind: 'no_difference',
      differences: [{ absolute: 0, p: 1, relative: 0 }],
    })
  })
})

describe('a difference', () => {
  /** The smallest number of buyers among 400 visitors that counts as a difference from 40 of 400. */
  const calledFrom = (metric: TestPlan['metric'], others: number) => {
    for (let buyers = 40; buyers < 120; buyers++) {
      const arms = [arm('a', 400, 40), arm('b', 400, buyers), ...Array.from({ length: others }, (_, i) => arm(`c${i}`, 400, 40))] // biome-ignore format: one line reads better
      const verdict = judge(arms, plan(400, metric))
      if (verdict.kind === 'difference') return { buyers, p: verdict.differences[0]!.p }
    }
    return undefined
  }

  it('V6: is found at a level of 5 %, for revenue 4 %, divided by the number of comparisons', () => {
    const [rate, money, several] = [calledFrom('conversion_rate', 0)!, calledFrom('revenue_per_visitor', 0)!, calledFrom('conversion_rate', 3)!] // biome-ignore format: one line reads better
    expect(rate.p).toBeLessThanOrEqual(0.05)
    expect(rate.p).toBeGreaterThan(0.04)
    expect(money.p).toBeLessThanOrEqual(0.04)
    expect(money.p).toBeGreaterThan(0.03)
    expect(several.p).toBeLessThanOrEqual(0.0125)
    expect(several.p).toBeGreaterThan(0.009)
  })

  it('V7: is in favor of the best variant, or of the first if all that differ are worse', () => {
    const best = (...buyers: number[]) =>
      judge(
        buyers.map((count, i) => arm('abcd'[i]!, 400, count)),
        plan(400),
      ).best
    expect(best(40, 90, 120)).toBe('c')
    expect(best(40, 120, 90)).toBe('b')
    expect(best(120, 40, 60)).toBe('a')
    expect(best(60, 20, 110)).toBe('c')
    expect(best(60, 62, 58)).toBe(null)
  })

  it('V8: is found once all variants with a weight have their size, and never for a single variant', () => {
    const off = arm('off', 3, 3, { weight: 0 })
    expect(judge([arm('a', 400, 40), arm('b', 400, 120), off], plan(400))).toMatchObject({
      kind: 'difference',
      best: 'b',
      differences: [{ variant: 'b' }],
    })
    expect(judge([arm('a', 400, 40), off], plan(400)).kind).toBe('not_yet')
    expect(judge([arm('a', 400, 40), arm('b', 399, 120)], plan(400)).kind).toBe('not_yet')
    expect(judge([arm('a', 0, 0), arm('b', 0, 0)], plan(400)).differences).toEqual([])
    expect(judge([arm('a', 5, 0), arm('b', 0, 0)], plan(400)).differences).toEqual([])
    expect(judge([], plan(400))).toEqual({ kind: 'not_yet', best: null, sampleRatioP: null, differences: [] })
  })
})

describe('the split of visitors among variants', () => {
  it('V9: is compared with the weights by chi-square', () => {
    const split = (...arms: TestedVariant[]) => judge(arms, undefined).sampleRatioP
    const [a, b] = [arm('a', 90, 0), arm('b', 110, 0)]
    expect(split(a, b)).toBeCloseTo(chiSquareP(1 + 1, 1), 9)
    const [c, d, e] = [arm('c', 90, 0, { weight: 1 }), arm('d', 210, 0, { weight: 2 }), arm('e', 100, 0, { weight: 1 })]
    expect(split(c, d, e)).toBeCloseTo(chiSquareP(1 + 0.5 + 0, 2), 9)
    expect([split(a), split(arm('a', 0, 0), arm('b', 0, 0)), split()]).toEqual([null, null, null])
    expect(split(arm('a', 100, 0), arm('b', 0, 0))).toBeLessThan(1e-20)
  })

  it('V10: prevents every verdict below a p-value of 0.001', () => {
    const kind = (count: number) => judge([arm('a', 1000, 10), arm('b', count, 10)], plan(500)).kind
    // (count − 1000)² / (count + 1000) is 10.83 at 1,153.
    expect([kind(1152), kind(1154)]).toEqual(['no_difference', 'sample_ratio'])
  })
})

describe('visitors needed', () => {
  it('V11: follow from both rates and the number of comparisons', () => {
    const needed = (z: number, p: number, q: number) => Math.ceil((z ** 2 * (p * (1 - p) + q * (1 - q))) / (q - p) ** 2)
    const power = 0.8416212335729143
    expect(visitorsNeeded(0.1, 0.5, 2)).toBe(needed(1.959963984540054 + power, 0.1, 0.15))
    expect(visitorsNeeded(0.1, 0.5, 1)).toBe(visitorsNeeded(0.1, 0.5, 2))
    expect(visitorsNeeded(0.1, 0.5, 3)).toBe(needed(2.2414027276049473 + power, 0.1, 0.15))
    expect(visitorsNeeded(0.2, -0.25, 2)).toBe(needed(1.959963984540054 + power, 0.2, 0.15))
    // A rate of 0.8 that rises by half would exceed 1; it is cut off just below 1.
    expect(visitorsNeeded(0.8, 0.5, 2)).toBe(needed(1.959963984540054 + power, 0.8, 0.999_999))
  })
})
