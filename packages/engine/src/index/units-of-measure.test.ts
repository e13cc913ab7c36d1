import { describe, expect, it } from 'vitest'
import { isSameMeasure, measuresOf, spellingsOf, statedMeasures } from '../text/analysis/measure.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text/text-settings.ts'
import { searchTexts } from './testing/search-texts.ts'

const titles = [
  'Board 24 in. x 36 in.',
  'Board 24 x 48 cm',
  'Board 24 cm',
  'Board 24-inch',
  'Board 609.6mm',
  'Drill 18-Volt',
]
function found(text: string): string[] {
  const settings = { ...DEFAULT_TEXT_SETTINGS, relaxBelow: 0 }
  const { docs } = searchTexts(
    titles.map((title) => ({ title })),
    text,
    { settings, isPlain: true },
  )
  return docs.map((doc) => titles[doc]).sort()
}

describe('a measure among the words of a query', () => {
  it('W1: is one term, found in every unit and spelling', () => {
    const alike = ['Board 24 in. x 36 in.', 'Board 24-inch', 'Board 609.6mm']
    for (const text of ['board 24in', 'board 24 inch', 'board 24"', '24 inches board'])
      expect(found(text)).toEqual(alike)
    expect(found('drill 18v')).toEqual(['Drill 18-Volt'])
    expect(found('drill 18 volts')).toEqual(['Drill 18-Volt'])
  })

  it('W2: does not match the same number of another unit', () => {
    expect(found('board 24 inch')).not.toContain('Board 24 cm')
    expect(found('board 36 cm')).toEqual([])
  })
})

describe('measures', () => {
  const same = (a: [string, string], b: [string, string]) =>
    measuresOf(...a).some((one) => measuresOf(...b).some((other) => isSameMeasure(one, other)))

  it('W3: are the same if a label would round them to the same', () => {
    expect(same(['24', 'in'], ['60.96', 'cm'])).toBe(true)
    expect(same(['24', 'in'], ['61', 'cm'])).toBe(true)
    expect(same(['24', 'in'], ['60', 'cm'])).toBe(false)
    expect(same(['3/4', 'in'], ['19.05', 'mm'])).toBe(true)
    expect(same(['8.5', 'oz'], ['250', 'ml'])).toBe(true)
    expect(same(['99', 'cm'], ['1', 'm'])).toBe(false)
    expect(same(['1', 'kg'], ['1', 'l'])).toBe(false)
  })

  it('W4: have few spellings, and are parsed on both sides of "x"', () => {
    expect(spellingsOf('24', 'in')).toContainEqual(['60.96', 'cm'])
    expect(spellingsOf('24', 'in').length).toBeLessThan(80)
    expect(statedMeasures(['200', 'x', '300', 'cm']).map(({ amount }) => amount)).toEqual([3000, 2000])
    expect(statedMeasures(['cm', '12'])).toEqual([])
  })

  it.each([
    ['length', 1, 'mm millimetres'],
    ['length', 10, 'cm zentimeter'],
    ['length', 1000, 'm metro'],
    ['length', 25.4, 'in inches zoll'],
    ['length', 304.8, 'ft feet'],
    ['volume', 1, 'ml'],
    ['volume', 10, 'cl'],
    ['volume', 1000, 'l litres'],
    ['volume', 29.5735, 'floz oz'],
    ['volume', 3785.41, 'gal'],
    ['weight', 1, 'g grams'],
    ['weight', 1000, 'kg kilo'],
    ['weight', 28.3495, 'oz'],
    ['weight', 453.592, 'lb pounds'],
    ['power', 1, 'w'],
    ['power', 1000, 'kw'],
    ['voltage', 1, 'v volts'],
    ['current', 1, 'a amps'],
    ['storage', 1, 'gb'],
    ['storage', 1000, 'tb'],
  ] as const)('W5: are counted in one unit of %s: %s in one %s', (dimension, amount, spellings) => {
    for (const spelling of spellings.split(' ')) expect(measuresOf('1', spelling)).toContainEqual({ dimension, amount })
  })

  it('W6: are numbers above 0, with a point or as a fraction', () => {
    expect(
      ['24', '7.5', '3/4', '0', '1/0', '1234567', 'x'].map((amount) => measuresOf(amount, 'mm')[0]?.amount),
    ).toEqual([24, 7.5, 0.75, undefined, undefined, undefined, undefined])
  })

  it('W7: are the same within eight thousandths', () => {
    const length = (amount: number) => ({ dimension: 'length', amount }) as const
    expect([1008, 992, 1009, 991].map((amount) => isSameMeasure(length(1000), length(amount)))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('W8: are written only in units in which they are neither tiny nor huge', () => {
    const units = (amount: string, unit: string) => new Set(spellingsOf(amount, unit).map(([, word]) => word))
    expect(units('60', 'mm').has('m')).toBe(true)
    expect(units('40', 'mm').has('m')).toBe(false)
    expect(units('99', 'm').has('mm')).toBe(true)
    expect(units('101', 'm').has('mm')).toBe(false)
    expect(spellingsOf('24', 'in').filter(([, word]) => word === 'cm')).toEqual([
      ['60.96', 'cm'],
      ['61', 'cm'],
    ])
  })

  it('W9: are all numbers of a product of numbers, but only before a unit', () => {
    expect(statedMeasures(['10', 'x', '20', 'x', '30', 'cm']).map(({ amount }) => amount)).toEqual([300, 200, 100])
    expect(statedMeasures(['x', '20', 'cm']).map(({ amount }) => amount)).toEqual([200])
    expect(statedMeasures(['5', 'and', '20', 'cm']).map(({ amount }) => amount)).toEqual([200])
  })
})
