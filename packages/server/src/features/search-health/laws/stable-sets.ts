import type { ShopUnderTest, Law, LawCase } from './law.ts'
import { foundIds, PAGE } from './found-sets.ts'
import { priceBound } from './true-facts.ts'

export const stableSets: Law = {
  number: 11,
  says: 'Raising a price limit that holds, or leaving it out, removes nothing; the set does not depend on page, sort or facets.',
  needs: 'metadata',
  cases(catalog) {
    const cases = catalog.sample.flatMap(({ titleWords, product }): LawCase[] => {
      const base = titleWords.slice(-1).join(' ')
      const price = Math.min(...product.variants.map((variant) => variant.price))
      const [low, high] = [priceBound(price, catalog), priceBound(2 * price + 10, catalog)]
      const same = { query: base, fault: (shop: ShopUnderTest) => dependenceFault(shop, base) }
      if (low === undefined || high === undefined) return [same]
      const steps = [`${base} ${low}`, `${base} ${high}`, base]
      const raised = steps.slice(1).map((query, i): LawCase => {
        return { query, fault: (shop) => raisingFault(shop, { low: steps[i]!, high: query }) }
      })
      return [same, ...raised]
    })
    return { cases, sortedOut: 0 }
  },
}

async function raisingFault(
  shop: ShopUnderTest,
  { low, high }: { low: string; high: string },
): Promise<string | undefined> {
  const { metadata } = await shop.search({ query: low, wordsOnly: true, limit: PAGE })
  const holds = metadata?.understood.some(({ kind, held = 'filter' }) => kind === 'price' && held === 'filter')
  if (!holds || metadata?.relaxed) return undefined
  const before = await foundIds(shop, { query: low, wordsOnly: true })
  const after = await foundIds(shop, { query: high, wordsOnly: true })
  if (before.ids === undefined || after.ids === undefined) return undefined
  const kept = new Set(after.ids)
  const lost = before.ids.filter((id) => !kept.has(id)).length
  return lost === 0 ? undefined : `${lost} of ${before.total} found by "${low}" are lost`
}

async function dependenceFault(shop: ShopUnderTest, query: string): Promise<string | undefined> {
  const whole = await foundIds(shop, { query })
  if (whole.ids === undefined) return undefined
  const sorted = await foundIds(shop, { query, sort: 'price_asc' })
  const known = new Set(whole.ids)
  if (known.size !== whole.total) return `${whole.total} are reported as found, but ${known.size} are listed`
  if (sorted.total !== whole.total || sorted.ids?.some((id) => !known.has(id)))
    return 'sorting by price changes the set'
  const facets = [...((await shop.count?.(query))?.facets.keys() ?? [])]
  const small = await shop.search({ query, page: 2, limit: 7, facets })
  if (small.total !== whole.total) return `page 2 with facets finds ${small.total} instead of ${whole.total}`
  return small.ids.some((id, i) => id !== whole.ids?.[7 + i]) ? 'page 2 lists other products' : undefined
}
