/** Tests what a query asks for, and which parts remain plain words. Numbered by kind of part. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../text/analysis/analyzer.ts'
import { languageWords } from '../languages/language-words.ts'
import { shopOf } from '../values/testing/read-shop.ts'
import { parse, read, sofas } from './testing/parse-shop.ts'

const soaps = shopOf([
  { title: 'Rose soap' },
  { title: 'Mint soap' },
  { title: 'Plain soap', description: 'Fragrance free' },
  { title: 'Soap dish', description: 'Goes with every fragrance' },
])

describe('a price', () => {
  const bounds = (text: string, options = {}) => {
    const { operators, readings } = parse(sofas, text, options)
    return [...operators, ...readings].flatMap(({ price }) => (price ? [[price.min, price.max]] : []))
  }

  it('P1: with a bound is an operator, in every spelling of the currency, and its words are not searched for', () => {
    expect(read(sofas, 'sofa under $50')).toBe('category:sofa | !price:under $50 | [sofa]')
    expect(bounds('sofa under 300 rand', { currency: 'ZAR' })).toEqual([[null, 300]])
    expect(bounds('sofa under R300', { currency: 'ZAR' })).toEqual([[null, 300]])
    expect(bounds('sofa below rs. 10,000', { currency: 'INR' })).toEqual([[null, 10_000]])
    expect(bounds('soffa under 500 kr', { currency: 'SEK', locale: 'sv' })).toEqual([[null, 500]])
    expect(bounds('sofa entre 20 et 40 €', { locale: 'fr', currency: 'EUR' })).toEqual([[20, 40]])
    expect(bounds('sofa 10k to 12k')).toEqual([[10_000, 12_000]])
    expect(bounds('sofa under 1.5 million vnd', { currency: 'VND' })).toEqual([[null, 1_500_000]])
    expect(bounds('sofa over 20 under 50')).toEqual([
      [20, null],
      [null, 50],
    ])
    expect(bounds('sofa between 70 and 80')).toEqual([[70, 80]])
    expect(bounds('sofa under 400, grey')).toEqual([[null, 400]])
    expect(bounds('ソファ 5000円以下', { locale: 'ja', currency: 'JPY' })).toEqual([[null, 5000]])
  })

  it('P2: without a bound is only a preference: "around 50", "Rs 500", "cheap"', () => {
    expect(read(sofas, 'sofa around 50')).toBe('category:sofa | price:around 50 | [sofa]')
    expect(read(sofas, 'sofa Rs 500', { currency: 'INR' })).toBe('category:sofa | price:Rs 500 | [sofa]')
    expect(read(sofas, 'sofa 1000 to 1500')).toBe('category:sofa | price:1000 to 1500 | [sofa]')
    expect(read(sofas, 'cheap sofa')).toBe('price:cheap | category:sofa | [sofa]')
    expect(parse(sofas, 'cheapest sofa').readings[0].price?.share).toEqual([0, 0])
    expect(parse(sofas, 'not too expensive sofa').readings[0].price?.share).toEqual([0, 1 / 3])
    expect(parse(sofas, 'sofá barato', { locale: 'es' }).readings.at(-1)?.price?.share).toEqual([0, 1 / 3])
  })

  it('P3: is not read if the words mean something else', () => {
    for (const text of [
      'sofa 3 to 4 seats',
      'sofa 80-90',
      'sofa for under 3, 4 or 5 people',
      'tent for under 4 people',
      'air max 90',
      'rug 200 x 300',
      '50% cotton',
      'lamp under 5 ft tall',
    ])
      expect([text, bounds(text)]).toEqual([text, []])
    expect(bounds('lego ab 6', { locale: 'de' })).toEqual([])
    expect(bounds('dumbbell under 20 pounds', { currency: 'USD' })).toEqual([])
    expect(bounds('dumbbell under 20 pounds', { currency: 'GBP' })).toEqual([[null, 20]])
    expect(bounds('trousers r 34', { currency: 'USD' })).toEqual([])
  })

  it('P4: is a name if products have that name', () => {
    const gifts = shopOf([{ title: 'Gifts under 50' }, { title: 'Budget planner' }, { title: '10k gold ring' }])
    expect(parse(gifts, 'gifts under 50').operators).toEqual([])
    expect(parse(gifts, 'budget planner').readings).toEqual([])
    expect(parse(gifts, '10k to 14k gold ring').operators).toEqual([])
    const shoes = shopOf([{ title: 'Kids shoes', variants: [{ options: { Size: '28' } }] }])
    expect(read(shoes, 'shoes 28 to 32')).not.toContain('price')
  })

  it('P5: is disabled by its text, and its amount is then not searched for', () => {
    expect(read(sofas, 'sofa under $50', { ignore: ['Under $50'] })).toBe(read(sofas, 'sofa'))
    expect(read(sofas, 'cheap sofa', { ignore: ['cheap'] })).toBe(read(sofas, 'sofa'))
  })
})

describe('filler', () => {
  it('F1: surrounds what is asked for and is not searched for, in every language', () => {
    for (const text of [
      'do you have a lamp?',
      'Looking for a lamp',
      'hi, can I get lamp please',
      "I'm looking for some lamp",
      'I want to buy a lamp',
      'something like a lamp',
      'lamp for sale',
      'which lamp do you have?',
    ])
      expect([text, parse(soaps, text).terms.map(({ word }) => word)]).toEqual([text, ['lamp']])
  })

  it('F2: in any listed phrase before or after a word changes no term', () => {
    for (const language of LANGUAGES)
      for (const phrase of languageWords(language).filler ?? [])
        for (const text of [`${phrase} xqv`, `xqv ${phrase}`])
          expect([text, parse(soaps, text, { locale: language }).terms.map(({ word }) => word)]).toEqual([
            text,
            ['xqv'],
          ])
  })

  it('F3: alone is what is asked for, and a name is not filler', () => {
    expect(read(soaps, 'something')).toBe('[something]')
    expect(read(shopOf([{ title: 'Something Blue print' }]), 'something blue')).toBe('something [blue]')
  })
})

describe('an exclusion', () => {
  it('X1: by a dash, "without" or "no" is an operator, unless products have that name', () => {
    expect(read(soaps, 'soap -rose -mint')).toBe('!exclusion:-rose | !exclusion:-mint | [soap]')
    expect(read(soaps, 'soap without the rose dish')).toBe('!exclusion:without the rose | soap [dish]')
    expect(read(soaps, 'soap w/o rose')).toBe('!exclusion:w/o rose | [soap]')
    expect(read(soaps, 'soap no rose')).toBe('!exclusion:no rose | [soap]')
    expect(read(shopOf([{ title: 'No show socks' }]), 'no show socks')).toBe('no show [socks]')
    expect(read(soaps, 'rose soap no 7')).toBe('rose [soap] no 7')
    expect(read(soaps, 'soap withot rose')).toBe('!exclusion:withot rose | [soap]')
    expect(read(soaps, 'soap other than rose')).toBe('!exclusion:other than rose | [soap]')
    expect(read(soaps, 'soap that is not 7')).toBe('!exclusion:not 7 | [soap]')
  })

  it('X2: is recognized in every language', () => {
    const said = [
      ['da', 'uden rose'],
      ['de', 'ohne rose'],
      ['es', 'sin rose'],
      ['fi', 'ilman rose'],
      ['fr', 'sans rose'],
      ['it', 'senza rose'],
      ['ja', 'rose なし'],
      ['ko', 'rose 없는'],
      ['nl', 'zonder rose'],
      ['no', 'uten rose'],
      ['pt', 'sem rose'],
      ['sv', 'utan rose'],
      ['th', 'ไม่มี rose'],
      ['zh', '不含 rose'],
    ]
    for (const [locale, text] of said)
      expect([text, parse(soaps, `xqv ${text}`, { locale }).operators.map(({ label }) => label)]).toEqual([
        text,
        ['rose'],
      ])
  })

  it('X3: needs a word to exclude, and a dash needs something else that is asked for', () => {
    expect(read(soaps, 'soap without')).toBe('soap [without]')
    expect(read(soaps, '-rose -mint')).toBe('rose [mint]')
  })

  it('X4: alone means products that state that they lack the word', () => {
    const isStrict = (text: string) => parse(soaps, text).operators.some(({ mustDeny }) => mustDeny)
    expect(['without fragrance', 'soap without fragrance', 'without fragrance under $20'].map(isStrict)).toEqual([
      true,
      false,
      false,
    ])
  })

  it('X5: covers a whole name, as far as products have its words side by side', () => {
    const club = { title: 'Real Sociedad Club scarf' }
    expect(parse(shopOf([club, club]), 'scarf without real sociedad club').operators[0].label).toBe(
      'real sociedad club',
    )
    const leather = shopOf([{ title: 'Leather strap watch' }, { title: 'Leather belt' }, { title: 'Leather bag' }])
    expect(parse(leather, 'watch without leather strap blue').operators[0].label).toBe('leather strap')
  })

  it('X6: does not contradict what is asked for in the same words', () => {
    const tools = shopOf([{ title: 'Tool case' }, { title: 'Dog bowl stand' }])
    expect(read(tools, 'tool cases without tools')).toBe('tool [cases]')
    expect(read(tools, 'dog bowl stand with no bowls')).toBe('dog bowl [stand]')
    expect(read(tools, 'tool cases without bowls')).toBe('!exclusion:without bowls | tool [cases]')
  })

  it('X7: that is disabled becomes a normal word', () => {
    expect(read(soaps, 'soap -rose', { ignore: ['-rose'] })).toBe('soap [rose]')
    expect(read(soaps, 'soap without rose', { ignore: ['without rose'] })).toBe('soap [rose]')
  })
})

describe('a quoted phrase', () => {
  it('Q1: is an operator, its words are searched for, and they have no other meaning', () => {
    expect(read(sofas, '"red" sofa')).toBe('!phrase:"red" | category:sofa | red [sofa]')
    expect(read(sofas, 'sofa "under $50"')).toBe('category:sofa | !phrase:"under $50" | [sofa] under 50')
    expect(read(sofas, 'sofa 24" or 27"')).toBe('category:sofa | [sofa] 24inch 27inch')
  })
})

describe('any query', () => {
  const words = fc.constantFrom(
    'red',
    'sofa',
    'lamp',
    '-navy',
    'under',
    '50',
    '$50',
    '"blue',
    '"',
    'size',
    '10',
    'do you have',
    'without',
    'cheap',
    '24in',
    'for',
    'the',
    '10k',
    'to',
    '💡',
    'É',
    '  ',
  )

  it('A1: has terms and readings over existing tokens, and no silent token is a term', () => {
    fc.assert(
      fc.property(fc.array(words, { maxLength: 12 }), fc.constantFrom('en', 'de', 'ja', 'xx'), (list, locale) => {
        const query = parse(sofas, list.join(' '), { locale })
        for (const { first, end } of [...query.readings, ...query.operators, ...query.terms]) {
          expect(first).toBeGreaterThanOrEqual(0)
          expect(end).toBeGreaterThan(first)
          expect(end).toBeLessThanOrEqual(query.tokens.length)
        }
        for (const { first, end } of query.terms)
          expect(query.tokens.slice(first, end).every(({ role }) => role === 'word')).toBe(true)
        expect(query.head).toBeLessThan(Math.max(1, query.terms.length))
      }),
    )
  })

  it('A2: has the same meaning whatever its case, spaces, emoji and closing punctuation', () => {
    const plain = fc.array(fc.constantFrom('red', 'sofa', 'lamp', 'under', '50', 'size', '10', 'cheap', 'for'), {
      minLength: 1,
      maxLength: 8,
    })
    fc.assert(
      fc.property(plain, (list) => {
        const shape = (text: string) => {
          const { terms, readings, operators } = parse(sofas, text)
          return { terms: terms.map(({ word }) => word), kinds: [...readings, ...operators].map(({ kind }) => kind) }
        }
        expect(shape(`${list.join('  ').toUpperCase()} 👍!`)).toEqual(shape(list.join(' ')))
      }),
    )
  })

  it('A3: of any length stays bounded', () => {
    const query = parse(sofas, Array.from({ length: 300 }, (_, i) => `w${i}`).join(' '))
    expect(query.terms.length).toBeLessThanOrEqual(24)
    expect(parse(soaps, `soap ${'-rose '.repeat(60)}`).operators.length).toBeLessThanOrEqual(6)
  })

  it('A4: does not interpret a word that is still being typed', () => {
    expect(read(sofas, 'sofa red', { isTyping: true })).toBe('sofa [red]')
  })

  it('A5: excludes the shop’s and the language’s stop words from the terms, unless there is nothing else', () => {
    expect(parse(soaps, 'the lamp for a desk').terms.map(({ word }) => word)).toEqual(['lamp', 'desk'])
    expect(parse(soaps, 'for the').terms.map(({ word }) => word)).toEqual(['for', 'the'])
    expect(parse(soaps, 'under armour shorts').terms.map(({ word }) => word)).toEqual(['under', 'armour', 'shorts'])
  })
})
