import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { joinKana } from './join-kana.ts'
import { japaneseReadings, Readings } from './readings.ts'

const letters = (kana: string) =>
  [...kana]
    .map(
      (one) =>
        '#$%&()+./:<>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_abcdefghijklmnopqrstuvwxyz{|}0123456789'[
          one.charCodeAt(0) - 0x3041
        ],
    )
    .join('')

describe('a table of readings', () => {
  const table = new Readings(
    [
      `0${letters('かみ')} -上,紙,髪=髮`,
      `2${letters('なり')} 雷`,
      `0${letters('くつ')} *+靴,~窟`,
      `0${letters('けり')} -下`,
    ].join(';'),
  )

  it('has words by kana, with their spellings', () => {
    expect(table.find('かみ')).toEqual({
      kana: 'かみ',
      isOtherInKatakana: false,
      words: [
        { spellings: ['上'], isMeant: true },
        { spellings: ['紙'], isMeant: true },
        { spellings: ['髪', '髮'], isMeant: true },
      ],
    })
    expect(table.find('かみなり')?.words).toEqual([{ spellings: ['雷'], isMeant: true }])
    expect(table.find('くつ')).toMatchObject({
      isOtherInKatakana: true,
      words: [{ isMeant: true }, { isMeant: false }],
    })
    expect([table.find('か'), table.find('かみな'), table.has('くつ')]).toEqual([undefined, undefined, true])
  })

  it('has the kana by which a spelling is mostly read', () => {
    const kanaOf = (spelling: string) => table.of(spelling).map(({ kana }) => kana)
    expect([kanaOf('髮'), kanaOf('上'), kanaOf('窟'), kanaOf('机')]).toEqual([['かみ'], [], ['くつ'], []])
    expect(kanaOf('下')).toEqual([])
  })

  it('finds readings that begin with two kana or more', () => {
    const beginning = (kana: string, limit = 9) => table.beginningWith(kana, limit).map((reading) => reading.kana)
    expect([beginning('かみ'), beginning('かみ', 1), beginning('か')]).toEqual([['かみ', 'かみなり'], ['かみ'], []])
  })
})

describe('the Japanese readings', () => {
  const readings = japaneseReadings()

  it('are in hiragana as the analyzer writes it, in order, and can be found from their spellings', () => {
    const { stem } = analyzerFor('ja')
    let count = 0
    for (const first of ['あい', 'かん', 'くつ', 'しょ', 'ほう', 'わた'])
      for (const { kana, words } of readings.beginningWith(first, 1000)) {
        count++
        expect([kana, stem(kana), words.length > 0]).toEqual([kana, kana, true])
        for (const spelling of words.flatMap(({ spellings }) => spellings)) {
          expect(spelling).toMatch(/^(?=.*[\u4e00-\u9fff々])[\u4e00-\u9fff々ぁ-ゖ]+$/)
          for (const back of readings.of(spelling)) expect(readings.find(back.kana)).toEqual(back)
        }
      }
    expect(count).toBeGreaterThan(300)
  })

  it('join what was split, the longest first, and nothing across a change of kana', () => {
    const { stem } = analyzerFor('ja')
    const joined = (...words: string[]) => joinKana(words, readings, stem).map((parts) => parts.join('+'))
    expect(joined('ほう', 'ちょう')).toEqual(['ほう+ちょう'])
    expect(joined('ク', 'ツ')).toEqual(['ク+ツ'])
    expect(joined('く', 'つ', 'し', 'た')).toEqual(['く+つ+し+た'])
    expect(joined('く', 'ツ')).toEqual(['く', 'ツ'])
    expect(joined('白', 'く', 'つ', 'x')).toEqual(['白', 'く+つ', 'x'])
  })
})
