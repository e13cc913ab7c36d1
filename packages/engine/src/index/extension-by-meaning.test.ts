import { describe, expect, it } from 'vitest'
import { DEFAULT_TEXT_SETTINGS } from '../text/text-settings.ts'
import { nearProducts, searchShop, smallShop } from './testing/small-shop.ts'

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))
const enough = DEFAULT_TEXT_SETTINGS.relaxBelow
const sofas = many(15, (i) => ({ title: `Sofa ${i}` }))
const couches = (count: number) => many(count, (i) => ({ title: `Couch ${i}` }))

describe('products near in meaning', () => {
  it('are added if words find too little, and the answer says how many', () => {
    const shop = smallShop([...sofas, ...couches(enough - 1)])
    const { total, extendedByMeaning } = searchShop(shop, 'couch', { semantic: nearProducts([1, 2, 3, 16]) })
    expect({ total, extendedByMeaning }).toEqual({ total: enough - 1 + 3, extendedByMeaning: 3 })
  })

  it('are not added if words find enough: the answer is the same set with and without the query’s vector', () => {
    const shop = smallShop([...sofas, ...couches(enough)])
    const semantic = nearProducts([1, 2, 3, 16])
    const set = (parts: object) =>
      searchShop(shop, 'couch', parts)
        .hits.map(({ id }) => id)
        .sort((a, b) => a - b)
    expect(set({ semantic })).toEqual(set({}))
    expect(searchShop(shop, 'couch', { semantic }).extendedByMeaning).toBe(0)
  })

  it('are at most a quarter of the shop, the nearest', () => {
    const shop = smallShop([...sofas, ...couches(2)])
    const { hits, extendedByMeaning } = searchShop(shop, 'davenport', {
      semantic: nearProducts([4, 9, 1, 7, 2, 12, 3]),
    })
    expect(extendedByMeaning).toBe(5)
    expect(hits.map(({ id }) => id)).toEqual([4, 9, 1, 7, 2])
  })

  it('are part of the set in every sort order, and no others are', () => {
    const shop = smallShop([...sofas, ...couches(2)])
    const semantic = nearProducts([5, 3])
    const prices = searchShop(shop, 'couch', { semantic, sort: 'price_asc' }).hits.map(({ id }) => id)
    expect(prices).toEqual([3, 5, 16, 17])
  })

  it('are not added if the query excludes something, which they may have', () => {
    const shop = smallShop([...sofas, ...couches(2)])
    expect(searchShop(shop, 'couch -leather', { semantic: nearProducts([1, 2]) }).extendedByMeaning).toBe(0)
  })

  it('are the result in vector mode, however much the words find', () => {
    const shop = smallShop([...sofas, ...couches(enough)])
    const semantic = nearProducts([1, 2, 3], { joins: 'always' })
    expect(searchShop(shop, 'couch', { semantic }).extendedByMeaning).toBe(3)
  })

  it('rank above products with only a few of the words, if none has all of them', () => {
    const shop = smallShop([...sofas, { title: 'Garden Light' }, { title: 'Bed' }, { title: 'Reading Bed' }])
    const semantic = nearProducts([16, 1, 18])
    const ids = (query: string) => searchShop(shop, query, { semantic }).hits.map(({ id }) => id)
    expect(ids('glowing dim warm bed')[0]).toBe(16)
    expect(ids('reading bed')[0]).toBe(18)
  })

  it('are ordered by the words that they have', () => {
    const shop = smallShop([...sofas, { title: 'Copper Light' }])
    const semantic = { ...nearProducts([1, 16]), scores: new Map([1, 16].map((id) => [id, 1])) }
    const { hits, extendedByMeaning } = searchShop(shop, 'soft dim warm cosy glowing light', { semantic })
    expect(hits.map(({ id }) => id)).toEqual([16, 1])
    expect(extendedByMeaning).toBe(2)
  })

  it('are limited to visible products: hidden ones do not use up the limit', () => {
    const shop = smallShop([...sofas, ...couches(1)])
    const visibility = { terms: [], inStockOnly: false, hidden: [4, 9] }
    const semantic = nearProducts([4, 9, 1, 7, 2, 12, 3])
    const { hits, extendedByMeaning } = searchShop(shop, 'davenport', { semantic, visibility })
    expect(hits.map(({ id }) => id)).toEqual([1, 7, 2, 12])
    expect(extendedByMeaning).toBe(4)
  })
})

