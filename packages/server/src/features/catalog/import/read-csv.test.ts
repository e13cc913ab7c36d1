import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CsvReader, type CsvRecord } from './read-csv.ts'

/** Reads the bytes in chunks of the given sizes, over and over. */
function read(bytes: Buffer, chunkSizes: readonly number[] = [64 * 1024], maxBytes?: number): CsvRecord[] {
  const reader = new CsvReader(maxBytes)
  const records: CsvRecord[] = []
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const size = chunkSizes[i % chunkSizes.length]!
    records.push(...reader.push(bytes.subarray(at, at + size)))
    at += size
  }
  return [...records, ...reader.end()]
}

function rows(records: readonly CsvRecord[]): string[][] {
  return records.flatMap((record) => (record.kind === 'row' ? [record.fields] : []))
}

function faults(records: readonly CsvRecord[]): string[] {
  return records.flatMap((record) => (record.kind === 'fault' ? [`${record.line}: ${record.reason}`] : []))
}

/** The slow, obvious twin: every field in quotes. */
function write(table: readonly (readonly string[])[], lineEnd: string): Buffer {
  const line = (fields: readonly string[]) => fields.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')
  return Buffer.from(table.map((fields) => line(fields) + lineEnd).join(''))
}

const field = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ';', ' ', 'é', '🧣') })
const table = fc
  .integer({ min: 2, max: 5 })
  .chain((columns) => fc.array(fc.array(field, { minLength: columns, maxLength: columns }), { minLength: 1 }))
const chunkSizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })

describe('CsvReader', () => {
  it('reads back whatever a writer wrote, however it is cut into chunks', () => {
    fc.assert(
      fc.property(table, chunkSizes, fc.constantFrom('\n', '\r\n'), (values, sizes, lineEnd) => {
        expect(rows(read(write(values, lineEnd), sizes))).toEqual(values)
      }),
    )
  })

  it('agrees with csv-parse on texts it takes without complaint', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', ',', '"', '\n', ' ') })
    fc.assert(
      fc.property(text, chunkSizes, (body, sizes) => {
        const bytes = Buffer.from(`x,y\n${body}`)
        let expected: string[][]
        try {
          expected = parse(bytes, {
            relax_column_count: true,
            relax_quotes: false,
            skip_empty_lines: true,
          }) as string[][]
        } catch {
          return
        }
        expect(rows(read(bytes, sizes))).toEqual(expected)
      }),
      { numRuns: 500 },
    )
  })

  it('numbers the line each record begins on', () => {
    const records = read(Buffer.from('a,b\n"1\n2",3\n\n4,5\n'))
    expect(records.map((record) => record.line)).toEqual([1, 2, 5])
  })

  it.each([
    [
      'a;b\n1;2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a\tb\n1\t"x\ty"\n',
      [
        ['a', 'b'],
        ['1', 'x\ty'],
      ],
    ],
    [
      'a,b\r1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\n5" wide,2\n',
      [
        ['a', 'b'],
        ['5" wide', '2'],
      ],
    ],
  ])('reads %j', (text, expected) => {
    expect(rows(read(Buffer.from(text)))).toEqual(expected)
  })

  it('loses only the record whose quote is lost', () => {
    const text = 'a,b\n1,"one"\n2,"two\n3,"three"\n4,"four"\n'
    const records = read(Buffer.from(text), [3])
    expect(rows(records)).toEqual([
      ['a', 'b'],
      ['1', 'one'],
      ['3', 'three'],
      ['4', 'four'],
    ])
    expect(faults(records)).toEqual(['3: text follows a closing quote'])
  })

  it('takes nothing of a broken line for a row, in a table of one column too', () => {
    const records = read(Buffer.from('a\n"x"y\n"ok"\n'))
    expect(rows(records)).toEqual([['a'], ['ok']])
    expect(faults(records)).toEqual(['2: text follows a closing quote'])
  })

  it('skips the lines of a broken record that are no rows of their own', () => {
    const text = 'a,b,c\n1,"<p>\n"bad"\nx</p>",2\n3,4,5\n'
    const records = read(Buffer.from(text))
    expect(rows(records)).toEqual([
      ['a', 'b', 'c'],
      ['3', '4', '5'],
    ])
    expect(faults(records)).toEqual(['2: text follows a closing quote; lines 2 to 4 were skipped'])
  })

  it('tells a file cut off inside quotes', () => {
    const records = read(Buffer.from('a,b\n1,2\n3,"cut of'))
    expect(rows(records)).toEqual([
      ['a', 'b'],
      ['1', '2'],
    ])
    expect(faults(records)).toEqual(['3: a quote opens and never closes'])
  })

  it.each([
    ['plain', 'x'.repeat(5000)],
    ['quoted', `"${'x'.repeat(5000)}"`],
    ['unclosed', `"${'x'.repeat(5000)}`],
  ])('refuses a line that is too long (%s) and goes on', (_, long) => {
    const records = read(Buffer.from(`a,b\n1,2\n${long},2\n3,4\n`), [100], 1000)
    expect(rows(records)).toEqual([
      ['a', 'b'],
      ['1', '2'],
      ['3', '4'],
    ])
    expect(faults(records)).toHaveLength(1)
    expect(faults(records)[0]).toMatch(/^3: the record is longer/)
  })

  it('reads rows that are not UTF-8 by the Western code page, and says so', () => {
    const records = read(Buffer.concat([Buffer.from('a,b\ncaf'), Buffer.of(0xe9), Buffer.from(',2\ncafé,3\n')]))
    expect(records.slice(1)).toEqual([
      { kind: 'row', line: 2, fields: ['café', '2'], encoding: 'windows-1252' },
      { kind: 'row', line: 3, fields: ['café', '3'], encoding: 'utf-8' },
    ])
  })

  it('never throws and never loops, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), chunkSizes, (bytes, sizes) => {
        read(Buffer.from(bytes), sizes, 50)
      }),
    )
  })
})
