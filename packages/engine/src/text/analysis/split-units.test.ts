import { describe, expect, it } from 'vitest'
import { splitUnits } from './split-units.ts'

/** Writes a unit as parts separated by bars, an equals sign, and the joined form. */
const units = (text: string) =>
  splitUnits(text, (run) => [...run].map((word) => [word])).map(
    ({ parts, joined }) => parts.join('|') + (joined === null ? '' : `=${joined}`),
  )
const letters = (count: number, letter = 'a') => letter.repeat(count)

describe('a written word', () => {
  it('U1: ends at spaces and at all signs that do not connect', () => {
    expect(units('  red, (blue)! *green ')).toEqual(['red', 'blue', 'green'])
    expect(units('a*b a/b a:b a%b')).toEqual(['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b'])
    expect(units('')).toEqual([])
  })

  it('U2: continues over . - _ & + if a letter or digit follows directly', () => {
    expect(units('a.b a-b a_b a&b a+b')).toEqual(['a|b=ab', 'a|b=ab', 'a|b=ab', 'a|b=ab', 'a|b=ab'])
    expect(units('a- b a--b -a a-')).toEqual(['a', 'b', 'a', 'b', 'a', 'a'])
    expect(units('x-1 1-x')).toEqual(['x|1=x1', '1|x=1x'])
  })

  it('U3: continues over a slash between digits, which is kept', () => {
    expect(units('1/2 a1/2 1/a a/1')).toEqual(['1|2=1/2', 'a|1|2=a1/2', '1', 'a', 'a', '1'])
    expect(units('1/ 2')).toEqual(['1', '2'])
  })

  it('U4: of three letters and more keeps a short ending after an apostrophe', () => {
    expect(units("women's don't rock'n abc'de")).toEqual(['womens', 'dont', 'rockn', 'abcde'])
    expect(units("abc'def o'neill ab's")).toEqual(['abc|def=abcdef', 'o|neill=oneill', 'ab|s=abs'])
    expect(units("abc' 'abc abc''d abc'4")).toEqual(['abc', 'abc', 'abc', 'd', 'abc', '4'])
    expect(units("abc'd4")).toEqual(['abc|d|4=abcd4'])
  })

  it('U5: of digits includes decimal points, and commas before at most three digits', () => {
    expect(units('25.4 1.5.2 5. .5')).toEqual(['25.4', '1.5.2', '5', '5'])
    expect(units('1,000 12,345,678 25,4 1234,567')).toEqual(['1000', '12345678', '25.4', '1234.567'])
    expect(units('1466,2010 5, 7')).toEqual(['1466', '2010', '5', '7'])
    expect(units('5,x 5,')).toEqual(['5', 'x', '5'])
  })

  it('U6: of digits may have an inch mark', () => {
    expect(units('24" 24 "a" 5x"')).toEqual(['24', 'inch', '24', 'a', '5|x=5x'])
    expect(units('24"x36"')).toEqual(['24', 'inch', 'x|36=x36', 'inch'])
    expect(units('a24"')).toEqual(['a|24=a24', 'inch'])
  })

  it('U7: has at most eight parts; the rest is another word', () => {
    expect(units('a1b2c3d4e5')).toEqual(['a|1|b|2|c|3|d|4=a1b2c3d4', 'e|5=e5'])
    expect(units('a1b2c3d4')).toEqual(['a|1|b|2|c|3|d|4=a1b2c3d4'])
  })

  it('U8: is joined if it has a digit, or at most three parts', () => {
    expect(units('a-b-c a-b-c-d a-b-c-4')).toEqual(['a|b|c=abc', 'a|b|c|d', 'a|b|c|4=abc4'])
    expect(units('abc')).toEqual(['abc'])
  })

  it('U9: is cut after 48 letters, and not joined beyond them', () => {
    expect(units(letters(49))).toEqual([letters(48)])
    expect(units(letters(48))).toEqual([letters(48)])
    expect(units(`${letters(24)}-${letters(24, 'b')}`)).toEqual([
      `${letters(24)}|${letters(24, 'b')}=${letters(24)}${letters(24, 'b')}`,
    ])
    expect(units(`${letters(24)}-${letters(25, 'b')}`)).toEqual([`${letters(24)}|${letters(25, 'b')}`])
  })

  it('U10: of a script without spaces is segmented, separately from its neighbours', () => {
    expect(units('a東京7b')).toEqual(['a', '東', '京', '7|b=7b'])
    expect(units('한국a東')).toEqual(['한국|a=한국a', '東'])
  })
})
