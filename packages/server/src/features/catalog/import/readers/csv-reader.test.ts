import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvReader } from './csv-reader.ts'
import type { ReaderItem } from './record-reader.ts'

/** Reads the bytes in chunks of the given sizes, which repeat. */
function read(bytes: Buffer, chunkSizes: readonly number[] = [64 * 1024], maxBytes?: number): ReaderItem[] {
  const reader = new CsvReader(maxBytes)
  const items: ReaderItem[] = []
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = chunkSizes[i % chunkSizes.length]!
    items.push(...reader.push(bytes.subarray(at, at + size)))
    at += size
  }
  return [...items, ...reader.end()]
}

const rows = (items: readonly ReaderItem[]) =>
  items.flatMap((item) => (item.kind === 'record' ? [{ ...item.record.value }] : []))
const lines = (items: readonly ReaderItem[]) =>
  items.flatMap((item) => (item.kind === 'record' ? [item.record.line] : []))
const faults = (items: readonly ReaderItem[]) =>
  items.flatMap((item) => (item.kind === 'fault' ? [`${item.line}: ${item.reason}`] : []))

/** Maps each row's cells to the names in the header, without empty ones: a simple reference implementation. */
function named([header, ...table]: readonly (readonly string[])[]): Record<string, string>[] {
  return table.map((cells) =>
    Object.fromEntries(
      cells.flatMap((cell, place) => (cell.trim() === '' ? [] : [[header![place]!, cell.trim()] as const])),
    ),
  )
}

function write(table: readonly (readonly string[])[], lineEnd: string): Buffer {
  const line = (fields: readonly string[]) => fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')
  return Buffer.from(table.map((fields) => line(fields) + lineEnd).join(''))
}

const field = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ';', ' ', 'é', '🧣') })
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((columns) =>
    fc
      .array(fc.array(field, { minLength: columns, maxLength: columns }))
      .map((body) => [Array.from({ length: columns }, (_, place) => `c${place}`), ...body]),
  )
const chunkSizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })

describe('CsvReader', () => {
  it('C1: reads back whatever a writer wrote, however it is cut into chunks', () => {
    fc.assert(
      fc.property(table, chunkSizes, fc.constantFrom('\n', '\r\n'), (values, sizes, lineEnd) => {
        expect(rows(read(write(values, lineEnd), sizes))).toEqual(named(values))
      }),
    )
  })

  it('C2: gives the same rows, lines and faults for every way of cutting a text, broken or not', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ',', '"', '\n', ' ') })
    fc.assert(
      fc.property(text, chunkSizes, (body, sizes) => {
        const bytes = Buffer.from(`x,y\n${body}`)
        expect(read(bytes, sizes)).toEqual(read(bytes))
      }),
      { numRuns: 500 },
    )
  })

  it('C3: takes every row that the parser takes without complaint', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ',', '"', '\n', ' ') })
    fc.assert(
      fc.property(text, (body) => {
        const bytes = Buffer.from(`x,y\n${body}`)
        let expected: string[][]
        try {
          expected = parse(bytes, { relax_column_count: true, skip_empty_lines: true }) as string[][]
        } catch {
          return
        }
        if (expected.some((cells) => cells.length > 2)) return
        expect(rows(read(bytes, [3]))).toEqual(named(expected))
      }),
      { numRuns: 500 },
    )
  })

  it('C4: reports the line on which each row begins, whatever its cells contain', () => {
    expect(lines(read(Buffer.from('a,b\n"1\n2",3\n\n4,5\n'), [1]))).toEqual([2, 5])
    expect(lines(read(Buffer.from('a,b\r\n"1\r\n\r\n2",3\r\n4,5'), [2]))).toEqual([2, 5])
  })

  it.each([
    ['a;b\n1;2\n', { a: '1', b: '2' }],
    ['a\tb\n1\t"x\ty"\n', { a: '1', b: 'x\ty' }],
    ['a|b\n1|2\n', { a: '1', b: '2' }],
    ['a,b\r1,2', { a: '1', b: '2' }],
    ['a,b\n5" wide,2\n', { a: '5" wide', b: '2' }],
    ['a,b\n5" wide,2', { a: '5" wide', b: '2' }],
    ['\uFEFFa,b\n1,2', { a: '1', b: '2' }],
    ['a,a,\n1,2,3', { a: '1', 'a (2)': '2', 'column 3': '3' }],
  ])('C5: reads %j', (text, expected) => {
    for (const size of [1, 4, 1000]) expect(rows(read(Buffer.from(text), [size]))).toEqual([expected])
  })

  it('C6: loses only the row with the missing quote', () => {
    const items = read(Buffer.from('a,b\n1,"one"\n2,"two\n3,"three"\n4,"four"\n'), [3])
    expect(rows(items).map(({ a }) => a)).toEqual(['1', '3', '4'])
    expect(faults(items)).toEqual(['3: text follows a closing quote'])
  })

  it('C7: skips the lines of a broken row that are no rows of their own', () => {
    const items = read(Buffer.from('a,b,c\n1,"<p>\n"bad"\nx</p>",2\n3,4,5\n'))
    expect(rows(items)).toEqual([{ a: '3', b: '4', c: '5' }])
    expect(faults(items)).toEqual(['2: text follows a closing quote; lines 2 to 4 were skipped'])
  })

  it('C8: reports a file that was cut off inside quotes', () => {
    const items = read(Buffer.from('a,b\n1,2\n3,"cut of'))
    expect(rows(items)).toEqual([{ a: '1', b: '2' }])
    expect(faults(items)).toEqual(['3: a quote opens and never closes'])
  })

  it.each([
    ['plain', 'x'.repeat(5000)],
    ['quoted', `"${'x'.repeat(5000)}"`],
    ['unclosed', `"${'x'.repeat(5000)}`],
  ])('C9: refuses a row that is too long (%s) and goes on', (_, long) => {
    const items = read(Buffer.from(`a,b\n1,2\n${long},2\n3,4\n`), [100], 1000)
    expect(rows(items).map(({ a }) => a)).toEqual(['1', '3'])
    expect(faults(items)).toEqual([expect.stringMatching(/^3: the record is longer/)])
  })

  it('C10: reads rows that are not UTF-8 as Windows-1252, and notes it once', () => {
    const latin = (text: string) => Buffer.from(text, 'latin1')
    const items = read(Buffer.concat([Buffer.from('a,b\n'), latin('caf\xe9,2\nth\xe9,2\n'), Buffer.from('café,3\n')]))
    expect(rows(items).map(({ a }) => a)).toEqual(['café', 'thé', 'café'])
    expect(items.filter(({ kind }) => kind === 'note')).toEqual([
      { kind: 'note', line: 2, text: expect.stringContaining('Windows-1252') },
    ])
  })

  it.each(['a  ,b   ,c\n"x, y"  ,  "z"\t, w \n', 'a\t b \tc\n"x, y" \t "z"\tw'])(
    'C12: leaves out the spaces around quotes, as in tables with aligned columns',
    (text) => {
      expect(read(Buffer.from(text), [3])).toMatchObject([{ record: { value: { a: 'x, y', b: 'z', c: 'w' } } }])
    },
  )

  it('C11: never throws and never loops, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), chunkSizes, (bytes, sizes) => {
        read(Buffer.from(bytes), sizes, 50)
      }),
    )
  })
})
