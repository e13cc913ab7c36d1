/** What is known of a query before products are looked at. Numbered. */
import { describe, expect, it } from 'vitest'
import { analyzerFor } from './analysis/analyzer.ts'
import { compiledSettings, prepareTextQuery } from './prepare-query.ts'
import { sampleDoc } from './testing/sample-docs.ts'
import type { TextDoc } from './text-doc.ts'
import { textIndex } from './text-index.ts'
import { buildTextSegment } from './text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from './text-settings.ts'

const indexOf = (docs: readonly Partial<TextDoc>[]) =>
  textIndex([buildTextSegment(docs.map(sampleDoc), analyzerFor('en'))], 'en')
const prepare = (docs: readonly Partial<TextDoc>[], text: string) =>
  prepareTextQuery(indexOf(docs), { text, prefixLast: false, settings: DEFAULT_TEXT_SETTINGS })
const many = (count: number, doc: Partial<TextDoc>) => Array.from({ length: count }, () => doc)

describe('the thing that a query names', () => {
  const lamps = many(3, { title: 'Red floor lamp 24 inch' })

  it('Q1: is its only word, beside numbers and measures', () => {
    const thing = (text: string) => prepare(lamps, text).thing
    expect(['lamp', '24 inch lamp', '24in lamp'].map(thing)).toEqual(['lamp', 'lamp', 'lamp'])
    expect(['red lamp', 'floor lamp 24 inch'].map(thing)).toEqual([null, null])
  })

  it('Q2: is no vendor, where three tenths of the products with the word have it as their vendor', () => {
    const named = (byVendor: number, byTitle: number) =>
      prepare([...many(byVendor, { title: 'Cup', vendor: 'Apple' }), ...many(byTitle, { title: 'Apple' })], 'apple')
    expect([named(2, 8).namesThing, named(2, 8).thing]).toEqual([true, 'apple'])
    expect([named(3, 7).namesThing, named(4, 6).namesThing, named(4, 6).thing]).toEqual([false, false, null])
  })

  it('Q3: may be a word of a longer vendor’s name, of which the query does not hold the rest', () => {
    const docs = many(5, { title: 'Tray', vendor: 'The Pot Shack' })
    expect(prepare(docs, 'pot')).toMatchObject({ namesThing: true, namesVendor: [false] })
    expect(prepare(docs, 'shack pot')).toMatchObject({ namesThing: false, namesVendor: [true, true] })
    expect(prepare(docs, 'tray pot')).toMatchObject({ namesThing: true, namesVendor: [false, false] })
    // Every product is looked at where there are few, and an even sample where there are many.
    const others = many(200, { title: 'Pot', vendor: 'Clay' })
    expect(prepare([...others, ...many(100, { title: 'Tray', vendor: 'Pot' })], 'pot').namesVendor).toEqual([true])
  })
})

describe('the words of a query', () => {
  it('Q4: are kept in the order of their weight, and of the length of their lists', () => {
    const docs = [...many(8, { title: 'Red cup' }), ...many(2, { title: 'Brass plate' }), { title: 'Oak' }]
    const { byWeight, bySize } = prepare(docs, 'red brass oak plate')
    expect(bySize).toEqual([2, 1, 3, 0])
    expect(byWeight.at(-1)).toBe(0)
    expect(prepare(docs, 'red brass').byWeight).toEqual([1, 0])
    expect(prepare(docs, 'red brass').bySize).toEqual([1, 0])
    expect(prepare(docs, 'brass red cup').bySize).toEqual([0, 1, 2])
  })
})

describe('settings', () => {
  it('Q5: are read once, and have a number of their own', () => {
    const index = indexOf([{ title: 'Cup' }])
    const copies = Array.from({ length: 3 }, () => ({ ...DEFAULT_TEXT_SETTINGS }))
    const read = copies.map((settings) => compiledSettings(index, settings))
    expect(new Set(read.map(({ id }) => id)).size).toBe(3)
    expect(copies.map((settings) => compiledSettings(index, settings))).toEqual(read)
    expect(compiledSettings(index, copies[0]!)).toBe(read[0])
  })
})
