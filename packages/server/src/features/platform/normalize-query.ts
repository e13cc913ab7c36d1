import { beginningOf } from '@vitrine/contract'

/** Queries are counted and looked up in this form. */
export function normalizeQuery(query: string): string {
  const folded = query
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u{10ffff}]+/gu, ' ')
    .trim()
  return beginningOf(folded, 200)
}
