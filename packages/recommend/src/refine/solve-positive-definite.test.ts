import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { solvePositiveDefinite } from './solve-positive-definite.ts'

const SIZE = 5
const number = fc.double({ min: -3, max: 3, noNaN: true })
const vector = fc.array(number, { minLength: SIZE, maxLength: SIZE })
const matrix = fc.array(vector, { minLength: SIZE, maxLength: SIZE })

describe('solvePositiveDefinite', () => {
  it('S1: returns the vector that was multiplied with the matrix', () => {
    fc.assert(
      fc.property(matrix, vector, (rows, wanted) => {
        // Mᵀ·M plus the ridge is symmetric and positive definite.
        const a = (i: number, j: number) => rows.reduce((sum, row) => sum + row[i]! * row[j]!, 0) + (i === j ? 1 : 0)
        const b = (i: number) => wanted.reduce((sum, value, j) => sum + a(i, j) * value, 0)
        const found = solvePositiveDefinite(SIZE, a, b)
        for (const [i, value] of wanted.entries()) expect(found[i]).toBeCloseTo(value, 5)
      }),
    )
  })

  it('S2: reads only the lower triangle', () => {
    const a = (i: number, j: number) => (j > i ? Number.NaN : i === j ? 2 : 1)
    expect([...solvePositiveDefinite(2, a, () => 3)]).toEqual([expect.closeTo(1), expect.closeTo(1)])
  })

  it('S3: stays finite if the matrix has no inverse', () => {
    expect(
      [
        ...solvePositiveDefinite(
          2,
          () => 1,
          () => 1,
        ),
      ].every(Number.isFinite),
    ).toBe(true)
  })
})
