import type { ShopUnderTest, SearchAsked } from './law.ts'

export const PAGE = 100
/** Paging through more would take too long, so only the sizes are compared. */
const LARGEST_READ = 2000

/** Returns ids in order, or only the total if there are too many. */
export async function foundIds(shop: ShopUnderTest, asked: SearchAsked): Promise<{ total: number; ids?: number[] }> {
  const first = await shop.search({ ...asked, page: 1, limit: PAGE })
  if (first.total > LARGEST_READ) return { total: first.total }
  const ids = [...first.ids]
  for (let page = 2; (page - 1) * PAGE < first.total; page++) {
    ids.push(...(await shop.search({ ...asked, page, limit: PAGE })).ids)
  }
  return { total: first.total, ids }
}

/** Ignores products that are only similar in meaning. Returns undefined if the sets are equal. */
export async function setDifference(shop: ShopUnderTest, query: string, other: string): Promise<string | undefined> {
  const before = await foundIds(shop, { query, wordsOnly: true })
  const after = await foundIds(shop, { query: other, wordsOnly: true })
  if (before.total !== after.total) return `"${query}" finds ${before.total}, "${other}" ${after.total}`
  const known = new Set(before.ids)
  const strange = after.ids?.find((id) => !known.has(id))
  return strange === undefined ? undefined : `"${other}" finds product ${strange}, "${query}" does not`
}

export async function placeFault(
  shop: ShopUnderTest,
  query: string,
  wanted: { isIt(id: number): boolean; within: number },
): Promise<string | undefined> {
  const { ids } = await shop.search({ query, limit: Math.max(wanted.within, 20) })
  const place = ids.findIndex(wanted.isIt)
  if (place >= 0 && place < wanted.within) return undefined
  return place < 0 ? 'not among the first 20' : `at position ${place + 1}`
}
