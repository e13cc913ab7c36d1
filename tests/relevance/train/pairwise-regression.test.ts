import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../packages/server/src/features/search-health/laws/seeded-random.ts'
import { type Candidate, fitWeights } from './pairwise-regression.ts'

const TRUE_WEIGHTS = [2, 0.5, 0]

/** The grade follows from the first two features; the third is noise. */
function query(random: () => number, count = 12): Candidate[] {
  return Array.from({ length: count }, () => {
    const features = [random(), random(), random()]
    const worth = features.reduce((sum, value, i) => sum + value * TRUE_WEIGHTS[i]!, 0)
    return { features, grade: Math.round(worth), group: 'a' }
  })
}

describe('pairwise regression', () => {
  const random = seededRandom(3)
  const many = Array.from({ length: 60 }, () => query(random))

  it('finds which features distinguish better products from worse ones', () => {
    const [first, second, noise] = fitWeights([many], 3, 0.001)
    expect(first!).toBeGreaterThan(2 * second!)
    expect(second!).toBeGreaterThan(5 * Math.abs(noise!))
  })

  it('gives no feature a negative weight', () => {
    const against = many.map((candidates) => candidates.map((one) => ({ ...one, grade: 3 - one.grade })))
    expect(fitWeights([against], 3, 0.001).every((weight) => weight >= 0)).toBe(true)
  })

  it('makes weights smaller if the penalty is higher', () => {
    const norm = (l2: number) => Math.hypot(...fitWeights([many], 3, l2))
    expect(norm(1)).toBeLessThan(norm(0.01))
  })

  it('weighs a set of few queries as much as one of many', () => {
    const other = Array.from({ length: 2 }, () => query(random))
    const swapped = other.map((candidates) =>
      candidates.map(({ features: [a, b, c], ...rest }) => ({ ...rest, features: [b!, a!, c!] })),
    )
    const [first, second] = fitWeights([many, swapped], 3, 0.01)
    expect(Math.abs(first! - second!)).toBeLessThan(0.5 * Math.max(first!, second!))
  })

  it('compares products only if no earlier rule decides', () => {
    const apart = many.map((candidates) => candidates.map((one, i) => ({ ...one, group: String(i) })))
    expect(fitWeights([apart], 3, 0.01)).toEqual([0, 0, 0])
  })
})
