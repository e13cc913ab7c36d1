import { describe, expect, it } from 'vitest'
import { titlePhrases, typedWord } from './catalog-phrases.ts'

describe('a type or brand as a query', () => {
  it('is what somebody would type', () => {
    expect(typedWord('Silver ring')).toBe('Silver ring')
    expect(typedWord('Swimwear > Bottoms')).toBe('Bottoms')
  })

  it('is never a placeholder, a code, or a name nobody types out', () => {
    for (const value of [
      'n/a',
      'N.A.',
      'None',
      'Default Title',
      '',
      '12',
      '-',
      'The Extraordinarily Long Name Of A Company, Limited',
    ])
      expect(typedWord(value)).toBeUndefined()
  })
})

describe('phrases of titles', () => {
  const phrases = (titles: string[], query: string, locale = 'en') =>
    titlePhrases(titles, query, locale).map(([text]) => text)

  it('run from the typed word to the noun', () => {
    expect(phrases(['Linen Summer Dress – Blue, M'], 'lin')).toEqual(['linen summer dress'])
    expect(phrases(['Linen Summer Dress – Blue, M'], 'dre')).toEqual(['dress'])
    expect(phrases(['Houndstooth Square in Slate'], 'hou')).toEqual(['houndstooth square'])
    expect(phrases(['Camisa azul de lino'], 'azu', 'es')).toEqual(['camisa azul'])
  })

  it('that several titles share come first', () => {
    const kits = [
      'Manchester United Home Jersey 2025-26 Player Version',
      'Manchester United Away Jersey 2024-25 Fan Version',
      'Manchester City Home Jersey 2025-26 Fan Version',
    ]
    expect(phrases(kits, 'man')).toEqual(['manchester', 'manchester united'])
  })

  it('of as many titles come longest first', () => {
    const titles = ['Wool hat', 'Woollen winter scarf', 'Wool hat', 'Woollen winter scarf']
    expect(phrases(titles, 'woo')).toEqual(['woollen winter scarf', 'wool hat'])
  })

  it('are none where no title has such a word, or only numbers are left', () => {
    expect(phrases(['Linen dress'], 'wool')).toEqual([])
    expect(phrases(['2000'], '20')).toEqual([])
  })
})
