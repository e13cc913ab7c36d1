import { describe, expect, it } from 'vitest'
import { CoView, isMoreThanChance } from './co-view.ts'

const [dress, sandals, mug, lamp] = [0, 1, 2, 3]

/** Everybody views the mug. The few who view the sandals also view the dress. */
function shopVisits(): number[][] {
  const many = Array.from({ length: 40 }, (_, i) => [mug, lamp, 4 + (i % 9)])
  return [...many, [dress, sandals], [dress, sandals, mug], [dress, mug], [dress, sandals, 5], [dress, 6]]
}

const fit = (visits: number[][], day = 1) => CoView.fit(visits.map((items) => ({ items, day })))

describe('evidence of being viewed together', () => {
  it('exceeds chance for a specific pair, not for a product that everybody views', () => {
    const model = fit(shopVisits())
    const [pair, popular] = [model.evidence(dress, sandals), model.evidence(dress, mug)]
    expect(pair.visits).toBe(3)
    expect(popular.visits).toBe(2)
    expect(pair.expected).toBeLessThan(popular.expected)
    expect(isMoreThanChance(pair)).toBe(true)
    expect(isMoreThanChance(popular)).toBe(false)
  })

  it('is the same after save and load, and after days without visits', () => {
    const model = fit(shopVisits())
    const loaded = CoView.load(model.save())
    expect(loaded.evidence(dress, mug).expected).toBeCloseTo(model.evidence(dress, mug).expected)
    loaded.update([7], 60)
    const later = CoView.load(loaded.save())
    expect(later.evidence(dress, mug).expected).toBeCloseTo(loaded.evidence(dress, mug).expected)
  })

  it('is 0 for products that were never seen together or are unknown', () => {
    const model = fit(shopVisits())
    for (const target of [lamp, 1000])
      expect(model.evidence(dress, target)).toEqual({ visits: 0, expected: 0, score: 0 })
    expect(isMoreThanChance(model.evidence(dress, lamp))).toBe(false)
  })
})
