import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { searchShop, smallShop } from './testing/small-shop.ts'

const letters = (count: number) => fc.stringMatching(new RegExp(`^[A-HK-NPRSTXZ]{${count}}$`))
const digits = (count: number) => fc.stringMatching(new RegExp(`^[0-9]{${count}}$`))

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
  it('finds its product first, in every spelling, before accessories that fit it and similar numbers', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(partNumber, { minLength: 2, maxLength: 12, selector: plain }),
        fc.nat(),
        (skus, seed) => {
          const other = (i: number) => skus[(i + 1 + (seed % (skus.length - 1))) % skus.length]
          const docs = skus.map((sku, i) => ({
            title: i % 2 ? `Toner fits ${other(i)}` : `Drum ${seed % 1000}`,
            skus: [sku],
            description: `for ${other(i)}`,
          }))
          const index = smallShop(docs)
          skus.forEach((sku, i) => {
            for (const way of ways)
              expect([way(sku), searchShop(index, way(sku)).hits[0]?.id]).toEqual([way(sku), i + 1])
          })
        },
      ),
      { numRuns: 60 },
    )
  })

  it('does not match a longer one that contains it', () => {
    const index = smallShop([
      { title: 'Drum', skus: ['ZH-310-DF'] },
      { title: 'Drum', skus: ['310'] },
    ])
    expect(searchShop(index, '310').hits.map(({ id }) => id)).toEqual([2, 1])
  })
})

function plain(sku: string): string {
  return sku.toLowerCase().replace(/[^a-z0-9]/g, '')
}
