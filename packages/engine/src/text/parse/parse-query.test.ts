import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../analysis/analyzer.ts'
import { parseQuery } from './parse-query.ts'

function read(text: string, locale = 'en') {
  const { wanted, excluded } = parseQuery(text, analyzerFor(locale), new Set())
  return { wanted: wanted.map(({ word }) => word), excluded: excluded.map(({ word }) => word) }
}

describe('what is not wanted', () => {
  it('stands after a negator, also behind an article', () => {
    expect(read('bag without handles')).toEqual({ wanted: ['bag'], excluded: ['handles'] })
    expect(read('bag without any handles')).toEqual({ wanted: ['bag'], excluded: ['handles'] })
    expect(read('tasche ohne einen henkel', 'de')).toEqual({ wanted: ['tasche'], excluded: ['henkel'] })
    expect(read("crème sans l'huile", 'fr')).toEqual({ wanted: ['creme'], excluded: ['huile'] })
    expect(read('cookies w/o sugar')).toEqual({ wanted: ['cookies'], excluded: ['sugar'] })
  })

  it('or after a dash, wherever it stands', () => {
    expect(read('bag -leather -red')).toEqual({ wanted: ['bag'], excluded: ['leather', 'red'] })
    expect(read('-leather bag')).toEqual({ wanted: ['bag'], excluded: ['leather'] })
    expect(read('bag –leather')).toEqual({ wanted: ['bag'], excluded: ['leather'] })
    expect(read('freezer -20')).toEqual({ wanted: ['freezer', '20'], excluded: [] })
    expect(read('wh-1000xm4')).toEqual({ wanted: ['wh1000xm4'], excluded: [] })
  })

  it('is looked for when there is nothing else to look for', () => {
    expect(read('-leather')).toEqual({ wanted: ['leather'], excluded: [] })
    expect(read('without')).toEqual({ wanted: ['without'], excluded: [] })
  })
})

describe('the word that says a size', () => {
  it('need not stand in a product', () => {
    expect(read('shoes size 10').wanted).toEqual(['shoes', '10'])
    expect(read('schuhe gr. 42', 'de').wanted).toEqual(['schuhe', '42'])
    expect(read('robe taille xl', 'fr').wanted).toEqual(['robe', 'xl'])
    expect(read('king size bed').wanted).toEqual(['king', 'size', 'bed'])
    expect(read('size').wanted).toEqual(['size'])
  })
})

describe('stop words', () => {
  it('do not swallow what shops sell or how it is', () => {
    expect(read('under armour shorts').wanted).toEqual(['under', 'armour', 'shorts'])
    expect(read('trash can').wanted).toEqual(['trash', 'can'])
    expect(read('damen uhr', 'de').wanted).toEqual(['damen', 'uhr'])
    expect(read('lange hose', 'de').wanted).toEqual(['lange', 'hose'])
    expect(read('die hose für den mann', 'de').wanted).toEqual(['hose', 'mann'])
    expect(read('kleid m', 'de').wanted).toEqual(['kleid', 'm'])
    expect(read("robe d'été", 'fr').wanted).toEqual(['robe', 'ete'])
    expect(read('robe taille s', 'fr').wanted).toEqual(['robe', 's'])
    expect(read('shampoo voor haar', 'nl').wanted).toEqual(['shampoo', 'haar'])
    expect(read('stor väska', 'sv').wanted).toEqual(['stor', 'vaska'])
    expect(read('ny jakke', 'da').wanted).toEqual(['ny', 'jakke'])
    expect(read('아이 신발', 'ko').wanted).toEqual(['아이', '신발'])
    expect(read('kengät 9', 'fi').wanted).toEqual(['kengat', '9'])
  })
})

