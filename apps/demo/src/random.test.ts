import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRandom } from './random.ts'

describe('a random stream', () => {
  it('is the same for the same keys and different for others', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        const draw = (...keys: string[]): number[] => {
          const random = createRandom(...keys)
          return [random.next(), random.next(), random.next()]
        }
        expect(draw(a, b)).toEqual(draw(a, b))
        expect(draw(a, b)).not.toEqual(draw(a, `${b}x`))
      }),
    )
  })

  it('samples distinct items of the list', () => {
    fc.assert(
      fc.property(fc.integer(), fc.uniqueArray(fc.integer()), fc.nat(20), (seed, list, count) => {
        const sample = createRandom(seed).sample(list, count)
        expect(new Set(sample).size).toBe(Math.min(count, list.length))
        expect(sample.every((item) => list.includes(item))).toBe(true)
      }),
    )
  })

  it('draws whole numbers within their bounds', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: -50, max: 50 }), fc.nat(100), (seed, min, span) => {
        const value = createRandom(seed).int(min, min + span)
        expect(Number.isInteger(value) && value >= min && value <= min + span).toBe(true)
      }),
    )
  })

  it('never picks an item of weight 0', () => {
    const random = createRandom('weights')
    const picks = Array.from({ length: 500 }, () => random.weighted(['a', 'b', 'c'], (item) => (item === 'b' ? 0 : 1)))
    expect(new Set(picks)).toEqual(new Set(['a', 'c']))
  })
})
