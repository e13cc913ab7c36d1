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

/** Bootstrap over queries: 95 of 100 samples have a mean within this distance. */
export function halfInterval(values: readonly number[]): number {
  const random = seededRandom(values.length)
  const means = Array.from({ length: redraws }, () => {
    let sum = 0
    for (let i = 0; i < values.length; i++) sum += values[Math.floor(random() * values.length)]!
    return sum / Math.max(1, values.length)
  }).sort((a, b) => a - b)
  return (means[Math.floor(redraws * (1 - outside))]! - means[Math.floor(redraws * outside)]!) / 2
}

/** Mean and half interval of the difference query by query, which is much more precise than two intervals. */
export function paired(values: readonly number[], others: readonly number[]): { difference: number; half: number } {
  const differences = values.map((value, i) => value - others[i]!)
  return { difference: mean(differences), half: halfInterval(differences) }
}
