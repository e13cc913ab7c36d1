import type { ShopUnderTest, Law } from './law.ts'
import { foundIds } from './found-sets.ts'
import { factsOf } from './true-facts.ts'
import { shuffled } from './seeded-random.ts'

const FACTS = 4

export const addedFactKeepsProduct: Law = {
  number: 7,
  says: 'Adding something that is true of a product (price bound, option value, vendor, type) keeps it found.',
  cases(catalog) {
    const random = catalog.random(7)
    const cases = catalog.sample.flatMap((one, i) => {
      const { titleWords, title, id, product } = one
      // Bases are the whole title, its last word, or the product type.
      const bases = [title, titleWords.at(-1)!, product.productType || titleWords.slice(-2).join(' ')]
      const base = bases[i % bases.length]!
      return shuffled(factsOf(one, catalog), random)
        .slice(0, FACTS)
        .map(({ text }) => {
          const query = `${base} ${text}`
          return { query, fault: (shop: ShopUnderTest) => lossFault(shop, { base, query, id }) }
        })
    })
    return { cases, sortedOut: 0 }
  },
}

interface Addition {
  base: string
  query: string
  id: number
}

/** Only a product that the base query finds can be lost. */
async function lossFault(shop: ShopUnderTest, { base, query, id }: Addition): Promise<string | undefined> {
  const before = await foundIds(shop, { query: base })
  if (!before.ids?.includes(id)) return undefined
  const after = await foundIds(shop, { query })
  return after.ids === undefined || after.ids.includes(id) ? undefined : `product ${id} is not found`
}
