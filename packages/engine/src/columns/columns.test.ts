import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { selectTop } from './select-top.ts'
import { andInto, countBits, fullBitset, hasBit, listBits, newBitset, setBit } from './bitset.ts'
import { orderByNumber, walkOrder } from './doc-order.ts'
import { compareNatural } from './natural-order.ts'
import { findString, packStrings, sortDistinct, stringAt } from './string-table.ts'

describe('bitsets', () => {
  it('contain exactly what was added, like a Set', () => {
    const docs = fc.uniqueArray(fc.nat(199))
    fc.assert(
      fc.property(docs, docs, (a, b) => {
        const [x, y] = [a, b].map((list) => {
          const set = newBitset(200)
          for (const doc of list) setBit(set, doc)
          return set
        })
        expect([...listBits(x)]).toEqual(a.toSorted((p, q) => p - q))
        expect(countBits(x)).toBe(a.length)
        expect(a.every((doc) => hasBit(x, doc))).toBe(true)
        andInto(x, y)
        expect([...listBits(x)]).toEqual(a.filter((doc) => b.includes(doc)).sort((p, q) => p - q))
      }),
    )
  })

  it('are full up to the last doc and no further', () => {
    for (const count of [0, 1, 31, 32, 33, 64, 100]) expect(countBits(fullBitset(count))).toBe(count)
  })
})

describe('natural order', () => {
  it('compares numbers as numbers and ignores case', () => {
    const sorted = ['Size 10', 'size 9', 'a', 'B', '2 l', '10 l', '007', '7'].sort(compareNatural)
    expect(sorted).toEqual(['2 l', '007', '7', '10 l', 'a', 'B', 'size 9', 'Size 10'])
  })

  it('ignores accents', () => {
    const sorted = ['Zebra', 'Äpfel', 'Table', 'Étagère', 'Apfel', 'Øl', 'Eis', 'Straße', 'Strand'].sort(compareNatural)
    expect(sorted).toEqual(['Apfel', 'Äpfel', 'Eis', 'Étagère', 'Øl', 'Strand', 'Straße', 'Table', 'Zebra'])
  })

  it('is a total order', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'A', 'b', '0', '1', '10', ' ', 'é', 'e', 'È', '¼', 'ß') })
    fc.assert(
      fc.property(text, text, text, (a, b, c) => {
        // `toBe` distinguishes 0 from -0.
        expect(Math.sign(compareNatural(a, b)) + Math.sign(compareNatural(b, a))).toBe(0)
        expect(compareNatural(a, b) === 0).toBe(a === b)
        if (compareNatural(a, b) <= 0 && compareNatural(b, c) <= 0) expect(compareNatural(a, c)).toBeLessThanOrEqual(0)
      }),
    )
  })
})

describe('string tables', () => {
  it('return every string and find each', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (strings) => {
        const { sorted } = sortDistinct(strings)
        const table = packStrings(sorted)
        expect(sorted.map((_, i) => stringAt(table, i))).toEqual(sorted)
        for (const one of strings) expect(stringAt(table, findString(table, one))).toBe(one)
        expect(findString(table, 'not in there at all')).toBe(-1)
      }),
    )
  })
})

describe('orders', () => {
  it('are walked up and down like a stable sort by number, then product id', () => {
    const keys = fc.array(fc.oneof(fc.nat(3), fc.constant(Number.NaN)))
    fc.assert(
      fc.property(keys, fc.boolean(), (numbers, descending) => {
        const ids = Float64Array.from(numbers, (_, doc) => (doc * 7) % 101)
        const visited: number[] = []
        const order = orderByNumber(numbers, ids)
        walkOrder({ order, keys: numbers, descending }, (doc) => visited.push(doc) > 0)
        const keyOf = (doc: number) =>
          Number.isNaN(numbers[doc]) ? Number.MAX_VALUE : numbers[doc] * (descending ? -1 : 1)
        const expected = [...numbers.keys()].sort((a, b) => keyOf(a) - keyOf(b) || ids[a] - ids[b])
        expect(visited).toEqual(expected)
      }),
    )
  })

  it('select the best few like a full sort', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer()), fc.nat(20), (items, limit) => {
        const compare = (a: number, b: number) => a - b
        expect(selectTop(items, limit, compare)).toEqual(items.toSorted(compare).slice(0, limit))
      }),
    )
  })
})
