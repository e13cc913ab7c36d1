import { analyzerFor, colorMeant } from '@vitrine/engine'
import { describe, expect, it } from 'vitest'
import type { Product } from '../../ports/record-store/product.ts'
import { variantsInColors } from './color-words.ts'
import { pictureMatch } from './matched-picture.ts'

const sofa = {
  variants: [
    { id: 1, optionValues: ['Rose'], imageId: 10 },
    { id: 2, optionValues: ['Olive'], imageId: 20 },
    { id: 3, optionValues: ['Forest green'], imageId: 30 },
    { id: 4, optionValues: ['Navy'], imageId: null },
  ],
  images: [10, 20, 30].map((id) => ({ id, src: `${id}.jpg` })),
} as unknown as Product

const green = colorMeant('green', analyzerFor('en'))!
const navy = colorMeant('navy', analyzerFor('en'))!
const inColor = (...colors: (typeof green)[]) => variantsInColors(sofa, colors, 'en')
const unfiltered = { passing: 1, isFiltered: false }

describe('the variant and the picture that matched', () => {
  it('are the nearest picture and the variant that it shows', () => {
    const match = pictureMatch(sofa, { ...unfiltered, src: '20.jpg', inColor: [] })
    expect(match).toEqual({ matched_variant_id: 2, matched_image: { id: 20, url: '20.jpg' } })
  })

  it('are those in the color of the query, even if another picture is nearer', () => {
    const match = pictureMatch(sofa, { ...unfiltered, src: '10.jpg', inColor: inColor(green) })
    expect(match).toEqual({ matched_variant_id: 2, matched_image: { id: 20, url: '20.jpg' } })
  })

  it('are the nearest picture of that color, if it is the nearest of all', () => {
    const match = pictureMatch(sofa, { ...unfiltered, src: '30.jpg', inColor: inColor(green) })
    expect(match).toEqual({ matched_variant_id: 3, matched_image: { id: 30, url: '30.jpg' } })
  })

  it('keep the nearest picture if the variant in that color has none', () => {
    const match = pictureMatch(sofa, { ...unfiltered, src: '10.jpg', inColor: inColor(navy) })
    expect(match).toEqual({ matched_variant_id: 4, matched_image: { id: 10, url: '10.jpg' } })
  })

  it('use the variant that the filters choose, if there are filters', () => {
    const match = pictureMatch(sofa, { src: '10.jpg', passing: 4, isFiltered: true, inColor: [] })
    expect(match.matched_variant_id).toBe(4)
  })
})

describe('the variants in a color', () => {
  it('have all requested colors, and are none if no color is requested', () => {
    expect(inColor(green).map(({ id }) => id)).toEqual([2, 3])
    expect(inColor(green, navy)).toEqual([])
    expect(inColor()).toEqual([])
  })
})
