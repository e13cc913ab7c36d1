import { describe, expect, it } from 'vitest'
import { analyzerFor } from './analysis/analyzer.ts'
import { isSameMeasure, measuresOf, spellingsOf, statedMeasures } from './analysis/measure.ts'
import { sampleDoc } from './testing/sample-docs.ts'
import { searchSegments } from './testing/search-segments.ts'
import { buildTextSegment } from './text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from './text-settings.ts'

const titles = [
  'Board 24 in. x 36 in.',
  'Board 24 x 48 cm',
  'Board 24 cm',
  'Board 24-inch',
  'Board 609.6mm',
  'Drill 18-Volt',
]
const segment = buildTextSegment(
  titles.map((title) => sampleDoc({ title })),
  analyzerFor('en'),
)

function found(text: string): string[] {
  const settings = { ...DEFAULT_TEXT_SETTINGS, relaxBelow: 0 }
  const { docs } = searchSegments([segment], { text, locale: 'en', prefixLast: false, settings, limit: 10 })
  return Array.from(docs, (doc) => titles[doc]).sort()
}

describe('a measure among the words of a query', () => {
  it('W1: is one thing, found in every unit and spelling', () => {
    const alike = ['Board 24 in. x 36 in.', 'Board 24 x 48 cm', 'Board 24-inch', 'Board 609.6mm']
    for (const text of ['board 24in', 'board 24 inch', 'board 24"', '24 inches board'])
      expect(found(text)).toEqual(alike)
    expect(found('drill 18v')).toEqual(['Drill 18-Volt'])
    expect(found('drill 18 volts')).toEqual(['Drill 18-Volt'])
  })

  it('W2: is not the same number of another unit', () => {
    expect(found('board 24 inch')).not.toContain('Board 24 cm')
    expect(found('board 36 cm')).toEqual([])
  })
})

describe('measures', () => {
  const same = (a: [string, string], b: [string, string]) =>
    measuresOf(...a).some((one) => measuresOf(...b).some((other) => isSameMeasure(one, other)))

  it('W3: are the same where a label would round them so', () => {
    expect(same(['24', 'in'], ['60.96', 'cm'])).toBe(true)
    expect(same(['24', 'in'], ['61', 'cm'])).toBe(true)
    expect(same(['24', 'in'], ['60', 'cm'])).toBe(false)
    expect(same(['3/4', 'in'], ['19.05', 'mm'])).toBe(true)
    expect(same(['8.5', 'oz'], ['250', 'ml'])).toBe(true)
    expect(same(['99', 'cm'], ['1', 'm'])).toBe(false)
    expect(same(['1', 'kg'], ['1', 'l'])).toBe(false)
  })

  it('W4: are written in few ways, and read from both sides of a product of them', () => {
    expect(spellingsOf('24', 'in')).toContainEqual(['60.96', 'cm'])
    expect(spellingsOf('24', 'in').length).toBeLessThan(80)
    expect(statedMeasures(['200', 'x', '300', 'cm']).map(({ amount }) => amount)).toEqual([3000, 2000])
    expect(statedMeasures(['cm', '12'])).toEqual([])
  })
})
