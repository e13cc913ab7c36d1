import { describe, expect, it } from 'vitest'
import type { Product } from '../../ports/record-store/product.ts'
import { saysColor, splitColorWords } from './color-words.ts'
import { describePicture } from './describe-picture.ts'
import type { PictureColor } from './picture-colors.ts'
import { splitCheaper } from './cheaper.ts'
import { readFacets } from './read-facets.ts'

const product = (productType: string, more: Partial<Product> = {}) =>
  ({ productType, title: 'Coat', tags: [], options: [], ...more }) as unknown as Product
const color = (name: string, share: number): PictureColor => ({
  name,
  share,
  family: null,
  hex: '#000000',
  lab: [0, 0, 0],
})

describe('what a picture shows, in words', () => {
  it('names the type that half of the alike products have, and the colors worth a word', () => {
    const alike = [product('Coats'), product('Coats'), product('Jackets'), product('')]
    expect(describePicture(alike, [color('navy', 0.6), color('white', 0.3), color('red', 0.1)])).toEqual({
      productType: 'Coats',
      caption: 'navy and white coats',
    })
  })

  it('is silent where nothing looks alike, the neighbours disagree or have no type', () => {
    expect(describePicture([], [color('navy', 1)]).caption).toBeNull()
    expect(
      describePicture(
        ['A', 'B', 'C'].map((type) => product(type)),
        [color('navy', 1)],
      ).caption,
    ).toBeNull()
    expect(describePicture([product('')], [color('navy', 1)]).caption).toBeNull()
  })
})

describe('words beside a picture', () => {
  it('keeps colors and the rest apart', () => {
    const { text, colors } = splitColorWords('wool coat, Grey or burgundy!')
    expect(text).toBe('wool coat, or')
    expect(colors.map(({ name }) => name)).toEqual(['grey', 'maroon'])
  })

  it('finds a color in title, tags and options by any of its names', () => {
    const [grey] = splitColorWords('gray').colors
    expect(saysColor(product('', { title: 'Coat in grey wool' }), grey!)).toBe(true)
    expect(saysColor(product('', { tags: ['Winter', 'GRAY'] }), grey!)).toBe(true)
    const options = [{ id: 1, name: 'Color', position: 1, values: ['Red', 'Grey/White'] }]
    expect(saysColor(product('', { options }), grey!)).toBe(true)
    expect(saysColor(product('', { title: 'Greyhound statue' }), grey!)).toBe(false)
  })
})

describe('facets', () => {
  it('reads a list, an object by key and a single filter alike', () => {
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

describe('words beside a picture', () => {
  it('ask for what is cheaper in several languages, and keep the other words', () => {
    expect(splitCheaper('in green but cheaper')).toEqual({ rest: 'in green', wantsCheaper: true })
    expect(splitCheaper('moins cher')).toEqual({ rest: '', wantsCheaper: true })
    expect(splitCheaper('günstiger aus Leinen')).toEqual({ rest: 'aus Leinen', wantsCheaper: true })
    expect(splitCheaper('linen')).toEqual({ rest: 'linen', wantsCheaper: false })
  })
})
