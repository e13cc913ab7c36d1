import { describe, expect, it } from 'vitest'
import { compareNatural } from '../../columns/natural-order.ts'
import { sizeName, sizePair, sizePlace } from './size-words.ts'

describe('a named size', () => {
  it.each([
    ['xs', 'xs', 'x small', 'xsmall', 'extra small', 'x-small', 'extra-small'],
    ['s', 's', 'small'],
    ['m', 'm', 'medium', 'med'],
    ['l', 'l', 'large'],
    ['xl', 'xl', 'x large', 'xlarge', 'extra large', 'x-large'],
    ['2xl', 'xxl', '2xl', 'xxlarge', '2x large', '2 xl', '2xtra large'],
    ['3xs', 'xxxs', '3xs', '3x-small'],
    ['9xl', '9xl'],
    ['6xl', 'xxxxxxl'],
    ['one size', 'one size', 'onesize', 'os', 'osfa', 'free size', 'one size fits all'],
  ])('Z1: is %s in all its spellings', (name, ...spellings) => {
    for (const spelling of spellings) expect([spelling, sizeName(spelling)]).toEqual([spelling, name])
  })

  it('Z2: is not read from forms that nobody writes', () => {
    const others = ['xm', '2xm', 'extra medium', '1xl', '10xl', 'xxxxxxxl', 'smalls', 'a large', '', 'toString']
    expect(others.map(sizeName)).toEqual(others.map(() => undefined))
  })

  it('Z3: of two sizes is written with a slash', () => {
    expect([sizePair('medium/large'), sizePair('XS / s'.toLowerCase()), sizePair('m')]).toEqual([
      'm/l',
      'xs/s',
      undefined,
    ])
    expect([sizePair('m/red'), sizePair('red/m'), sizePair('s/m/l')]).toEqual([undefined, undefined, undefined])
  })

  it('Z4: is on one scale around medium, a pair between its two, and "one size" last', () => {
    const places = ['2xs', 'xs', 's', 's/m', 'm', 'regular', 'm-l', 'l', 'xl', '2xl', '5xl', 'one size'].map(sizePlace)
    expect(places).toEqual([-3, -2, -1, -0.5, 0, 0, 0.5, 1, 2, 3, 6, 100])
    expect(['1x', '2x', '6x'].map(sizePlace)).toEqual([2, 3, 7])
    expect(['7x', 'red', 's/red', 'red/s', 'one size/m'].map(sizePlace)).toEqual(Array(5).fill(undefined))
  })
})

describe('the natural order', () => {
  const sorted = (...texts: string[]) => texts.toSorted(compareNatural)

  it('Z5: compares numbers of any length as numbers, anywhere in the text', () => {
    expect(sorted('a10b2', 'a9', 'a10b10', 'a10', 'a1000000000000000000001', 'a1000000000000000000000')).toEqual([
      'a9',
      'a10',
      'a10b2',
      'a10b10',
      'a1000000000000000000000',
      'a1000000000000000000001',
    ])
    expect(sorted('7', '007', '8', '08', '0')).toEqual(['0', '007', '7', '08', '8'])
    expect(compareNatural('a07b1', 'a7b2')).toBeLessThan(0)
  })

  it('Z6: sorts a prefix before longer texts, digits before letters, and ignores case and accents at first', () => {
    expect(sorted('tables', 'Table', 'étage', 'Etui', 'zebra', '5', 'ÿ')).toEqual([
      '5',
      'étage',
      'Etui',
      'Table',
      'tables',
      'ÿ',
      'zebra',
    ])
    expect([compareNatural('a', 'A'), compareNatural('A', 'a'), compareNatural('a', 'a')]).toEqual([1, -1, 0])
  })
})