describe('products with a little of the query', () => {
  const shop = smallShop([
    ...many(12, (i) => ({ title: `Copper Lamp ${i}` })),
    ...many(12, (i) => ({ title: `Rug ${i}`, description: 'goes with a vase' })),
    { title: 'Blue Glass Vase' },
    ...sofas,
  ])

  it('fill a page if none has enough of it, and count as only near', () => {
    const { total, extendedByMeaning, hits } = searchShop(shop, 'vintage murano hand blown italian copper')
    expect([total, extendedByMeaning]).toEqual([10, 10])
    expect(hits.every(({ id }) => id <= 12)).toBe(true)
  })

  it('are not added if a product has every word, however few do', () => {
    expect(searchShop(shop, 'blue glass vase').total).toBe(1)
  })

  it('must have it in their names, not only in a sentence', () => {
    expect(searchShop(shop, 'antique porcelain flower vase').hits.map(({ id }) => id)).toEqual([25])
  })
})

describe('products that share words with the query but are not the thing asked for', () => {
  const shop = smallShop([{ title: 'Black Copper Light' }, { title: 'Black Rug' }, ...sofas])

  it('count as only near', () => {
    const { total, extendedByMeaning } = searchShop(shop, 'black vase')
    expect([total, extendedByMeaning]).toEqual([2, 2])
  })

  it('do not count as only near if the thing is sold under another name', () => {
    expect(searchShop(shop, 'purple rug')).toMatchObject({ total: 1, extendedByMeaning: 0 })
  })
})

describe('words of the shop near in meaning', () => {
  const terms = [{ word: 'davenport', text: 'sofa', similarity: 0.8 }]
  const semantic = { ...nearProducts([]), terms }
  const shop = smallShop([
    ...couches(12),
    { title: 'Red Sofa' },
    { title: 'Sofa' },
    { title: 'Lamp', description: 'for the sofa' },
  ])
  const ask = (query: string, parts = {}) => searchShop(shop, query, { semantic, ...parts })
  const ids = (query: string) => ask(query).hits.map(({ id }) => id)

  it('replace a word that no product has, and the products they name count as only near', () => {
    expect(ids('davenport').toSorted((a, b) => a - b)).toEqual([13, 14])
    expect(ask('davenport').extendedByMeaning).toBe(2)
    expect(ask('davenport', { semantic: nearProducts([]) }).total).toBe(0)
  })

  it('count together with the words that products have', () => {
    expect(ids('red davenport')[0]).toBe(13)
  })

  it('are listed in the explanation', () => {
    const [first] = ask('davenport', { explain: true }).hits
    expect(first!.explanation.words).toMatchObject([{ word: 'davenport', term: 'sofa', kind: 'near' }])
  })

  it('rank below the products that have every word, if these are few', () => {
    const near = { semantic: { ...nearProducts([]), terms: [{ word: 'lamp', text: 'sofa', similarity: 0.9 }] } }
    const { hits, extendedByMeaning } = searchShop(shop, 'lamp', near)
    expect([hits.map(({ id }) => id), extendedByMeaning]).toEqual([[15, 14, 13], 2])
  })
})

describe('a price that no product found by words has', () => {
  // Prices equal product ids.
  const shop = smallShop([...many(29, (i) => ({ title: `Desk ${i}` })), { title: 'Gift Box' }])
  const ask = (query: string) => {
    const { hits, extendedByMeaning, understood } = searchShop(shop, query, { semantic: nearProducts([25, 12, 7]) })
    return { ids: hits.map(({ id }) => id), extendedByMeaning, held: understood.map(({ held }) => held) }
  }

  it('takes precedence over the words: products that are near in meaning at that price replace them', () => {
    expect(ask('gift under 20')).toEqual({ ids: [12, 7], extendedByMeaning: 2, held: ['filter'] })
  })

  it('is dropped only if no product has it', () => {
    const { ids, held } = ask('gift under 0.5')
    expect([ids[0], held]).toEqual([30, ['dropped']])
  })

  it('ranks products that words find at that price first', () => {
    expect(ask('gift under 100').ids[0]).toBe(30)
  })
})
