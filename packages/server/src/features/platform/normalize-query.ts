import { beginningOf } from '@vitrine/contract'

/** Returns the form in which a query is counted and looked up. */
export function normalizeQuery(query: string): string {
  const folded = query
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u{10ffff}]+/gu, ' ')
    .trim()
  return beginningOf(folded, 200)
}
