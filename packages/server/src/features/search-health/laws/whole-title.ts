import { foldText } from './words-of.ts'
import type { Law } from './law.ts'
import { placeFault } from './found-sets.ts'

export const wholeTitle: Law = {
  number: 1,
  says: "A product's whole title ranks it, or a product with the same title, first, even if it is sold out.",
  cases({ products, sample, byId }) {
    const codes = new Set(products.flatMap((one) => one.codes))
    const fair = sample.filter(({ title }) => !codes.has(foldText(title)))
    return {
      sortedOut: sample.length - fair.length,
      cases: fair.map(({ title, titleWords }) => {
        const name = titleWords.join(' ')
        const isIt = (id: number) => byId.get(id)?.titleWords.join(' ') === name
        return { query: title, fault: (shop) => placeFault(shop, title, { isIt, within: 1 }) }
      }),
    }
  },
}
