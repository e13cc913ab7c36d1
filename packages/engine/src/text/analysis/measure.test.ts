import { describe, expect, it } from 'vitest'
import { isSameMeasure, measuresOf, spellingsOf } from './measure.ts'

/** Each line lists equal amounts, from the definitions of the units. */
const EQUAL: readonly (readonly [amount: string, unit: string])[][] = [
  [['1', 'm'], ['100', 'cm'], ['1000', 'mm']],
  [['1', 'ft'], ['12', 'in'], ['30.48', 'cm']],
  [['1', 'l'], ['100', 'cl'], ['1000', 'ml'], ['33.814', 'oz']],
  [['1', 'gal'], ['128', 'oz'], ['3.7854', 'l']],
  [['1', 'kg'], ['1000', 'g'], ['2.2046', 'lb']],
  [['1', 'lb'], ['16', 'oz'], ['453.6', 'g']],
  [['1', 'kw'], ['1000', 'w']],
  [['1', 'tb'], ['1000', 'gb']],
] // biome-ignore format: a measure a line

describe('measures', () => {
  it.each(EQUAL)('are the same in any unit: %j', (...same) => {
    for (const one of same) {
      for (const other of same) {
        const [these, those] = [measuresOf(...one), measuresOf(...other)]
        expect(
          these.some((a) => those.some((b) => isSameMeasure(a, b))),
          `${one.join(' ')} = ${other.join(' ')}`,
        ).toBe(true)
        const ten = measuresOf(`${10 * Number(other[0])}`, other[1])
        expect(
          these.some((a) => ten.some((b) => isSameMeasure(a, b))),
          `${one.join(' ')} ≠ 10 × ${other.join(' ')}`,
        ).toBe(false)
      }
    }
  })

  it('are searched for as typed first, then in every other unit', () => {
    const spellings = spellingsOf('24', 'in').map((words) => words.join(' '))
    expect(spellings[0]).toBe('24 in')
    expect(spellings).toEqual(expect.arrayContaining(['24 inches', '60.96 cm', '61 cm', '610 mm', '2 ft', '0.61 m']))
    expect(spellings.some((text) => / (?:kg|ml|w)$/.test(text))).toBe(false)
  })
})
