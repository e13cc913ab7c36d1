import { describe, expect, it } from 'vitest'
import { reportCsv } from './report-csv.ts'

const lines = (report: object) => reportCsv(report).split('\r\n')

describe('a report as CSV', () => {
  it('V1: has a header, then one line per row; missing values are empty', () => {
    expect(
      reportCsv({
        rows: [
          { a: 1, b: null },
          { a: 2, c: true },
        ],
      }),
    ).toBe('a,b,c\r\n1,,\r\n2,,true\r\n')
  })

  it('V2: contains the report’s main list under any name, or else its totals', () => {
    for (const name of ['rows', 'days', 'orders', 'experiences', 'paths', 'devices'])
      expect(lines({ total: { a: 0 }, [name]: [{ a: 1 }] })).toEqual(['a', '1', ''])
    expect(lines({ devices: [{ a: 2 }], paths: [{ a: 1 }] })).toEqual(['a', '1', ''])
    expect(lines({ totals: { a: 3 }, total: { a: 4 } })).toEqual(['a', '3', ''])
    expect(lines({ total: { a: 4 } })).toEqual(['a', '4', ''])
    expect(lines({})).toEqual(['', '', ''])
  })

  it('V3: quotes values with commas, quotes or line ends, and writes nested values as JSON', () => {
    expect(lines({ rows: [{ a: 'x,y' }] })[1]).toBe('"x,y"')
    expect(lines({ rows: [{ a: 'say "x"' }] })[1]).toBe('"say ""x"""')
    expect(reportCsv({ rows: [{ a: 'x\ny' }] })).toContain('"x\ny"')
    expect(lines({ rows: [{ a: { b: 1 } }] })[1]).toBe('"{""b"":1}"')
    expect(lines({ rows: [{ a: [1] }] })[1]).toBe('[1]')
  })

  it('V4: keeps a formula in a query from running in a spreadsheet, and numbers as they are', () => {
    for (const sign of ['=', '+', '-', '@', '\t']) expect(lines({ rows: [{ a: `${sign}1` }] })[1]).toBe(`'${sign}1`)
    expect(lines({ rows: [{ a: -1 }] })[1]).toBe('-1')
    expect(lines({ rows: [{ a: '1=2' }] })[1]).toBe('1=2')
  })
})
