import { describe, expect, it } from 'vitest'
import { titlePhrase, typedWord } from './catalog-phrases.ts'

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

describe('the noun phrase of a title', () => {
  it('runs from the typed word to the noun', () => {
    expect(titlePhrase('Linen Summer Dress – Blue, M', 'lin', 'en')).toBe('Linen Summer Dress')
    expect(titlePhrase('Linen Summer Dress – Blue, M', 'dre', 'en')).toBe('Dress')
    expect(titlePhrase('Vintage hand made very fine brass table lamp 2000', 'vin', 'en')).toBe('Vintage lamp')
    expect(titlePhrase('Camisa azul de lino', 'azu', 'es')).toBe('Camisa azul')
  })

  it('is none where the title has no such word, or is only a number', () => {
    expect(titlePhrase('Linen dress', 'wool', 'en')).toBeUndefined()
    expect(titlePhrase('2000', '20', 'en')).toBeUndefined()
  })
})
