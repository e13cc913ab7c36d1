import { describe, expect, it } from 'vitest'
import { localeChain, localized, localizedText } from './localized.ts'

describe('texts by locale', () => {
  const texts = { de: { title: 'Becher', size: 'Größe' }, 'de-CH': { title: 'Tasse' }, 'pt-BR': { title: 'Caneca' } }

  it('are those of the locale, else of its language, for each text separately', () => {
    expect(localizedText(texts, 'de-CH', 'title')).toBe('Tasse')
    expect(localizedText(texts, 'de-CH', 'size')).toBe('Größe')
    expect(localizedText(texts, 'de-AT', 'title')).toBe('Becher')
    expect(localizedText(texts, 'pt', 'title')).toBeUndefined()
    expect(localizedText({ de: { title: '' } }, 'de', 'title')).toBeUndefined()
    expect(localized(texts, 'de-CH')).toEqual({ title: 'Tasse' })
  })

  it('are found for every spelling of the tag', () => {
    for (const locale of ['pt-BR', 'pt-br', 'PT_BR', 'pt-BR-x-shop']) {
      expect(localizedText(texts, locale, 'title')).toBe('Caneca')
    }
    expect(localeChain('zh-Hant-TW')).toEqual(['zh-hant-tw', 'zh-hant', 'zh'])
  })

  it('ignore inherited and empty fields', () => {
    for (const name of ['constructor', '__proto__', 'toString', '']) {
      expect(localized(texts, name)).toBeUndefined()
      expect(localizedText(texts, 'de', name)).toBeUndefined()
    }
    expect(localized(undefined, 'de')).toBeUndefined()
  })
})
