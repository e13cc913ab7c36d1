import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildIndex, emptyIndex, mergeSegments, type ShopIndex, withChanges, withMerged } from './shop-index.ts'
import { type Random, randomFrom } from './testing/random-catalog.ts'
import { randomProduct, SEARCH_LOCALES } from './testing/random-searches.ts'
import { searchShop, smallDoc, smallShop } from './testing/small-shop.ts'

const idsOf = (index: ShopIndex, typed: string) => searchShop(index, typed).hits.map(({ id }) => id)

/** Enlarges the shop: in a shop of three products, a single complete match is enough. */
const MUGS = Array.from({ length: 300 }, () => ({ title: 'Mug' }))

describe('the order of an answer', () => {
  it('R1: ranks the product first whose whole title is the query, however many others name the words more often', () => {
    const others = Array.from({ length: 400 }, () => ({
      title: 'Shirt shirt',
      productType: 'Shirt',
      tags: ['shirt'],
      description: 'shirt shirt shirt',
    }))
    const shop = smallShop([...others, { title: 'Shirt!' }])
    expect(idsOf(shop, 'SHIRT')[0]).toBe(401)
  })

  it('R1: ranks the product first whose part number is the query', () => {
    const shop = smallShop([{ title: 'DK 310/I lamp for DK 310/I' }, { title: 'Lamp', skus: ['DK-310/I'] }])
    expect(idsOf(shop, 'dk 310/i')[0]).toBe(2)
  })

  it('R2: ranks products that name every word above those that mention one, and these above those that lack one', () => {
    const shop = smallShop([
      { title: 'Blue wool' },
      { title: 'Blue scarf', description: 'made of wool' },
      { title: 'Long and warm and very soft winter scarf in the finest blue wool' },
      ...MUGS,
    ])
    expect(idsOf(shop, 'blue wool scarf')).toEqual([3, 2, 1])
  })

  it('R2: ranks products that only mention the product word among those that lack a word, in any word order', () => {
    const description = `${'one metre of shielded copper wire with plugs of gold '.repeat(12)} for computer keyboards`
    const shop = smallShop([{ title: 'Cable', description }, { title: 'Keyboard' }, ...MUGS])
    expect(idsOf(shop, 'computer keyboards')).toEqual([2, 1])
    expect(idsOf(shop, 'keyboards computer').toSorted()).toEqual([1, 2])
  })

  it('R2: ranks products of the type that is asked for above those of another type with the words in their names', () => {
    const shop = smallShop([
      { title: 'Quad Lock phone mount', productType: 'Bike accessories' },
      ...Array.from({ length: 3 }, (_, i) => ({
        title: `Chain ${i}`,
        productType: 'Lock',
        description: 'for your bike',
      })),
      ...MUGS,
    ])
    expect(idsOf(shop, 'bike lock').toSorted()).toEqual([1, 2, 3, 4])
    expect(idsOf(shop, 'bike lock').at(-1)).toBe(1)
  })

  it('R2: ignores a product word that names no product: products with every word rank above those that lack one', () => {
    const docs = [{ title: 'Wind jacket', description: 'made to embrace the rain' }, { title: 'Wind jacket' }, ...MUGS]
    const products = docs.map((doc, i) => smallDoc(doc, i + 1))
    products[0].variants[0].available = false
    const shop = buildIndex(products, 'en')
    const { hits } = searchShop(shop, 'wind jacket embrace', { outOfStockLast: true })
    expect(hits.map(({ id }) => id)).toEqual([1, 2])
  })

  it('R2: leaves out products that share only common words with the query, unless these are most of the query or the requested type', () => {
    const rings = (productType: string) => [
      ...Array.from({ length: 8 }, () => ({ title: 'Silver signet ring', productType })),
      { title: 'Jewelry box' },
    ]
    const [typed, untyped] = [smallShop(rings('Ring')), smallShop(rings(''))]
    expect([idsOf(untyped, 'silver spoon'), idsOf(untyped, 'rings for hikers')]).toEqual([[], []])
    expect(idsOf(untyped, 'handmade silver ring')).toHaveLength(8)
    expect(idsOf(typed, 'rings for hikers')).toHaveLength(8)
  })

  it('R4: ranks sold-out products last within their tier if the shop wants it, and never above a worse tier', () => {
    const docs = [
      { title: 'Wool scarf', description: 'blue' },
      { title: 'Blue wool scarf' },
      { title: 'Blue wool scarf with fringes' },
      ...MUGS,
    ].map((doc, i) => smallDoc(doc, i + 1))
    for (const variant of docs[1].variants) variant.available = false
    const shop = buildIndex(docs, 'en')
    const hits = searchShop(shop, 'scarf blue wool', { outOfStockLast: true }).hits
    expect(hits.map(({ id }) => id)).toEqual([3, 2, 1])
  })
})

/** Creates an index with a history: written in pieces, changed, deleted and merged. */
function livedIndex(docs: readonly ReturnType<typeof randomProduct>[], locale: string, random: Random): ShopIndex {
  let index = emptyIndex(locale)
  const gone = Array.from({ length: 20 }, (_, i) => randomProduct(random, 10_000 + i, locale))
  const kept = docs.filter(({ id }) => id % 3 > 0)
  const changed = docs.filter((doc) => !kept.includes(doc))
  const before = changed.map(({ id }) => randomProduct(random, id, locale))
  // In each piece some products stay, some change and some are deleted, so that segments contain dead docs.
  const mixed = [...kept, ...before, ...gone].map((doc) => ({ doc, at: random(1000) })).sort((a, b) => a.at - b.at)
  for (const write of [mixed.map(({ doc }) => doc), changed]) {
    for (let at = 0; at < write.length; at += 17) index = withChanges(index, write.slice(at, at + 17), [])
    if (random(2) === 0) {
      const parts = index.views.slice(0, 2).map(({ segment, liveDocs }) => ({ segment, liveDocs }))
      const sources = parts.map(({ segment }) => segment)
      const live = parts.map(({ liveDocs }) => liveDocs)
      index = withMerged(index, sources, live, mergeSegments(parts))
    }
  }
  return withChanges(
    index,
    [],
    gone.map(({ id }) => id),
  )
}

describe('an index after any history', () => {
  it('finds the same as one built fresh, in the same order and with the same scores', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...SEARCH_LOCALES), (seed, locale) => {
        const random = randomFrom(seed)
        const docs = Array.from({ length: 40 + random(60) }, (_, i) => randomProduct(random, i + 1, locale))
        const lived = livedIndex(docs, locale, random)
        const fresh = buildIndex(docs, locale)
        for (let i = 0; i < 12; i++) {
          const typed = docs[random(docs.length)].title
            .split(' ')
            .slice(0, 1 + random(3))
            .join(' ')
          const answer = (index: ShopIndex) =>
            searchShop(index, typed).hits.map(({ id, score, explanation }) => ({ id, score, ...explanation }))
          expect(answer(lived), typed).toEqual(answer(fresh))
        }
      }),
      { numRuns: 20, endOnFailure: true },
    )
  })
})
