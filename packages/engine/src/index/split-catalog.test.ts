import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { buildIndex, emptyIndex, type ShopIndex, withChanges } from './shop-index.ts'
import { randomFrom } from './testing/random-catalog.ts'
import { searchShop, smallDoc } from './testing/small-shop.ts'
import { answerOf, randomProduct, randomSearch, SEARCH_LOCALES, splitCatalog } from './testing/random-searches.ts'

const SEARCHES = 12

describe('a catalog split into segments', () => {
  it('gives the same hits, scores, facets and readings as one segment', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...SEARCH_LOCALES), (seed, locale) => {
        const random = randomFrom(seed)
        const docs = Array.from({ length: 20 + random(400) }, (_, i) => randomProduct(random, i + 1, locale))
        const one = splitCatalog(docs, locale, 1, random)
        const several = splitCatalog(docs, locale, 2 + random(4), random)
        for (let i = 0; i < SEARCHES; i++) {
          const search = randomSearch(random, locale)
          expect(answerOf(several, search), JSON.stringify(search)).toEqual(answerOf(one, search))
        }
      }),
      { numRuns: 25, endOnFailure: true },
    )
  })

  it('gives the same scores as one segment if a phrase is in another segment', () => {
    const docs = [
      { title: 'Desk', description: '24 in' },
      { title: 'Desk in oak', description: '24 parts in all, in a box, in oak' },
      { title: 'Desk lamp', description: 'for 24 in' },
    ].map((doc, i) => smallDoc(doc, i + 1))
    const answer = (index: ShopIndex) => searchShop(index, 'desk 24 inch').hits
    const apart = docs.reduce((index, doc) => withChanges(index, [doc], []), emptyIndex('en'))
    expect(answer(apart)).toEqual(answer(buildIndex(docs, 'en')))
  })

  it('learns the same from a sample of titles as one segment', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 28, max: 48 }), (seed, percent) => {
        const random = randomFrom(seed)
        const titleOf = (i: number) => (i < 3 ? 'Mouse' : random(100) < percent ? 'Mouse pad' : 'Steel pad')
        const docs = Array.from({ length: 500 }, (_, i) => smallDoc({ title: titleOf(i) }, 1 + 7 * i))
        const answer = (index: ShopIndex) => searchShop(index, 'mouse', { limit: 5 }).hits
        expect(answer(splitCatalog(docs, 'en', 4, random))).toEqual(answer(splitCatalog(docs, 'en', 1, random)))
      }),
      { numRuns: 12, endOnFailure: true },
    )
  })

  it('gives the same answers as one segment after products were removed', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(...SEARCH_LOCALES), (seed, locale) => {
        const random = randomFrom(seed)
        const docs = Array.from({ length: 60 + random(80) }, (_, i) => randomProduct(random, i + 1, locale))
        const gone = docs.filter(() => random(3) === 0).map(({ id }) => id)
        const one = withChanges(splitCatalog(docs, locale, 1, random), [], gone)
        const several = withChanges(splitCatalog(docs, locale, 2 + random(4), random), [], gone)
        for (let i = 0; i < SEARCHES; i++) {
          const search = randomSearch(random, locale)
          expect(answerOf(several, search), JSON.stringify(search)).toEqual(answerOf(one, search))
        }
      }),
      { numRuns: 15, endOnFailure: true },
    )
  })
})
