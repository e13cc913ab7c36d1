/** Random draws use a fixed seed, so that the same data gives the same report. */
import { sampleBeta, sampleNormal, seededRandom } from '@vitrine/recommend'

/** Two-sided 95 %. */
const Z = 1.959964

/** Returns the Wilson score interval of a proportion: valid for few visitors, and never outside [0, 1]. */
export function wilsonInterval(successes: number, trials: number): [number, number] {
  if (trials === 0) return [0, 1]
  const p = successes / trials
  const z2 = Z * Z
  const centre = p + z2 / (2 * trials)
  const spread = Z * Math.sqrt((p * (1 - p) + z2 / (4 * trials)) / trials)
  const whole = 1 + z2 / trials
  return [Math.max(0, (centre - spread) / whole), Math.min(1, (centre + spread) / whole)]
}

export interface Mean {
  mean: number
  standardError: number
  interval: [number, number]
}

/** Returns the mean of `count` values: `values`, and zeros for the rest. */
export function meanInterval(values: readonly number[], count: number): Mean {
  if (count === 0) return { mean: 0, standardError: 0, interval: [0, 0] }
  const mean = values.reduce((sum, value) => sum + value, 0) / count
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) + (count - values.length) * mean ** 2
  const standardError = count < 2 ? 0 : Math.sqrt(squares / (count - 1) / count)
  return { mean, standardError, interval: [mean - Z * standardError, mean + Z * standardError] }
}

const DRAWS = 20_000

/** Returns the probability that each candidate is the highest, from draws of its posterior. They add up to 1. */
export function probabilityBest(candidates: readonly ((random: () => number) => number)[]): number[] {
  if (candidates.length === 0) return []
  const wins = candidates.map(() => 0)
  const random = seededRandom(20_260_301)
  for (let draw = 0; draw < DRAWS; draw++) {
    let best = 0
    let highest = Number.NEGATIVE_INFINITY
    candidates.forEach((candidate, i) => {
      const value = candidate(random)
      if (value > highest) {
        highest = value
        best = i
      }
    })
    wins[best] = (wins[best] ?? 0) + 1
  }
  return wins.map((count) => count / DRAWS)
}

/** Returns a function that draws a rate from its posterior distribution after these trials, with a uniform prior. */
export function betaDraw(successes: number, trials: number): (random: () => number) => number {
  return (random) => sampleBeta(successes + 1, trials - successes + 1, random)
}

export function normalDraw({ mean, standardError }: Mean): (random: () => number) => number {
  return (random) => mean + standardError * sampleNormal(random)
}

/** Returns the Gini coefficient of how `size` items share a total: 0 if all have the same, near 1 if one has all. */
export function giniCoefficient(counts: readonly number[], size: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0 || size === 0) return 0
  const zeros = size - counts.length
  const weighted = counts.toSorted((a, b) => a - b).reduce((sum, count, i) => sum + (zeros + i + 1) * count, 0)
  return (2 * weighted) / (size * total) - (size + 1) / size
}
