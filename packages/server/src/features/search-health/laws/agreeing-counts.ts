import type { ShopUnderTest, Law } from './law.ts'
import { typedBeginnings } from './suggestions.ts'

export const agreeingCounts: Law = {
  number: 12,
  says: 'Search, filter-aggregations, the counts of facet values and the counts of suggestions agree.',
  needs: 'counts',
  cases(catalog) {
    const counted = catalog.sample.map(({ titleWords, product }, i) => {
      const query = i % 2 === 0 && product.productType !== '' ? product.productType : titleWords.slice(0, 2).join(' ')
      return { query, fault: (shop: ShopUnderTest) => countFault(shop, query) }
    })
    const suggested = typedBeginnings(catalog).map(({ query }) => ({
      query,
      fault: (shop: ShopUnderTest) => suggestionFault(shop, query),
    }))
    return { cases: [...counted, ...suggested], sortedOut: 0 }
  },
}

async function countFault(shop: ShopUnderTest, query: string): Promise<string | undefined> {
  const { total } = await shop.search({ query, limit: 1 })
  const counted = await shop.count!(query)
  if (counted.total !== total) return `search finds ${total}, filter-aggregations ${counted.total}`
  for (const [key, values] of counted.facets) {
    for (const [value, count] of [...values].slice(0, 2)) {
      const chosen = await shop.search({ query, limit: 1, selections: [{ key, value: [value] }] })
      if (chosen.total !== count) return `${key} ${value}: ${count} counted, ${chosen.total} found`
    }
  }
  return undefined
}

async function suggestionFault(shop: ShopUnderTest, typed: string): Promise<string | undefined> {
  for (const { text, count } of (await shop.suggest?.(typed)) ?? []) {
    const { total } = await shop.search({ query: text, wordsOnly: true, limit: 1 })
    if (total !== count) return `"${text}" claims ${count} results but finds ${total}`
  }
  return undefined
}
