import { describe, expect, it } from 'vitest'
import { ClickTrials } from './click-trials.ts'
import { sampleBeta } from './sample-beta.ts'
import { seededRandom } from './seeded-random.ts'

const DAY_MS = 86_400_000
const NOW_MS = 20_000 * DAY_MS

function moments(alpha: number, beta: number): [mean: number, variance: number] {
  const random = seededRandom(`${alpha} ${beta}`)
  const draws = Array.from({ length: 20_000 }, () => sampleBeta(alpha, beta, random))
  const mean = draws.reduce((sum, one) => sum + one, 0) / draws.length
  return [mean, draws.reduce((sum, one) => sum + (one - mean) ** 2, 0) / draws.length]
}

describe('sampleBeta', () => {
  it.each([
    [1, 19],
    [3.5, 40],
    [20, 2],
  ])('E1: Beta(%d, %d) has its mean and its variance', (alpha, beta) => {
    const sum = alpha + beta
    const [mean, variance] = moments(alpha, beta)
    expect(mean).toBeCloseTo(alpha / sum, 2)
    expect(variance / ((alpha * beta) / (sum ** 2 * (sum + 1)))).toBeCloseTo(1, 1)
  })
})

describe('ClickTrials', () => {
  it('E2: draws a product with twice the clicks first in the long run, and tries all', () => {
    const trials = new ClickTrials()
    const random = seededRandom('shoppers')
    const tried = Array(10).fill(0)
    for (let visitor = 0; visitor < 4000; visitor++) {
      const draws = tried.map((_, item) => trials.draw(item, NOW_MS, random))
      const item = draws.indexOf(Math.max(...draws))
      tried[item]++
      trials.addSeen(item, NOW_MS)
      if (random() < (item === 7 ? 0.2 : 0.1)) trials.addClick(item, NOW_MS)
    }
    expect(tried.every((count) => count > 0)).toBe(true)
    expect(tried[7]).toBeGreaterThan(1000)
    expect(tried[7]).toBe(Math.max(...tried))
  })

  it('E3: halves counts in 30 days, and keeps them in a snapshot', () => {
    const trials = new ClickTrials()
    for (let i = 0; i < 8; i++) trials.addSeen(3, NOW_MS)
    trials.addClick(3, NOW_MS)
    const loaded = ClickTrials.load(trials.save())
    expect(loaded.seen(3, NOW_MS + 30 * DAY_MS)).toBeCloseTo(4)
    expect(loaded.draw(3, NOW_MS, seededRandom('a'))).toBe(trials.draw(3, NOW_MS, seededRandom('a')))
  })
})

describe('seededRandom', () => {
  it('E4: gives the same numbers for the same text, spread over 0 to 1', () => {
    const first = (text: string) => seededRandom(text)()
    expect(first('a 1')).toBe(first('a 1'))
    const tenths = new Set(Array.from({ length: 200 }, (_, i) => Math.floor(first(`a ${i}`) * 10)))
    expect(tenths.size).toBe(10)
  })
})
