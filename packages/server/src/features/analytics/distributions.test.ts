import { describe, expect, it } from 'vitest'
import { chiSquareP, normalQuantile } from './distributions.ts'

describe('tails of chi-square', () => {
  const statistics = [1e-6, 0.1, 1, 2.9, 3.1, 5, 9, 20, 60]

  it('D1: with an even number of degrees are the sum of a Poisson distribution', () => {
    for (const x of statistics) {
      expect(chiSquareP(x, 2) / Math.exp(-x / 2)).toBeCloseTo(1, 11)
      expect(chiSquareP(x, 4) / (Math.exp(-x / 2) * (1 + x / 2))).toBeCloseTo(1, 11)
      expect(chiSquareP(x, 6) / (Math.exp(-x / 2) * (1 + x / 2 + x ** 2 / 8))).toBeCloseTo(1, 11)
      const eight = Math.exp(-x / 2) * (1 + x / 2 + x ** 2 / 8 + x ** 3 / 48)
      expect(chiSquareP(x, 8) / eight).toBeCloseTo(1, 11)
    }
  })

  it('D2: with an odd number go on from that of two degrees fewer', () => {
    // P(x, 3) = P(x, 1) + √(2x/π)·e^(−x/2), and so on with x/3 and x/5 more.
    for (const x of statistics) {
      const step = Math.sqrt((2 * x) / Math.PI) * Math.exp(-x / 2)
      expect(chiSquareP(x, 3) - chiSquareP(x, 1)).toBeCloseTo(step, 12)
      expect(chiSquareP(x, 5) - chiSquareP(x, 3)).toBeCloseTo((step * x) / 3, 12)
      expect(chiSquareP(x, 7) - chiSquareP(x, 5)).toBeCloseTo((step * x ** 2) / 15, 12)
    }
  })

  it('D3: have the published values, and are 1 if nothing deviates', () => {
    expect(chiSquareP(3.841458820694124, 1)).toBeCloseTo(0.05, 12)
    expect(chiSquareP(6.634896601021213, 1)).toBeCloseTo(0.01, 12)
    expect(chiSquareP(10.827566170662733, 1)).toBeCloseTo(0.001, 12)
    expect(chiSquareP(7.814727903251179, 3)).toBeCloseTo(0.05, 12)
    expect([chiSquareP(0, 1), chiSquareP(0, 5)]).toEqual([1, 1])
    expect(chiSquareP(100, 1) / 1.52397060483e-23).toBeCloseTo(1, 6)
  })
})

describe('quantiles of the normal distribution', () => {
  it('D4: have the published values, on both sides of the middle', () => {
    const published = [
      [0.5, 0],
      [0.8, 0.8416212335729143],
      [0.9, 1.2815515655446004],
      [0.975, 1.959963984540054],
      [0.995, 2.5758293035489004],
      [0.999, 3.090232306167813],
      [0.025, -1.959963984540054],
      [0.1, -1.2815515655446004],
      [1e-6, -4.753424308822899],
    ] as const
    for (const [p, z] of published) expect(normalQuantile(p)).toBeCloseTo(z, 8)
  })

  it('D5: end ten deviations below the middle', () => {
    expect(normalQuantile(0)).toBe(-10)
  })
})