describe('the parts of a query', () => {
  const parse = (text: string, locale = 'en', own: string[] = []) => parseQuery(text, analyzerFor(locale), new Set(own))
  const headOf = (text: string, locale = 'en') => {
    const { wanted, head } = parse(text, locale)
    return wanted[head]?.word
  }

  it('Y1: the thing is the last word, or the last before "for" and the like; the first where a language names it first', () => {
    expect(headOf('red leather sandals')).toBe('sandals')
    expect(headOf('leather sandals for women')).toBe('sandals')
    expect(headOf('case with strap')).toBe('case')
    expect(headOf('for women')).toBe('women')
    expect(headOf('the sandals for the women')).toBe('sandals')
    expect(headOf('funda de móvil', 'es')).toBe('funda')
    expect(parse('').head).toBe(-1)
    expect(parse('', 'es').head).toBe(-1)
  })

  it('does not take how many come together for what is asked for', () => {
    expect(headOf('mug set of 4')).toBe('mug')
    expect(headOf('set of 4 mugs for coffee')).toBe('mugs')
    expect(headOf('juego de 4 tazas', 'es')).toBe('tazas')
    expect(headOf('pair')).toBe('pair')
    expect(headOf('4 pares', 'es')).toBe('4')
  })

  it('does not take a measure or a size for what is asked for, where there is something else', () => {
    expect(headOf('lamp 60 watt')).toBe('lamp')
    expect(headOf('boots size 9')).toBe('boots')
    expect(headOf('talla 4 vestido', 'es')).toBe('vestido')
    expect(headOf('24 inch')).toBe('24inch')
    expect(headOf('juventus home 2025')).toBe('2025')
  })

  it('Y2: a number and its unit are one term, attached or apart', () => {
    const measures = (text: string) => parse(text).terms.map(({ word, measure }) => [word, measure?.unit ?? null])
    expect(measures('monitor 24 inch')).toEqual([
      ['monitor', null],
      ['24inch', 'inch'],
    ])
    expect(measures('24in monitor')).toEqual([
      ['24in', 'in'],
      ['monitor', null],
    ])
    expect(measures('18v drill')[0]).toEqual(['18v', 'v'])
    // These letters are sizes and models as well.
    expect(measures('size 10 m')).toEqual([
      ['size', null],
      ['10', null],
      ['m', null],
    ])
    expect(measures('24 in in')).toEqual([
      ['24in', 'in'],
      ['in', null],
    ])
  })

  it('Y3: "10" in "size 10" is said to be a size', () => {
    expect(parse('shoes size 10').terms.map(({ isSize, optional }) => [isSize ?? false, optional])).toEqual([
      [false, false],
      [false, true],
      [true, false],
    ])
    expect(parse('shoes 10').terms.some(({ isSize }) => isSize)).toBe(false)
  })

  it('Y4: the shop’s own stop words count as the language’s, unless there is nothing else', () => {
    expect(parse('acme lamp', 'en', ['acme']).wanted.map(({ word }) => word)).toEqual(['lamp'])
    expect(parse('acme', 'en', ['acme']).wanted.map(({ word }) => word)).toEqual(['acme'])
  })

  it('Y5: 24 words and four exclusions count, of the first 400 letters', () => {
    const words = Array.from({ length: 30 }, (_, i) => `w${String.fromCharCode(97 + (i % 26))}${i}`)
    expect(parse(words.join(' ')).terms).toHaveLength(24)
    expect(parse('bag -aaa -bbb -ccc -ddd -eee').excluded).toHaveLength(4)
    expect(parse(`${'a'.repeat(398)} bcd`).text).toBe(`${'a'.repeat(398)} b`)
  })

  it('Y6: a negator of six letters is known with one of them wrong, a shorter one is not', () => {
    const excluded = (text: string, locale = 'en') => parse(text, locale).excluded.map(({ word }) => word)
    expect(excluded('bag witout handles')).toEqual(['handles'])
    expect(excluded('bag withot handles')).toEqual(['handles'])
    expect(excluded('bag wthot handles')).toEqual([])
    expect(excluded('tasche ohna henkel', 'de')).toEqual([])
    expect(excluded('bag without')).toEqual([])
    expect(excluded('without handles')).toEqual([])
  })

  it('Y7: the whole query is a part number without its marks', () => {
    expect(parse('DK-310').partNumber).toBe('dk310')
    expect(parse('dk 310/i').partNumber).toBe('dk310i')
  })
})
