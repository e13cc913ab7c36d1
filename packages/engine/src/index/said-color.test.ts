import { describe, expect, it } from 'vitest'
import type { ColorFamily } from '../colors/color-families.ts'
import { sampleDoc } from '../text/testing/sample-docs.ts'
import type { EngineDoc } from '../columns/engine-doc.ts'
import { buildIndex } from './shop-index.ts'
import { nearProducts, searchShop } from './testing/small-shop.ts'

interface Piece {
  title: string
  colors: readonly string[]
  pictureColor?: ColorFamily
  popularity?: number
  tags?: string[]
}

function docOf({ title, colors, pictureColor, popularity = 0, tags = [] }: Piece, i: number): EngineDoc {
  return {
    id: i + 1,
    title,
    text: sampleDoc({ title, options: [...colors], tags }),
    terms: {},
    variants: colors.map((color, v) => ({
      id: 10 * (i + 1) + v,
      price: 1,
      compareAt: null,
      available: true,
      options: { Color: color },
      pictureColor,
    })),
    collectionPlaces: {},
    rating: null,
    createdMs: 0,
    visibleFromMs: 0,
    popularity,
  }
}

function search(pieces: readonly Piece[], query: string, parts: Parameters<typeof searchShop>[2] = {}) {
  const index = buildIndex(pieces.map(docOf), 'en')
  return searchShop(index, query, parts).hits
}

const idsOf = (hits: readonly { id: number }[]) => hits.map(({ id }) => id)

const sofas: Piece[] = [
  { title: 'Sofa', colors: ['Teal'], popularity: 90 },
  { title: 'Sofa', colors: ['Navy'] },
  { title: 'Long sofa in the old style', colors: ['Grey', 'Blue'] },
  { title: 'Blue sofa of some length', colors: ['Indigo'] },
]

describe('a color in the query', () => {
  it('P1: ranks above its neighbours of the family, whatever sells', () => {
    const hits = search(sofas, 'blue sofa', { popularityWeight: 1 })
    expect(idsOf(hits).slice(0, 2).sort()).toEqual([3, 4])
  })

  it('P2: ranks above its neighbours of the family, whatever is near in meaning', () => {
    const hits = search(sofas, 'blue sofa', { semantic: nearProducts([1, 2]) })
    expect(idsOf(hits).slice(0, 2).sort()).toEqual([3, 4])
  })

  it('P3: does not outrank words: a product that lacks a word ranks lower', () => {
    const pieces = [
      { title: 'Sofa', colors: ['Blue'] },
      { title: 'Oak sofa', colors: ['Navy'] },
    ]
    expect(search(pieces, 'blue oak sofa')[0]!.id).toBe(2)
    const semantic = nearProducts([2, 1])
    expect(search(pieces, 'blue oak sofa', { semantic })[0]!.id).toBe(2)
  })

  it('P4: is the color of the variant that is shown', () => {
    const [hit] = search([{ title: 'Sofa', colors: ['Teal', 'Navy', 'Blue', 'Sky'] }], 'blue sofa')
    expect(hit!.variantId).toBe(12)
  })

  it('P6: is not read from tags, which name families', () => {
    const pieces = [
      { title: 'Sofa', colors: ['Navy'], tags: ['blue'], popularity: 9 },
      { title: 'Sofa', colors: ['Blue'] },
    ]
    expect(idsOf(search(pieces, 'blue sofa', { popularityWeight: 1 }))).toEqual([2, 1])
  })

  it('P8: ranks above a color that only a picture shows, whatever sells', () => {
    const pieces: Piece[] = [
      { title: 'Sofa', colors: ['Petal'], pictureColor: 'blue', popularity: 90 },
      { title: 'Sofa', colors: ['Teal'] },
      { title: 'Sofa', colors: ['Navy'] },
      { title: 'Sofa', colors: ['Blue'] },
    ]
    expect(search(pieces, 'blue sofa', { popularityWeight: 1 })[0]!.id).toBe(4)
  })

  it('P5: changes nothing if no color is in the query', () => {
    const hits = search(sofas, 'sofa', { popularityWeight: 1 })
    expect(hits[0]!.id).toBe(1)
  })
})
