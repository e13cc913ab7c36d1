/** The form in which queries are counted and looked up. */
export function normalizeQuery(query: string): string {
  return query
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u{10ffff}]+/gu, ' ')
    .trim()
    .slice(0, 200)
}
