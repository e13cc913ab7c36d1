import { describe, expect, it } from 'vitest'
import type { ColumnSegment } from '../columns/column-segment.ts'
import { packStrings } from '../columns/string-table.ts'
import { analyzerFor } from '../text/analysis/analyzer.ts'
import { Memo } from '../text/memo.ts'
import { attributeRoles } from './attribute-roles.ts'
import { SegmentValues } from './segment-values.ts'

interface Columns {
  options?: Record<string, string[]>
  terms?: Record<string, string[]>
}

function valuesOf({ options = {}, terms = {} }: Columns, locale = 'en'): SegmentValues {
  const columnOf = (values: string[]) => ({ values: packStrings(values) })
  const columns = {
    docCount: 1,
    terms: new Map(Object.entries(terms).map(([name, values]) => [name, columnOf(values)])),
    variants: {
      options: new Map(Object.entries(options).map(([name, values]) => [name, { byDoc: columnOf(values) }])),
    },
  }
  const segment = columns as unknown as ColumnSegment
  const analyzer = analyzerFor(locale)
  const holders = attributeRoles([{ columns: segment, memo: new Memo(0) }], analyzer)
  return new SegmentValues(segment, analyzer, holders)
}

const colorsOf = (columns: Columns) =>
  valuesOf(columns).colors.map(({ name, values }) => [name, ...values.keys()].join(' '))
const numbered = (count: number, prefix: string) => Array.from({ length: count }, (_, i) => `${prefix}${i}`)

describe('the values of a segment', () => {
  it('G1: state colors in an option with such a name, or if most of its values are colors', () => {
    expect(colorsOf({ options: { color: ['Navy', 'Plain', 'Wood', 'Oak'] } })).toEqual(['color Navy'])
    expect(colorsOf({ options: { finish: ['Red', 'Blue', 'Oak'] } })).toEqual(['finish Red Blue'])
    expect(colorsOf({ options: { finish: ['Red', 'Oak'] } })).toEqual([])
    expect(colorsOf({ options: { color: ['Plain'] } })).toEqual([])
  })

  it('G2: state colors in an attribute only if its name says so', () => {
    expect(colorsOf({ terms: { 'metafield:details.main_color': ['Red', 'Plain'] } })).toEqual([
      'metafield:details.main_color Red',
    ])
    expect(colorsOf({ terms: { 'metafield:details.finish': ['Red'], color: ['Red'] } })).toEqual([])
  })

  it('G3: tell which families a color belongs to, and by which words', () => {
    const [color] = valuesOf({ options: { color: ['Sky Blue / White'] } }).colors
    expect(color?.values.get('Sky Blue / White')).toEqual({
      families: new Set(['blue', 'white']),
      words: new Set(['sky', 'blue', 'white']),
    })
  })

  it('G3: tell so in the language of the shop, and in English', () => {
    const [color] = valuesOf({ options: { farbe: ['Schwarz', 'Black', 'Navy', 'Eiche'] } }, 'de').colors
    expect([...color!.values].map(([value, { families }]) => [value, ...families].join(' '))).toEqual([
      'Schwarz black',
      'Black black',
      'Navy blue',
    ])
  })

  it('G4: state sizes in every spelling, in one form', () => {
    const values = valuesOf({ options: { size: ['X-Large', 'XL', 'Small', 'Plain'], fit: ['XL'] } })
    expect(values.ofSize('xl')).toEqual([
      { kind: 'option', name: 'size', values: ['X-Large', 'XL'] },
      { kind: 'option', name: 'fit', values: ['XL'] },
    ])
    expect(values.ofSize('m')).toEqual([])
  })

  it('G5: state measures in any option in which most values have numbers', () => {
    const values = valuesOf({ options: { width: ['10 cm', '20 cm', 'Wide'], kind: ['10 cm', 'Oak', 'Ash'] } })
    expect(values.measures.map(({ name, values: stated }) => [name, ...stated.keys()])).toEqual([
      ['width', '10 cm', '20 cm'],
    ])
    const { codes } = values.measureStatements(new Set(['length'] as const))[0]!
    expect([...codes]).toEqual([1, 1, 0])
    expect(values.measureStatements(new Set(['weight'] as const)).flatMap(({ codes: none }) => [...none])).toEqual([
      0, 0, 0,
    ])
  })

  it('G6: are judged by an even sample of a long list', () => {
    const mixed = [...numbered(200, 'plain'), ...numbered(120, 'red ')]
    expect(colorsOf({ options: { finish: mixed } })).toEqual([])
    expect(
      valuesOf({ options: { finish: [...numbered(120, 'plain'), ...numbered(200, 'red ')] } }).colors,
    ).toHaveLength(1)
  })

  it('G7: are found as names by all their words, and as kinds by their last words; of a path the last level counts', () => {
    const values = valuesOf({ terms: { type: ['Corner sofas', 'Home > Sofas', '>'] } })
    expect([...values.named('type').keys()]).toEqual(['corner sofa', 'sofa'])
    expect(values.named('type').get('sofa')).toEqual(['Home > Sofas'])
    expect(values.kinds('type').get('sofa')).toEqual(['Corner sofas', 'Home > Sofas'])
    expect(values.kinds('type').has('corner')).toBe(false)
    const spanish = valuesOf({ terms: { type: ['Funda móvil'] } }, 'es')
    expect([...spanish.kinds('type').values()]).toEqual([['Funda móvil'], ['Funda móvil']])
    expect(spanish.kinds('type').size).toBe(2)
  })

  it('G8: have no names if the attribute is missing, or has more than twenty thousand', () => {
    expect(valuesOf({}).named('vendor').size).toBe(0)
    expect(valuesOf({ terms: { vendor: numbered(20_000, 'v') } }).named('vendor').size).toBe(20_000)
    expect(valuesOf({ terms: { vendor: numbered(20_001, 'v') } }).named('vendor').size).toBe(0)
    expect(colorsOf({ options: { color: ['Red', ...numbered(20_000, 'v')] } })).toEqual([])
  })

  it('G9: count the bytes of cached values once', () => {
    const values = valuesOf({ options: { color: ['Red', 'Blue'] }, terms: { type: ['Corner sofas'] } })
    expect(values.bytes).toBe(0)
    expect(values.colors).toHaveLength(1)
    const { bytes } = values
    expect(bytes).toBeGreaterThan(2 * 64)
    expect([values.colors.length, values.bytes]).toEqual([1, bytes])
    values.named('type')
    expect(values.bytes).toBeGreaterThan(bytes + 2 * 64)
  })
})
