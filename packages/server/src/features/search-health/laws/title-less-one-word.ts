import type { ShopUnderTest, Law } from './law.ts'
import { placeFault } from './found-sets.ts'

const WITHIN = 5

export const titleLessOneWord: Law = {
  number: 10,
  says: 'A title without one of its words keeps the product among the first 5.',
  cases(catalog) {
    const random = catalog.random(10)
    const long = catalog.sample.filter(({ titleWords }) => titleWords.length > 2)
    const made = long.map((one) => {
      const left = one.titleWords.toSpliced(Math.floor(random() * one.titleWords.length), 1)
      return { one, left, holders: catalog.holding(left) }
    })
    const fair = made.filter(({ holders }) => holders.length <= WITHIN)
    const cases = fair.map(({ one, left }) => {
      const query = left.join(' ')
      const isIt = (id: number) => id === one.id
      return { query, fault: (shop: ShopUnderTest) => placeFault(shop, query, { isIt, within: WITHIN }) }
    })
    return { cases, sortedOut: made.length - fair.length }
  },
}
