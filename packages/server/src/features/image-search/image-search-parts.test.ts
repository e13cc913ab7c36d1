import { describe, expect, it } from 'vitest'
import type { Product } from '../../ports/record-store/product.ts'
import { saysColor, splitColorWords } from './color-words.ts'
import { describePicture } from './describe-picture.ts'
import type { PictureColor } from './picture-colors.ts'
import { readFacets, splitCheaper } from './image-search.ts'

const product = (productType: string, more: Partial<Product> = {}) =>
  ({ productType, title: 'Coat', tags: [], options: [], translations: {}, ...more }) as unknown as Product
const color = (name: string, share: number): PictureColor => ({
  name,
  share,
  family: null,
  hex: '#000000',
  lab: [0, 0, 0],
})

describe('the description of a picture', () => {
  it('names the type that half of the similar products have, and the main colors', () => {
    const alike = [product('Coats'), product('Coats'), product('Jackets'), product('')]
    expect(describePicture(alike, [color('navy', 0.6), color('white', 0.3), color('red', 0.1)], 'en')).toEqual({
      productType: 'Coats',
      caption: 'navy and white coats',
    })
  })

  it('puts the colors after the type in languages where they would have to agree with it', () => {
    const translations = { de: { product_type: 'Mäntel' }, fr: { product_type: 'Manteaux' } }
    const caption = (names: string[], locale: string) =>
      describePicture(
        [product('Coats', { translations })],
        names.map((name) => color(name, 0.5)),
        locale,
      ).caption
    expect(caption(['marineblau', 'weiß'], 'de-AT')).toBe('Mäntel, marineblau und weiß')
    expect(caption(['bleu marine'], 'fr')).toBe('Manteaux, bleu marine')
    expect(caption(['negro', 'rojo'], 'es')).toBe('Coats, negro y rojo')
    expect(caption(['ネイビー', 'ホワイト'], 'ja')).toBe('Coats, ネイビー×ホワイト')
  })

  it('is empty if nothing looks similar, or if the similar products disagree or have no type', () => {
    expect(describePicture([], [color('navy', 1)], 'en').caption).toBeNull()
    expect(
      describePicture(
        ['A', 'B', 'C'].map((type) => product(type)),
        [color('navy', 1)],
        'en',
      ).caption,
    ).toBeNull()
    expect(describePicture([product('')], [color('navy', 1)], 'en').caption).toBeNull()
  })
})

describe('words that come with a picture', () => {
  it('keeps colors and the rest apart', () => {
    const { text, colors } = splitColorWords('wool coat, Grey or burgundy!', 'en')
    expect(text).toBe('wool coat, or')
    expect(colors.map(({ name }) => name)).toEqual(['grey', 'maroon'])
  })

  it('finds a color in title, tags and options by any of its names', () => {
    const [grey] = splitColorWords('gray', 'en').colors
    expect(saysColor(product('', { title: 'Coat in grey wool' }), grey!, 'en')).toBe(true)
    expect(saysColor(product('', { tags: ['Winter', 'GRAY'] }), grey!, 'en')).toBe(true)
    const options = [{ id: 1, name: 'Color', position: 1, values: ['Red', 'Grey/White'] }]
    expect(saysColor(product('', { options }), grey!, 'en')).toBe(true)
    expect(saysColor(product('', { title: 'Greyhound statue' }), grey!, 'en')).toBe(false)
  })
})

describe('colors in the language of the storefront', () => {
  const named = (query: string, locale: string) => splitColorWords(query, locale).colors.map(({ name }) => name)

  it('are understood with their endings, and English ones everywhere', () => {
    expect(named('in Grün', 'de-DE')).toEqual(['green'])
    expect(named('blaue', 'de')).toEqual(['blue'])
    expect(named('en verte', 'fr')).toEqual(['green'])
    expect(named('roja', 'es-MX')).toEqual(['red'])
    expect(named('グリーン', 'ja')).toEqual(['green'])
    expect(named('navy', 'de')).toEqual(['navy'])
    expect(named('rot', 'en')).toEqual([])
  })

  it('are removed together with the words that introduce them', () => {
    const text = (query: string, locale: string) => splitColorWords(query, locale).text
    expect(text('like this but in green', 'en')).toBe('')
    expect(text('like this but in green linen', 'en')).toBe('linen')
    expect(text('so etwas aber in Grün', 'de')).toBe('')
    expect(text('le même mais en vert', 'fr')).toBe('')
    expect(text('como este pero en verde', 'es')).toBe('')
    expect(text('wool coat', 'en')).toBe('wool coat')
  })

  it('match every shade for a family, and only themselves for a shade, as in text search', () => {
    const [blue] = splitColorWords('blue', 'en').colors
    const [navy] = splitColorWords('navy', 'en').colors
    const options = (value: string) => [{ id: 1, name: 'Color', position: 1, values: [value] }]
    const [dark, light] = [product('', { options: options('Navy') }), product('', { options: options('Sky') })]
    expect([dark, light].map((one) => saysColor(one, blue!, 'en'))).toEqual([true, true])
    expect([dark, light].map((one) => saysColor(one, navy!, 'en'))).toEqual([true, false])
    const german = product('', { title: 'Blaues Hemd' })
    expect(saysColor(german, splitColorWords('blau', 'de').colors[0]!, 'de')).toBe(true)
  })
})

describe('facets', () => {
  it('are read from a list, from an object by key, or from a single filter', () => {
    const wanted = [{ key: 'size', value: ['M', '38'] }]
    expect(readFacets([{ key: 'size', value: ['M', '38'] }])).toEqual(wanted)
    expect(readFacets({ size: ['M', 38] })).toEqual(wanted)
    expect(readFacets({ key: 'size', value: ['M', 38] })).toEqual(wanted)
    expect(readFacets({ size: { value: 'M', operator: 'and' } })).toEqual([
      { key: 'size', value: ['M'], operator: 'and' },
    ])
    expect(readFacets(null)).toEqual([])
  })
})

describe('words for a price', () => {
  it('are understood in several languages, and other words are kept', () => {
    expect(splitCheaper('in green but cheaper')).toEqual({ rest: 'in green', wantsCheaper: true })
    expect(splitCheaper('moins cher')).toEqual({ rest: '', wantsCheaper: true })
    expect(splitCheaper('günstiger aus Leinen')).toEqual({ rest: 'aus Leinen', wantsCheaper: true })
    expect(splitCheaper('linen')).toEqual({ rest: 'linen', wantsCheaper: false })
  })
})
