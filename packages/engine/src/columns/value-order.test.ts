import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findSpellings, packStrings, sortDistinct } from './string-table.ts'
import { optionKey, valueKey } from './value-key.ts'
import { compareKeys, compareValues, orderedValue } from './value-order.ts'

const sorted = (values: string) => sortDistinct(values.split(', '), 'words').sorted.join(', ')
const expectOrder = (values: string) => expect(sorted(values.split(', ').reverse().join(', '))).toBe(values)

describe('the order of facet values', () => {
  it('has named sizes from small to large, in every spelling', () => {
    expectOrder('XXS, XS, S, M, L, XL, 2XL, 3XL')
    expectOrder('x-small, Small, Medium, Large, X-Large, XXL, One Size')
    expectOrder('XS, S, S/M, M, M/L, L')
    expectOrder('S (36), M (38), L (40)')
  })

  it('has named sizes before numbers, and numbers as numbers', () => {
    expectOrder('XS, XL, 6, 8, 10, 10.5, 11')
    expectOrder('Size 5, Size 9, Size 10')
    expectOrder('16-18, 20-22, 24-26, 100-102')
  })

  it('has waist before length', () => {
    expectOrder('28x32, 30 x 30, 30x32, 30x34, 31x30, 100x30')
    expectOrder('W28/L32, W30/L30, W30/L32')
  })

  it('compares measures across units', () => {
    expectOrder('50 ml, 500 ml, 1 l, 1.5 l, 10 l')
    expectOrder('8 mm, 2 cm, 10cm, 1 m')
    expectOrder('100 g, 0.5 kg, 1,200 g, 2 kg')
    expectOrder('512 GB, 1 TB, 2TB')
    expectOrder('0-3M, 3-6M, 6-12M, 1 year, 12-18M, 2 years')
    expectOrder('1/2 in, 3/4 in, 1 in, 1 1/2 in, 2 in')
  })

  it('sorts everything else alphabetically, with numbers inside as numbers', () => {
    expectOrder('Äpfel, Birnen, UK 6, UK 10, Zebra')
  })

  const part = fc.constantFrom(
    ...['x', 'X', 's', 'M', 'l', 'small', 'Large', '1', '2', '10', '32', '0', ' ', '-', '/', '.', ',', 'x', '(', ')'],
    ...['ml', 'cm', '"', 'kg', 'm', 'months', 'pack', 'Red', 'red', 'scarf', 'scarves', 'é', 'size ', '½', '\uFFFD'],
  )
  const value = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''))
  const ordered = (text: string) => orderedValue(text, 'words')

  it('is total: antisymmetric, transitive, and equal only for equal values', () => {
    fc.assert(
      fc.property(value, value, value, (x, y, z) => {
        const [a, b, c] = [ordered(x), ordered(y), ordered(z)]
        expect(Math.sign(compareValues(a, b)) + Math.sign(compareValues(b, a))).toBe(0)
        expect(compareValues(a, b) === 0).toBe(x === y)
        expect(compareKeys(a, b) === 0).toBe(valueKey(x, 'words') === valueKey(y, 'words'))
        if (compareValues(a, b) <= 0 && compareValues(b, c) <= 0) expect(compareValues(a, c)).toBeLessThanOrEqual(0)
      }),
      { numRuns: 5000 },
    )
  })

  it('does not depend on the input order, and finds all spellings of a value together', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 20 }), fc.nat(), (values, turn) => {
        const at = values.length === 0 ? 0 : turn % values.length
        const { sorted: table } = sortDistinct(values, 'words')
        expect(sortDistinct([...values.slice(at), ...values.slice(0, at)], 'words').sorted).toEqual(table)
        for (const one of values) {
          const { first, end } = findSpellings(packStrings(table), one, 'words')
          const alike = table.filter((other) => valueKey(other, 'words') === valueKey(one, 'words'))
          expect(table.slice(first, end)).toEqual(alike)
        }
      }),
    )
  })
})

describe('the key of a facet value', () => {
  const one = (...values: string[]) => expect(new Set(values.map((value) => valueKey(value, 'words'))).size).toBe(1)
  const each = (...values: string[]) =>
    expect(new Set(values.map((value) => valueKey(value, 'words'))).size).toBe(values.length)

  it('is the same whatever the case, accents, hyphens and spaces', () => {
    one('RED', 'Red', 'red ')
    one('size-5', 'Size 5', 'SIZE_5')
    one('12-18-meses', '12-18 meses')
    one('Café', 'cafe')
  })

  it('is the same for singular and plural', () => {
    one('Scarf', 'Scarves', 'scarfs')
    one('Dress', 'dresses')
    one('Knife', 'Knives')
    one('Accessory', 'Accessories')
    one('Tie', 'Ties')
    one('Watch', 'watches')
    one("Women's Shoe", "women's shoes")
  })

  it('is the same for one size in several spellings', () => {
    one('XL', 'x-large', 'X Large', 'Extra Large', 'xl')
    one('XXL', '2XL', '2 XL', 'xx-large')
    one('S', 'Small')
    one('M/L', 'Medium/Large')
    one('30x32', '30 x 32')
    one('47cm', '47 cm')
  })

  it('differs for different values', () => {
    each('Short', 'Shorts', 'Glass', 'Glasses', 'Gold', 'Golden', '5', '-5', '1-2', '12', 'S', 'XS', 'L', 'XL', '2XL')
  })

  it('keeps brand names apart that differ by a letter, and ids unchanged', () => {
    expect(valueKey('Jones', 'spelling')).not.toBe(valueKey('Jone', 'spelling'))
    expect(valueKey('ACME', 'spelling')).toBe(valueKey('Acme', 'spelling'))
    expect(valueKey('Summer-Sale', 'exact')).toBe('Summer-Sale')
  })
})

describe('the key of an option', () => {
  it('is the same for names with the same meaning', () => {
    const keys = (names: string) => new Set(names.split(' ').map(optionKey)).size
    expect(keys('Color Colour COLORS Farbe couleur Kleur colore Cor Färg')).toBe(1)
    expect(keys('Size Sizes Größe Talla Taille tamaño Maat Taglia')).toBe(1)
    expect(keys('Color Size Material Style Scent')).toBe(5)
    expect(optionKey('Shoe size')).not.toBe(optionKey('Size'))
  })
})
