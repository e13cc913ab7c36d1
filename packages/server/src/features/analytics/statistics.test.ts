import { describe, expect, it } from 'vitest'
import { betaDraw, meanInterval, normalDraw, probabilityBest, wilsonInterval } from './statistics.ts'

describe('wilsonInterval', () => {
  it('gives the published values', () => {
    // Newcombe (1998), table I: 81 of 263, 15 of 148, 0 of 20.
    expect(wilsonInterval(81, 263).map((x) => x.toFixed(4))).toEqual(['0.2553', '0.3662'])
    expect(wilsonInterval(15, 148).map((x) => x.toFixed(4))).toEqual(['0.0624', '0.1605'])
    expect(wilsonInterval(0, 20).map((x) => x.toFixed(4))).toEqual(['0.0000', '0.1611'])
    expect(wilsonInterval(0, 0)).toEqual([0, 1])
  })
})

describe('meanInterval', () => {
  it('counts visitors who spent nothing', () => {
    const { mean, standardError, interval } = meanInterval([10, 20], 4)
    expect(mean).toBe(7.5)
    // Sample deviation of 10, 20, 0, 0 over the root of 4.
    expect(standardError).toBeCloseTo(9.5743 / 2, 3)
    expect(interval[1] - interval[0]).toBeCloseTo(2 * 1.96 * standardError, 2)
  })

  it('has no spread with one visitor, and some with two', () => {
    expect(meanInterval([10], 1)).toEqual({ mean: 10, standardError: 0, interval: [10, 10] })
    expect(meanInterval([10, 20], 2).standardError).toBe(5)
    expect(meanInterval([], 0)).toEqual({ mean: 0, standardError: 0, interval: [0, 0] })
  })
})

describe('probabilityBest', () => {
  it('is even for equals, 1 for a clear winner, and the same every time', () => {
    const [a = 0, b = 0] = probabilityBest([betaDraw(50, 1000), betaDraw(50, 1000)])
    expect(a).toBeGreaterThan(0.48)
    expect(a + b).toBeCloseTo(1)
    expect(probabilityBest([betaDraw(200, 1000), betaDraw(50, 1000)])[0]).toBeGreaterThan(0.999)
    expect(probabilityBest([betaDraw(60, 1000), betaDraw(50, 1000)])).toEqual(
      probabilityBest([betaDraw(60, 1000), betaDraw(50, 1000)]),
    )
  })

  it('returns fixed numbers, so that an old report can be reproduced', () => {
    expect(probabilityBest([betaDraw(60, 1000), betaDraw(50, 1000)])).toEqual([0.8344, 0.1656])
    expect(probabilityBest([betaDraw(3, 9), betaDraw(4, 9), betaDraw(0, 2)])).toEqual([0.26855, 0.58325, 0.1482])
    const means = [meanInterval([10, 20, 30], 5), meanInterval([8, 30], 4)]
    expect(probabilityBest(means.map(normalDraw))).toEqual([0.60925, 0.39075])
    expect(probabilityBest([])).toEqual([])
  })

  it('is 1 for the first of several equal constants', () => {
    expect(probabilityBest([() => 1, () => 1, () => 0])).toEqual([1, 0, 0])
  })

  it('agrees with the exact answer for two normals', () => {
    const mean = (value: number) => ({ mean: value, standardError: 1, interval: [0, 0] as [number, number] })
    // P(N(1, 1) > N(0, 1)) = Φ(1/√2) = 0.7602
    expect(probabilityBest([normalDraw(mean(1)), normalDraw(mean(0))])[0]).toBeCloseTo(0.7602, 1)
  })
})

describe('draws', () => {
  /** Covers 0 to 1 evenly without randomness, with multiples of irrational numbers modulo 1. */
  function evenly(): () => number {
    let calls = 0
    const steps = [Math.SQRT2, Math.sqrt(3), Math.sqrt(5), Math.sqrt(7), Math.sqrt(11), Math.sqrt(13)]
    return () => {
      const at = calls++
      return ((Math.floor(at / steps.length) + 1) * steps[at % steps.length]!) % 1
    }
  }
  const momentsOf = (draw: (random: () => number) => number) => {
    const random = evenly()
    const values = Array.from({ length: 20_000 }, () => draw(random))
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length
    return { mean, variance: values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length }
  }

  it.each([
    [0, 0],
    [0, 4],
    [3, 4],
    [2, 40],
    [30, 40],
  ])('of a rate of %d in %d have the mean and the variance of a beta distribution', (successes, trials) => {
    const [a, b] = [successes + 1, trials - successes + 1]
    const { mean, variance } = momentsOf(betaDraw(successes, trials))
    expect(Math.abs(mean / (a / (a + b)) - 1)).toBeLessThan(0.03)
    expect(Math.abs(variance / ((a * b) / ((a + b) ** 2 * (a + b + 1))) - 1)).toBeLessThan(0.06)
  })

  it('of a mean lie around it, by its standard error', () => {
    const { mean, variance } = momentsOf(normalDraw({ mean: 7, standardError: 2, interval: [3, 11] }))
    expect(mean).toBeCloseTo(7, 1)
    expect(Math.abs(variance / 4 - 1)).toBeLessThan(0.03)
  })
})
