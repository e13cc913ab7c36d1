import { describe, expect, it } from 'vitest'
import { type CsvScan, scanCsvRecord } from './scan-csv-record.ts'

const scan = (text: string, { from = 0, isLast = true, delimiter = ',' } = {}): CsvScan =>
  scanCsvRecord(Buffer.from(text), from, delimiter.charCodeAt(0), isLast)
/** The fields as they stand in the bytes, doubled quotes included, and where the record ends. */
const fields = (text: string, options: Parameters<typeof scan>[1] = {}) => {
  const found = scan(text, options)
  if (found.kind !== 'record') return found.kind
  return [found.fields.map(({ start, end }) => text.slice(start, end)), found.end]
}

describe('one record of a table', () => {
  it('C1: has as many fields as delimiters, and one more; empty ones count', () => {
    expect(fields('a,bc,\n')).toEqual([['a', 'bc', ''], 6])
    expect(fields(',\n')).toEqual([['', ''], 2])
    expect(fields('\n')).toEqual([[''], 1])
    expect(fields('a;b\n', { delimiter: ';' })).toEqual([['a', 'b'], 4])
  })

  it('C2: begins where it is told to', () => {
    expect(fields('a,b\nc,d\ne', { from: 4 })).toEqual([['c', 'd'], 8])
  })

  it('C3: ends after a line feed, a carriage return, or both as one', () => {
    expect(fields('a\nb')).toEqual([['a'], 2])
    expect(fields('a\rb')).toEqual([['a'], 2])
    expect(fields('a\r\nb')).toEqual([['a'], 3])
    expect(fields('"a"\r\nb')).toEqual([['a'], 5])
    expect(fields('"a"\rb')).toEqual([['a'], 4])
  })

  it('C4: ends with the file where nothing follows, a carriage return at its end included', () => {
    expect(fields('a,b')).toEqual([['a', 'b'], 3])
    expect(fields('a,"b"')).toEqual([['a', 'b'], 5])
    expect(fields('a\r')).toEqual([['a'], 2])
    expect(fields('')).toEqual([[''], 0])
  })

  it('C5: needs more bytes where the buffer ends before it is known to be whole', () => {
    for (const text of ['', 'a', 'a,', 'a,"b', 'a,"b"', 'a\r', '"a""'])
      expect(fields(text, { isLast: false })).toBe('more')
    for (const text of ['a\n', 'a\rb', '"a"\n']) expect(fields(text, { isLast: false })).not.toBe('more')
  })

  it('C6: in quotes a field holds delimiters and line ends, and says whether it holds quotes', () => {
    expect(fields('"a,b\n",c\n')).toEqual([['a,b\n', 'c'], 9])
    const escapes = (text: string) => {
      const found = scan(text)
      return found.kind === 'record' ? found.fields.map(({ escaped }) => escaped) : found.kind
    }
    expect(escapes('"a""b",c,"d"\n')).toEqual([true, false, false])
    expect(fields('"a""b"\n')).toEqual([['a""b'], 7])
    expect(fields('""\n')).toEqual([[''], 3])
    expect(fields('""""\n')).toEqual([['""'], 5])
  })

  it('C7: a quote inside a field that does not begin with one is a plain character', () => {
    expect(fields('5" pipe,b"\n')).toEqual([['5" pipe', 'b"'], 11])
  })

  it('C8: is broken by text behind a closing quote, and by a quote that never closes', () => {
    expect(scan('"a"b,c\n')).toEqual({ kind: 'broken', reason: 'text follows a closing quote' })
    expect(scan('"a,b\n')).toEqual({ kind: 'broken', reason: 'a quote opens and never closes' })
    expect(scan('a,"b"";\n', { delimiter: ';' }).kind).toBe('record')
  })
})
