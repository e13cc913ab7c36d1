import { describe, expect, it } from 'vitest'
import { charClass, DIGIT, HANGUL, LETTER, SEPARATOR, SPACELESS } from './char-class.ts'
import { unfinishedRanges } from './hangul-syllables.ts'

describe('classes of characters', () => {
  const of = (text: string) => [...Array(text.length).keys()].map((i) => charClass(text.charCodeAt(i)))

  it('S1: distinguish letters, digits and separators', () => {
    expect(of('aé7-_ ß٣')).toEqual([LETTER, LETTER, DIGIT, SEPARATOR, SEPARATOR, SEPARATOR, LETTER, DIGIT])
  })

  it('S2: distinguish scripts without spaces, and Korean from them', () => {
    expect(of('漢ひカไລខမー々')).toEqual(Array(9).fill(SPACELESS))
    expect(of('한ㄷ')).toEqual([HANGUL, HANGUL])
  })

  it('S3: count halves of supplementary ideographs as letters, and those of other signs as separators', () => {
    expect(charClass(0xd840)).toBe(SPACELESS)
    expect(charClass(0xd888)).toBe(SPACELESS)
    expect(charClass(0xd83f)).toBe(SEPARATOR)
    expect(charClass(0xd889)).toBe(SEPARATOR)
    expect(charClass(0xd800)).toBe(SEPARATOR)
    expect(charClass(0xdc00)).toBe(SPACELESS)
    expect(charClass(0xdfff)).toBe(SPACELESS)
    expect(charClass(0xe000)).toBe(SEPARATOR)
  })

  it('S4: are the same when looked up again', () => {
    expect(of('漢a7')).toEqual(of('漢a7'))
  })
})

describe('a Korean word that is being typed', () => {
  const grows = (typed: string, into: string) =>
    unfinishedRanges(typed).some(([from, end]) => from <= into && into < end)

  it('S5: may grow from a lead consonant into every syllable that begins with it, and no other', () => {
    const lead = String.fromCharCode(0x1103)
    expect([grows(lead, '다'), grows(lead, '동'), grows(lead, '딯'), grows(lead, '닣'), grows(lead, '따')]).toEqual([
      true,
      true,
      true,
      false,
      false,
    ])
    expect(unfinishedRanges(String.fromCharCode(0x1100))).toEqual([['가', '까']])
    expect(unfinishedRanges(String.fromCharCode(0x1112))).toHaveLength(1)
    expect(unfinishedRanges(String.fromCharCode(0x1113))).toEqual([])
    expect(unfinishedRanges(String.fromCharCode(0x10ff))).toEqual([])
  })

  it('S6: may grow from an open syllable into those with a final consonant', () => {
    expect([grows('도', '도'), grows('도', '동'), grows('도', '돟'), grows('도', '돠')]).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(grows('운도', '운동')).toBe(true)
    expect(unfinishedRanges('가')).toEqual([['가', '개']])
    expect(unfinishedRanges('힣')).toHaveLength(1)
  })

  it('S7: may pass its final consonant on to the next syllable, but not a double one', () => {
    expect([grows('동', '도아'), grows('간', '가나'), grows('간', '가닣'), grows('간', '가다')]).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect(unfinishedRanges('갂')).toHaveLength(1)
    expect(unfinishedRanges('갃')).toEqual([])
  })

  it('S8: does not grow in other scripts', () => {
    expect([unfinishedRanges('a'), unfinishedRanges('漢'), unfinishedRanges('ퟀ')]).toEqual([[], [], []])
  })
})
