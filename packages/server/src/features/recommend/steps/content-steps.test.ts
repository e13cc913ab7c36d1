import { describe, expect, it } from 'vitest'
import { createContext, idsOf, query, explained } from '../testing/shop-context.ts'
import { similarInCatalog, similarityBetween, similarProducts } from './content-steps.ts'

const products = [
  { id: 1, title: 'aa', productType: 'Lamp', tags: ['oak'], vendor: 'Lumen' },
  { id: 2, title: 'bb', productType: 'Lamp', tags: ['oak'] },
  { id: 3, title: 'cc', productType: 'Rug', tags: ['oak'] },
  { id: 4, title: 'dd', productType: 'Mug' },
  ...Array.from({ length: 12 }, (_, i) => ({ id: 20 + i, title: 'zz', productType: `Type ${i}` })),
]

describe('similar products', () => {
  it('R1: share type and tag first, then only the tag; products that share nothing never come', () => {
    expect(explained(similarInCatalog(createContext({ products }), query({ anchors: [1] })))).toEqual([
      [2, 'content', 'the same kind of thing'],
      [3, 'content', 'similar in style'],
    ])
  })

  it('R1b: begin with those that could replace the anchor, even if others share more tags', () => {
    const marks = ['linen', 'spring', 'sale', 'new']
    const shop = [
      { id: 1, title: 'Wrap Dress', productType: 'Dresses', tags: marks, vendor: 'Co' },
      { id: 2, title: 'Front Press Pant', productType: 'Pants', tags: marks, vendor: 'Co' },
      { id: 3, title: 'Slip', productType: 'Dresses' },
      ...Array.from({ length: 12 }, (_, i) => ({ id: 20 + i, title: `other${i}`, productType: `Type ${i}` })),
    ]
    expect(idsOf(similarInCatalog(createContext({ products: shop }), query({ anchors: [1] })))).toEqual([3, 2])
  })

  it('R1c: need more than common stop words: a towel for babies is no shoe for babies', () => {
    const shop = [
      { id: 1, title: 'Toalla para el bano' },
      { id: 2, title: 'Zapato para el pie' },
      { id: 3, title: 'Toalla grande' },
      ...Array.from({ length: 12 }, (_, i) => ({ id: 20 + i, title: `cosa${i}` })),
    ]
    const config = { shop: { primary_locale: 'es' } }
    expect(idsOf(similarInCatalog(createContext({ products: shop, config }), query({ anchors: [1] })))).toEqual([3])
  })

  it('R2: have scores from 1 down, and are at most as many as requested', () => {
    const similar = similarProducts(createContext({ products }), [1])
    expect(similar.scores[0]).toBe(1)
    expect(similar.scores[1]).toBeLessThan(1)
    expect(Array.from(similarProducts(createContext({ products }), [1], 1).ids)).toEqual([2])
  })

  it('R3: add half of the vector similarity, and leave out products that are not in the catalog', () => {
    const nearest = () => [{ productId: 4, score: 0.8 }, { productId: 3, score: 0.9 }, { productId: 999, score: 1 }] // biome-ignore format: one line reads better
    const context = createContext({ products, nearest })
    const similar = similarProducts(context, [1])
    const score = new Map(Array.from(similar.ids, (id, i) => [id, similar.scores[i] as number]))
    const own = (id: number) => similarityBetween(context.catalog, 1, id)
    const best = Math.max(own(2), own(3) + 0.45)
    expect([...score.keys()].sort()).toEqual([2, 3, 4])
    expect(score.get(3)).toBeCloseTo((own(3) + 0.45) / best, 5)
    expect(score.get(4)).toBeCloseTo(0.4 / best, 5)
    expect(explained(similarInCatalog(context, query({ anchors: [1] }))).find(([id]) => id === 4)?.[2]).toBe(
      'similar in style',
    )
  })

  it('R4: add up over several anchors, and never include one', () => {
    const similar = similarProducts(createContext({ products }), [1, 2])
    expect(Array.from(similar.ids)).toEqual([3])
  })

  it('R5: do not exist for unknown products', () => {
    const context = createContext({ products })
    expect([similarityBetween(context.catalog, 1, 999), similarityBetween(context.catalog, 999, 1)]).toEqual([0, 0])
    expect(idsOf(similarInCatalog(context, query({ anchors: [999] })))).toEqual([])
  })
})
