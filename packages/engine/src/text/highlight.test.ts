import { describe, expect, it } from 'vitest'
import { analyzerFor } from './analysis/analyzer.ts'
import { explainHit } from './explain-hit.ts'
import { highlight } from './highlight.ts'
import { matchText } from './match-text.ts'
import { sampleDoc } from './sample-docs.ts'
import { buildTextSegment } from './text-segment.ts'
import { defaultTextSettings } from './text-settings.ts'

function marked(text: string, query: string, prefixLast = false, locale = 'en'): string {
  const analyzer = analyzerFor(locale)
  const segment = buildTextSegment([sampleDoc({ title: text })], analyzer)
  const { terms } = matchText([segment], { text: query, locale, prefixLast, settings: defaultTextSettings, limit: 1 })
  let result = ''
  let at = 0
  for (const { start, end } of highlight(text, terms, analyzer)) {
    result += `${text.slice(at, start)}[${text.slice(start, end)}]`
    at = end
  }
  return result + text.slice(at)
}

describe('highlight', () => {
  it('marks words as they are written', () => {
    expect(marked("Women's CAFÉ shoes, red", 'cafe shoe womens')).toBe("[Women's] [CAFÉ] [shoes], red")
  })

  it('marks prefixes, corrections, joined and split words', () => {
    expect(marked('Running shoes', 'running sh', true)).toBe('[Running] [shoes]')
    expect(marked('Leather handbag', 'lether')).toBe('[Leather] handbag')
    expect(marked('Sony WH-1000XM4 black', 'wh1000xm4')).toBe('Sony [WH-1000XM4] black')
    expect(marked('A fire stick', 'firestick')).toBe('A [fire stick]')
  })

  it('marks words of scripts without spaces', () => {
    expect(marked('赤い靴', '靴', false, 'ja')).toBe('赤い[靴]')
    expect(marked('กระเป๋าสีดำ', 'ดำ', false, 'th')).toBe('กระเป๋าสี[ดำ]')
  })

  it('marks them where they stand, though letters before them fold to more or fewer', () => {
    expect(marked('Straße手提包', '手提包', false, 'zh')).toBe('Straße[手提包]')
    expect(marked('ﾊﾞｯｸﾞ用ﾍﾞﾙﾄ', 'ベルト', false, 'ja')).toBe('ﾊﾞｯｸﾞ用[ﾍﾞﾙﾄ]')
    expect(marked('Cafe\u0301靴', '靴', false, 'ja')).toBe('Cafe\u0301[靴]')
  })
})

describe('explainHit', () => {
  it('names the form and the fields of every word', () => {
    const segment = buildTextSegment([sampleDoc({ title: 'Red shoes', description: 'red leather' })], analyzerFor('en'))
    const query = { text: 'red shoe lether', locale: 'en', prefixLast: false, settings: defaultTextSettings, limit: 5 }
    const explained = explainHit([segment], query, matchText([segment], query), 0)
    expect(explained.words).toEqual([
      { word: 'red', term: 'red', kind: 'exact', edits: 0, fields: ['title', 'description'] },
      { word: 'shoe', term: 'shoes', kind: 'stem', edits: 0, fields: ['title'] },
      { word: 'lether', term: 'leather', kind: 'typo', edits: 1, fields: ['description'] },
    ])
    expect(explained.score).toBeGreaterThan(0)
  })
})
