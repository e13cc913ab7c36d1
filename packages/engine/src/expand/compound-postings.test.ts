import { describe, expect, it } from 'vitest'
import { queryForms } from '../index/testing/query-forms.ts'
import { DEFAULT_TEXT_SETTINGS } from '../text/text-settings.ts'

function compounds(locale: string, text: string, ...titles: string[]): string[] {
  const docs = titles.map((title) => ({ title }))
  const settings = { ...DEFAULT_TEXT_SETTINGS, typos: false }
  return queryForms(docs, text, { locale, settings })[0]!
    .filter(({ kind }) => kind === 'compound')
    .map(({ text: form, weight }) => `${form} ${weight.toFixed(3)}`)
}

describe('a longer word', () => {
  it('C1: that ends with the word keeps more of the score, the shorter the part before it', () => {
    expect(compounds('de', 'schuhe', 'lederschuhe', 'damenlederschuhe', 'schuhe')).toEqual([
      `lederschuhe ${(0.375 * (1 + 5 / 10)).toFixed(3)}`,
      `damenlederschuhe ${(0.375 * (1 + 5 / 15)).toFixed(3)}`,
    ])
  })

  it('C2: needs four letters before the word, or a word of the shop', () => {
    expect(compounds('de', 'helm', 'wilhelm')).toEqual([])
    expect(compounds('de', 'helm', 'wilhelm', 'wil')).toHaveLength(1)
    expect(compounds('de', 'helm', 'rallhelm')).toHaveLength(1)
  })

  it('C3: needs six letters before a word of three, or a word of the shop', () => {
    expect(compounds('de', 'hut', 'strohhut')).toEqual([])
    expect(compounds('de', 'hut', 'strohhut', 'stroh')).toHaveLength(1)
    expect(compounds('de', 'hut', 'sonnenhut')).toHaveLength(1)
    expect(compounds('de', 'ei', 'sonnenei')).toEqual([])
  })

  it('C4: that begins with the word keeps 0.4 if the shop has the rest, with or without a linking sound', () => {
    expect(compounds('de', 'arbeit', 'arbeitshose', 'hose')).toEqual(['arbeitshose 0.400'])
    expect(compounds('de', 'arbeit', 'arbeitshose')).toEqual([])
    expect(compounds('de', 'leder', 'lederwanderschuhe', 'wander', 'schuhe')).toEqual(['lederwanderschuhe 0.400'])
    expect(compounds('de', 'rad', 'radhelm', 'helm')).toEqual([])
  })

  it('C5: that both begins and ends with the word is found once, by its ending', () => {
    // The weight depends on the stems: "led" is three of the eight letters.
    expect(compounds('de', 'leder', 'lederleder')).toEqual(['lederleder 0.516'])
  })

  it('C6: counts as a compound only in languages that write words together', () => {
    expect(compounds('en', 'fish', 'swordfish', 'sword')).toEqual([])
  })
})
