import { describe, expect, it } from 'vitest'
import type { Product } from '../../ports/record-store/product.ts'
import { saysColour, splitColourWords } from './colour-words.ts'
import { describePicture } from './describe-picture.ts'
import type { PictureColour } from './picture-colours.ts'
import { readFacets } from './read-facets.ts'

const product = (productType: string, more: Partial<Product> = {}) =>
  ({ productType, title: 'Coat', tags: [], options: [], ...more }) as unknown as Product
const colour = (name: string, share: number): PictureColour => ({ name, share, hex: '#000000', lab: [0, 0, 0] })

describe('what a picture shows, in words', () => {
  it('names the type that half of the alike products have, and the colours worth a word', () => {
    const alike = [product('Coats'), product('Coats'), product('Jackets'), product('')]
    expect(describePicture(alike, [colour('navy', 0.6), colour('white', 0.3), colour('red', 0.1)])).toEqual({
      productType: 'Coats',
      caption: 'navy and white coats',
    })
  })

  it('is silent where nothing looks alike, the neighbours disagree or have no type', () => {
    expect(describePicture([], [colour('navy', 1)]).caption).toBeNull()
    expect(
      describePicture(
        ['A', 'B', 'C'].map((type) => product(type)),
        [colour('navy', 1)],
      ).caption,
    ).toBeNull()
    expect(describePicture([product('')], [colour('navy', 1)]).caption).toBeNull()
  })
})

describe('words beside a picture', () => {
  it('keeps colours and the rest apart', () => {
    const { text, colours } = splitColourWords('wool coat, Grey or burgundy!')
    expect(text).toBe('wool coat, or')
    expect(colours.map(({ name }) => name)).toEqual(['grey', 'maroon'])
  })

  it('finds a colour in title, tags and options by any of its names', () => {
    const [grey] = splitColourWords('gray').colours
    expect(saysColour(product('', { title: 'Coat in grey wool' }), grey!)).toBe(true)
    expect(saysColour(product('', { tags: ['Winter', 'GRAY'] }), grey!)).toBe(true)
    const options = [{ id: 1, name: 'Color', position: 1, values: ['Red', 'Grey/White'] }]
    expect(saysColour(product('', { options }), grey!)).toBe(true)
    expect(saysColour(product('', { title: 'Greyhound statue' }), grey!)).toBe(false)
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
