import type { ShopUnderTest, Law } from './law.ts'

export const notSold: Law = {
  number: 14,
  says: 'Searches for things that the shop is known not to sell find nothing, or only products marked as near matches.',
  needs: 'metadata',
  cases({ notSold: queries }) {
    return { sortedOut: 0, cases: queries.map((query) => ({ query, fault: (shop) => soldFault(shop, query) })) }
  },
}

async function soldFault(shop: ShopUnderTest, query: string): Promise<string | undefined> {
  const { total, metadata } = await shop.search({ query, limit: 1 })
  const byWords = total - (metadata?.extendedByMeaning ?? 0)
  return byWords <= 0 ? undefined : `${byWords} are found by words`
}
