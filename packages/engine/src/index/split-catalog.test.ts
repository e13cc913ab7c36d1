/** An index is a list of segments: how many they are, and which product is in which, must not show in any answer. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withChanges } from './shop-index.ts'
import { randomFrom } from './testing/random-catalog.ts'
import { answerOf, randomProduct, randomSearch, SEARCH_LOCALES, splitCatalog } from './testing/random-searches.ts'

const SEARCHES = 12

describe('a catalog split into segments', () => {
  it('gives the hits, scores, facets and readings of one segment', () => {
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

  it('gives the answers of one segment after products were removed', () => {
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
