import { describe, expect, it } from 'vitest'
import { ValueReader, ValueTables, ValueWriter } from './value-codec.ts'

const UNIQUE = new Set(['sku'])

function codec() {
  const tables = new ValueTables()
  const writer = new ValueWriter(tables, UNIQUE)
  const pack = (value: unknown, name?: string) => {
    writer.write(value, name)
    return Buffer.from(writer.take())
  }
  return { tables, pack, unpack: (bytes: Buffer) => new ValueReader(tables).moveTo(bytes, 0).read() }
}

describe('values as bytes', () => {
  const { tables, pack, unpack } = codec()

  it.each([
    null,
    true,
    false,
    '',
    'Größe',
    'x'.repeat(64),
    'ü'.repeat(64),
    'long '.repeat(2_000),
    [],
    {},
    [1, [2, ['three', [null]]]],
    { a: 1, b: { c: [false, { d: 'e' }] }, z: '' },
  ])('C1: come back as they were: %j', (value) => {
    expect(unpack(pack(value))).toEqual(value)
  })

  it.each([
    0,
    1,
    239,
    240,
    127,
    128,
    16_383,
    16_384,
    2 ** 31,
    2 ** 32 + 1,
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
    -1,
    -128,
    0.1,
    19.99,
    0.005,
    1e-7,
    -19.99,
    1e300,
    Number.POSITIVE_INFINITY,
    -0,
    90071992547409.91,
  ])('C2: numbers keep every digit: %d', (value) => {
    expect(Object.is(unpack(pack(value)), value)).toBe(true)
  })

  it('C3: prices and small numbers take few bytes', () => {
    expect([pack(7), pack(239), pack(240), pack(19.99), pack(129)].map(({ length }) => length)).toEqual([1, 1, 3, 3, 1])
  })

  it('C4: a repeated string is in the table once; long strings and those of unique fields never are', () => {
    const before = tables.words.length
    expect([pack('recurring'), pack('recurring')].map(({ length }) => length)).toEqual([2, 2])
    expect(tables.words.length).toBe(before + 1)
    expect(unpack(pack({ sku: 'A-1' }))).toEqual({ sku: 'A-1' })
    expect(unpack(pack('y'.repeat(65)))).toBe('y'.repeat(65))
    expect(tables.words).not.toContain('A-1')
    expect(tables.words.length).toBe(before + 1)
  })

  it('C5: objects with the same field names share a shape; a field without a value is left out', () => {
    const { tables: own, pack: packed, unpack: unpacked } = codec()
    const bytes = packed([
      { id: 1, name: 'a' },
      { id: 2, name: 'b' },
      { id: 3, grams: undefined },
    ])
    expect(own.shapes).toEqual([['id', 'name'], ['id']])
    expect(unpacked(bytes)).toStrictEqual([{ id: 1, name: 'a' }, { id: 2, name: 'b' }, { id: 3 }])
  })

  it('C6: a writer writes many values of any length', () => {
    const writer = new ValueWriter(tables, UNIQUE)
    const reader = new ValueReader(tables)
    for (const length of [10, 10_000, 3, 100_000]) {
      const value = { text: 'é'.repeat(length), length }
      writer.write(value)
      expect(reader.moveTo(writer.take(), 0).read()).toEqual(value)
    }
  })
})
