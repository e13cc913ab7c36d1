/** Tests the weight of a match in each field, and how the length of the field changes it. */
import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../text/analysis/analyzer.ts'
import { sampleDoc } from '../text/testing/sample-docs.ts'
import { TEXT_FIELDS, type TextDoc, type TextField } from '../text/text-doc.ts'
import { textIndex } from '../text/testing/text-index.ts'
import { buildTextSegment } from '../text/text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text/text-settings.ts'
import { lengthNorms, fieldTables } from './bm25f-tables.ts'

const { weights } = DEFAULT_TEXT_SETTINGS
const tables = fieldTables(weights)
const bits = (...fields: TextField[]) => fields.reduce((all, field) => all | (1 << TEXT_FIELDS.indexOf(field)), 0)

describe('the weight of a match', () => {
  it('V1: has these defaults in each field', () => {
    expect(weights).toEqual({
      title: 5,
      productType: 2,
      vendor: 1,
      tags: 1.5,
      options: 1.5,
      skus: 6,
      collections: 1.5,
      metafields: 0.6,
      description: 1,
    })
  })

  it('V2: in the title is that of the title, and half of it after "for" and similar words', () => {
    expect([...tables.title]).toEqual([5, 2.5])
  })

  it('V3: in fields whose length does not count is the sum of theirs', () => {
    expect(tables.plain[bits('productType', 'vendor', 'tags')]).toBeCloseTo(4.5, 5)
    expect(tables.plain[bits('title', 'skus', 'options', 'collections')]).toBeCloseTo(9, 5)
    expect(tables.plain[bits('title', 'metafields', 'description')]).toBe(0)
  })

  it('V4: grows by 0.35 of itself with each further occurrence in a description or in metafields, up to the seventh', () => {
    const inDescription = [0, 1, 2, 7].map((times) => tables.description[times])
    expect(inDescription).toEqual([1, 1, expect.closeTo(1.35, 5), expect.closeTo(3.1, 5)])
    const inMetafields = [1, 2, 7].map((times) => tables.metafields[times])
    expect(inMetafields).toEqual([expect.closeTo(0.6, 5), expect.closeTo(0.81, 5), expect.closeTo(1.86, 5)])
  })
})

describe('length normalization', () => {
  const words = (count: number) => Array(count).fill('soft').join(' ')
  const normsOf = (...parts: Partial<TextDoc>[][]) =>
    lengthNorms(
      textIndex(
        parts.map((docs) => buildTextSegment(docs.map(sampleDoc), analyzerFor('en'))),
        'en',
      ),
    )

  it('V5: of a title applies by half, relative to the average', () => {
    const { titleNorm } = normsOf([{ title: 'brass lamp' }, { title: 'brass lamp oak rug' }])
    for (const length of [0, 1, 3, 20]) expect(titleNorm[length]).toBeCloseTo(1 / (0.5 + (0.5 * (length + 0.5)) / 3), 5)
  })

  it('V6: applies by 0.92 in metafields and by 0.7 in a description, in steps of eight words', () => {
    const { metafieldNorm, descriptionNorm } = normsOf([
      { metafields: [words(20)], description: words(100) },
      { metafields: [words(60)], description: words(300) },
    ])
    for (const step of [0, 2, 9]) {
      expect(metafieldNorm[step]).toBeCloseTo(1 / (0.08 + (0.92 * (step + 0.5) * 8) / 40), 4)
      expect(descriptionNorm[step]).toBeCloseTo(1 / (0.3 + (0.7 * (step + 0.5) * 8) / 200), 4)
    }
  })

  it('V7: uses the average over all segments, rounded to a quarter of a word, and never below one step', () => {
    const { titleNorm, descriptionNorm } = normsOf(
      [{ title: 'brass lamp' }, { title: 'oak rug', description: 'soft' }],
      [{ title: 'brass oak rug', description: 'soft' }],
    )
    // The average length, 7 / 3, is rounded to 2.25.
    expect(titleNorm[2]).toBeCloseTo(1 / (0.5 + (0.5 * 2.5) / 2.25), 5)
    expect(descriptionNorm[1]).toBeCloseTo(1 / (0.3 + 0.7 * 1.5), 5)
    expect(normsOf([]).titleNorm[1]).toBeCloseTo(1 / (0.5 + 0.5 * 1.5), 5)
  })
})
