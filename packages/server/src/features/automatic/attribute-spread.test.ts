import type { AttributeSurvey, CatalogSurvey } from '@vitrine/engine'
import { describe, expect, it } from 'vitest'
import { type Candidate, divides, dividesAsOption, dividesWell, percent, spread } from './attribute-spread.ts'

const catalog = { docs: 100 } as CatalogSurvey
/** The i-th value is on `counts[i]` products. */
const attribute = (counts: number[], docs = counts.reduce((sum, one) => sum + one, 0)) =>
  ({
    docs,
    values: counts.length,
    common: counts.map((count, i) => ({ value: `v${i}`, docs: count })),
  }) as unknown as AttributeSurvey
const candidate = (survey: AttributeSurvey | undefined, attributeType = 'metafield') =>
  ({ survey, attributeType }) as unknown as Candidate

describe('an attribute that divides a catalog', () => {
  it('B1: has at least two values', () => {
    expect(dividesWell(attribute([50]), catalog)).toBe(false)
    expect(dividesWell(attribute([30, 20]), catalog)).toBe(true)
    expect(dividesWell(attribute([]), catalog)).toBe(false)
  })

  it('B2: is on at least a tenth of the products', () => {
    expect(dividesWell(attribute([5, 5]), catalog)).toBe(true)
    expect(dividesWell(attribute([5, 4]), catalog)).toBe(false)
    expect(dividesAsOption(attribute([5, 5]), catalog)).toBe(true)
    expect(dividesAsOption(attribute([5, 4]), catalog)).toBe(false)
  })

  it('B3: has no value on more than nine of ten products, except for options', () => {
    expect(dividesWell(attribute([90, 10]), catalog)).toBe(true)
    expect(dividesWell(attribute([91, 9]), catalog)).toBe(false)
    expect(dividesAsOption(attribute([91, 9]), catalog)).toBe(true)
    expect(dividesAsOption(attribute([100]), catalog)).toBe(false)
  })

  it('B4: has at least one and a half products per value on average; in a tiny shop, half of its products', () => {
    const singles = (ones: number, twos: number) => attribute([...Array(twos).fill(2), ...Array(ones).fill(1)])
    expect(dividesWell(singles(10, 10), catalog)).toBe(true)
    expect(dividesWell(singles(11, 9), catalog)).toBe(false)
    expect(dividesAsOption(singles(10, 10), catalog)).toBe(true)
    expect(dividesAsOption(singles(11, 9), catalog)).toBe(false)
    expect(dividesWell(attribute([1, 1]), { docs: 2 } as CatalogSurvey)).toBe(true)
  })

  it('B5: is judged as an option if it is one; without a list of values it is not judged', () => {
    expect(divides(candidate(attribute([91, 9]), 'option'), catalog)).toBe(true)
    expect(divides(candidate(attribute([91, 9]), 'vendor'), catalog)).toBe(false)
    expect(divides(candidate(undefined), catalog)).toBe(true)
  })
})

describe('how far an attribute spreads a catalog', () => {
  it('B6: is the share of products that have it, times the probability that two of them differ', () => {
    expect(spread(candidate(attribute([50, 50])), catalog)).toBeCloseTo(0.5)
    expect(spread(candidate(attribute([25, 25])), catalog)).toBeCloseTo(0.25)
    expect(spread(candidate(attribute([75, 25])), catalog)).toBeCloseTo(0.375)
    expect(spread(candidate(attribute([25, 25, 25, 25])), catalog)).toBeCloseTo(0.75)
    expect(spread(candidate(undefined), catalog)).toBe(0)
    expect(spread(candidate(attribute([])), catalog)).toBe(0)
  })

  it('B7: is shown as a rounded share that is never 0 for something', () => {
    expect([percent(1, 3), percent(1, 200), percent(1, 100), percent(0, 5), percent(5, 5)]).toEqual([
      '33 %',
      'under 1 %',
      '1 %',
      '0 %',
      '100 %',
    ])
  })
})
