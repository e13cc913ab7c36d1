import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { analyzerFor } from './analysis/analyzer.ts'
import { searchText } from './search-text.ts'
import { searchSegments } from './testing/search-segments.ts'
import { sampleDoc } from './testing/sample-docs.ts'
import { MATCH_CLASS } from './text-query.ts'
import { textIndex } from './text-index.ts'
import { buildTextSegment } from './text-segment.ts'
import { DEFAULT_TEXT_SETTINGS } from './text-settings.ts'

const letters = (count: number) => fc.stringMatching(new RegExp(`^[A-HK-NPRSTXZ]{${count}}$`))
const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`))

/** As manufacturers write them. */
const partNumber = fc
  .oneof(
    fc.tuple(letters(2), fc.constant('-'), digits(3)),
    fc.tuple(letters(2), fc.constant('-'), digits(4), letters(2), digits(1)),
    fc.tuple(digits(2), fc.constant('.'), digits(3), fc.constant('.'), digits(2)),
    fc.tuple(letters(1), digits(2), fc.constant('/'), digits(3)),
    fc.tuple(letters(2), fc.constant(' '), digits(4), fc.constant(' '), letters(1)),
    fc.tuple(letters(2), fc.constant('_'), digits(3), fc.constant('_'), letters(2)),
    fc.tuple(digits(3), fc.constant('-'), digits(3)),
    fc.tuple(letters(4), fc.constant('-'), letters(3)),
    fc.tuple(digits(6)),
    fc.tuple(digits(3)),
  )
  .map((parts) => parts.join(''))

const ways: ((sku: string) => string)[] = [
  (sku) => sku,
  (sku) => sku.toLowerCase(),
  (sku) => plain(sku),
  (sku) => sku.replace(/[-_./]/g, ' '),
  (sku) => sku.replace(/[ _./]/g, '-'),
]

describe('a part number', () => {
  it('finds its part first, however it is written, among parts that fit it and numbers that resemble it', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(partNumber, { minLength: 2, maxLength: 12, selector: plain }),
        fc.nat(),
        (skus, seed) => {
          const other = (i: number) => skus[(i + 1 + (seed % (skus.length - 1))) % skus.length]
          const docs = skus.map((sku, i) =>
            sampleDoc({
              title: i % 2 ? `Toner fits ${other(i)}` : `Drum ${seed % 1000}`,
              skus: [sku],
              description: `for ${other(i)}`,
            }),
          )
          const index = textIndex([buildTextSegment(docs, analyzerFor('en'))], 'en')
          skus.forEach((sku, i) => {
            for (const way of ways) {
              const text = way(sku)
              const query = { text, prefixLast: false, settings: DEFAULT_TEXT_SETTINGS, limit: 5 }
              const found = searchText(index, query)
              expect([text, found.docs[0], found.classes[0]]).toEqual([text, i, MATCH_CLASS.identifier])
            }
          })
        },
      ),
      { numRuns: 300 },
    )
  })

  it('is not a piece of a longer one', () => {
    const docs = [sampleDoc({ title: 'Drum', skus: ['ZH-310-DF'] }), sampleDoc({ title: 'Drum', skus: ['310'] })]
    const segment = buildTextSegment(docs, analyzerFor('en'))
    const query = { text: '310', locale: 'en', prefixLast: false, settings: DEFAULT_TEXT_SETTINGS, limit: 5 }
    const { docs: found, classes } = searchSegments([segment], query)
    expect([...found]).toEqual([1, 0])
    expect([...classes]).toEqual([MATCH_CLASS.identifier, MATCH_CLASS.words])
  })
})

function plain(sku: string): string {
  return sku.toLowerCase().replace(/[^a-z0-9]/g, '')
}
