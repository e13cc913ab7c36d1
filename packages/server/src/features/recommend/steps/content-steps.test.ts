import { describe, expect, it } from 'vitest'
import { createContext, idsOf, query, told } from '../testing/shop-context.ts'
import { alike, likenessBetween, likesOf } from './content-steps.ts'

const products = [
  { id: 1, title: 'aa', productType: 'Lamp', tags: ['oak'], vendor: 'Lumen' },
  { id: 2, title: 'bb', productType: 'Lamp', tags: ['oak'] },
  { id: 3, title: 'cc', productType: 'Rug', tags: ['oak'] },
  { id: 4, title: 'dd', productType: 'Mug' },
  ...Array.from({ length: 12 }, (_, i) => ({ id: 20 + i, title: 'zz', productType: `Type ${i}` })),
]

describe('products alike', () => {
  it('R1: same type and tag before the tag alone, and nothing that shares nothing', () => {
    expect(told(alike(createContext({ products }), query({ anchors: [1] })))).toEqual([
      [2, 'content', 'the same kind of thing'],
      [3, 'content', 'similar in style'],
    ])
  })

  it('R1b: what could replace the anchor comes before what shares more marks with it', () => {
    const marks = ['linen', 'spring', 'sale', 'new']
    const shop = [
      { id: 1, title: 'Wrap Dress', productType: 'Dresses', tags: marks, vendor: 'Co' },
      { id: 2, title: 'Front Press Pant', productType: 'Pants', tags: marks, vendor: 'Co' },
      { id: 3, title: 'Slip', productType: 'Dresses' },
      ...Array.from({ length: 12 }, (_, i) => ({ id: 20 + i, title: `other${i}`, productType: `Type ${i}` })),
    ]
    expect(idsOf(alike(createContext({ products: shop }), query({ anchors: [1] })))).toEqual([3, 2])
  })

  it('R1c: small words of titles say nothing: a towel for babies is no shoe for babies', () => {
    const shop = [
      { id: 1, title: 'Toalla para el bano' },
      { id: 2, title: 'Zapato para el pie' },
      { id: 3, title: 'Toalla grande' },
      ...Array.from({ length: 12 }, (_, i) => ({ id: 20 + i, title: `cosa${i}` })),
    ]
    const config = { shop: { primary_locale: 'es' } }
    expect(idsOf(alike(createContext({ products: shop, config }), query({ anchors: [1] })))).toEqual([3])
  })

  it('R2: scores run from 1 down, and no more are read than asked for', () => {
    const likes = likesOf(createContext({ products }), [1])
    expect(likes.scores[0]).toBe(1)
    expect(likes.scores[1]).toBeLessThan(1)
    expect(Array.from(likesOf(createContext({ products }), [1], 1).ids)).toEqual([2])
  })

  it('R3: half of what vectors say is added; what is not in the catalog never comes', () => {
    const nearest = () => [{ productId: 4, score: 0.8 }, { productId: 3, score: 0.9 }, { productId: 999, score: 1 }] // biome-ignore format: one line reads better
    const context = createContext({ products, nearest })
    const likes = likesOf(context, [1])
    const score = new Map(Array.from(likes.ids, (id, i) => [id, likes.scores[i] as number]))
    const own = (id: number) => likenessBetween(context, 1, id)
    const best = Math.max(own(2), own(3) + 0.45)
    expect([...score.keys()].sort()).toEqual([2, 3, 4])
    expect(score.get(3)).toBeCloseTo((own(3) + 0.45) / best, 5)
    expect(score.get(4)).toBeCloseTo(0.4 / best, 5)
    expect(told(alike(context, query({ anchors: [1] }))).find(([id]) => id === 4)?.[2]).toBe('similar in style')
  })

  it('R4: several anchors add up, and none of them comes', () => {
    const likes = likesOf(createContext({ products }), [1, 2])
    expect(Array.from(likes.ids)).toEqual([3])
  })

  it('R5: unknown products are like nothing', () => {
    const context = createContext({ products })
    expect([likenessBetween(context, 1, 999), likenessBetween(context, 999, 1)]).toEqual([0, 0])
    expect(idsOf(alike(context, query({ anchors: [999] })))).toEqual([])
  })
})
