import { describe, expect, it } from 'vitest'
import { analyzerFor } from '../text/analysis/analyzer.ts'
import { colorMeant, familyOfColor, familyOfWord, shadesOf } from './color-names.ts'
import { colorNameIn } from './color-families.ts'

const NAMES =
  'black,charcoal,grey,silver,white,cream,beige,tan,camel,cognac,brown,terracotta,rust,maroon,red,coral,orange,mustard,ochre,yellow,olive,sage,green,dark green,mint,teal,turquoise,light blue,blue,denim,navy,plum,purple,lavender,magenta,pink,rose,blush'.split(
    ',',
  )

describe('the names of colors in the languages of storefronts', () => {
  it('are those that shops in the language use', () => {
    expect(['navy', 'dark green', 'white', 'rose'].map((name) => colorNameIn(name, 'de'))).toEqual([
      'marineblau',
      'dunkelgrün',
      'weiß',
      'altrosa',
    ])
    expect(['navy', 'rust', 'silver'].map((name) => colorNameIn(name, 'fr'))).toEqual([
      'bleu marine',
      'rouille',
      'argenté',
    ])
    expect(['navy', 'mint', 'cognac'].map((name) => colorNameIn(name, 'es'))).toEqual(['azul marino', 'menta', 'coñac'])
    expect(['navy', 'light blue', 'rose'].map((name) => colorNameIn(name, 'ja'))).toEqual([
      'ネイビー',
      'ライトブルー',
      'ローズ',
    ])
  })

  it('are English if the language has none', () => {
    expect(colorNameIn('navy', 'en')).toBe('navy')
    expect(colorNameIn('navy', 'fi')).toBe('navy')
  })

  it.each(['de', 'es', 'fr', 'ja'])(
    'of one language are all different, and text search counts them to the same family: %s',
    (language) => {
      const local = NAMES.map((name) => colorNameIn(name, language))
      expect(new Set(local).size).toBe(NAMES.length)
      const family = (words: string) => words.split(' ').map((word) => familyOfWord(word, analyzerFor(language)))
      for (const [i, name] of NAMES.entries())
        expect([local[i], family(local[i]!)]).toEqual([local[i], expect.arrayContaining([familyOfColor(name)])])
    },
  )

  it('are read in every inflected form, except in English, where "reds" and "golds" mean something else', () => {
    expect(['reds', 'golds', 'blues'].map((word) => familyOfWord(word, analyzerFor('en')))).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(familyOfWord('roten', analyzerFor('de'))).toBe('red')
  })

  it('mean the same color in a query', () => {
    const meant = (word: string, language: string) => colorMeant(word, analyzerFor(language))
    expect(meant('marineblau', 'de')).toMatchObject({ name: 'navy', family: 'blue', isFamily: false })
    expect(meant('Dunkelgrün', 'de')).toMatchObject({ name: 'dark green', family: 'green', isFamily: false })
    expect(meant('ネイビー', 'ja')).toMatchObject({ name: 'navy', family: 'blue', isFamily: false })
    expect(meant('mostaza', 'es')).toMatchObject({ name: 'mustard', family: 'yellow', isFamily: false })
    expect(meant('rose', 'fr')).toMatchObject({ name: 'pink', isFamily: true })
    expect(meant('rose', 'en')).toMatchObject({ name: 'rose', isFamily: false })
  })

  it("mean every shade for a family's own name, otherwise one shade", () => {
    const shades = (word: string, language = 'en') =>
      shadesOf(colorMeant(word, analyzerFor(language))!).map(({ name }) => name)
    expect(shades('blue')).toEqual(['teal', 'turquoise', 'light blue', 'blue', 'denim', 'navy'])
    expect(shades('blau', 'de')).toEqual(shades('blue'))
    expect([shades('navy'), shades('marineblau', 'de'), shades('burgundy')]).toEqual([['navy'], ['navy'], ['maroon']])
    expect(colorMeant('linen', analyzerFor('en'))).toBeUndefined()
    expect(familyOfWord('linen', analyzerFor('en'))).toBe('beige')
    expect(colorMeant('sofa', analyzerFor('en'))).toBeUndefined()
    expect([shades('navy', 'fr'), shades('Black', 'de')]).toEqual([['navy'], shades('black')])
  })
})
