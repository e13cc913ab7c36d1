import { seededRandom } from './random-edit.ts'

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

const redraws = 1000
const outside = 0.025

/** Returns half of the bootstrap interval: how far the mean deviates to either side in 95 of 100 samples of queries. */
export function halfInterval(values: readonly number[]): number {
  const random = seededRandom(values.length)
  const means = Array.from({ length: redraws }, () => {
    let sum = 0
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)]!
    return sum / Math.max(1, values.length)
  }).sort((a, b) => a - b)
  return (means[Math.floor(redraws * (1 - outside))]! - means[Math.floor(redraws * outside)]!) / 2
}

/** Returns mean and half interval of the difference query by query, which is much smaller than the two intervals suggest. */
export function paired(values: readonly number[], others: readonly number[]): { difference: number; half: number } {
  const differences = values.map((value, i) => value - others[i]!)
  return { difference: mean(differences), half: halfInterval(differences) }
}
