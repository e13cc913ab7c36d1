import { describe, expect, it } from 'vitest'
import { UsualUnits } from './usual-units.ts'

describe('the units of a line', () => {
  it('count fully up to the usual number; an unconfirmed million counts as a few', () => {
    const usual = new UsualUnits()
    expect([1, 2, 3].map((units) => usual.count(units, false))).toEqual([1, 2, 3])
    expect(usual.count(1_000_000, false)).toBeLessThanOrEqual(6)
    expect(usual.count(1_000_000, true)).toBe(1_000_000)
    expect(usual.count(1_000_000, false)).toBeLessThanOrEqual(10)
  })

  it('adapt to a shop that sells by the hundred', () => {
    const usual = new UsualUnits()
    for (let order = 0; order < 40; order++) usual.count(100, false)
    expect(usual.count(100, false)).toBe(100)
  })
})
