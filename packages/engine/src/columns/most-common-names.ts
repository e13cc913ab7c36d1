/**
 * A catalog names its options, metafields and translations itself, and each name is a column as long as the catalog. Of more names than any
 * shop has, those on most products get one: what a catalog costs grows with its products, not with products times names.
 */
export const MAX_OPTION_NAMES = 250
export const MAX_TERM_NAMES = 500

/** In the order given. `counts`: how often each is there. */
export function mostCommonNames(counts: ReadonlyMap<string, number>, max: number): string[] {
  const names = [...counts.keys()]
  if (names.length <= max) return names
  const byCount = names.toSorted((a, b) => counts.get(b)! - counts.get(a)! || (a < b ? -1 : 1))
  const kept = new Set(byCount.slice(0, max))
  return names.filter((name) => kept.has(name))
}

/** `metafield:…` and `title:…`: there may be any number of them. The others decide who sees what, and are always kept. */
export function isOpenEnded(name: string): boolean {
  return name.includes(':')
}

export function countNames(counts: Map<string, number>, name: string, by = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + by)
}
