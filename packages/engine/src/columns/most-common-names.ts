/**
 * Names of options, metafields and translations come from the catalog, and each name costs a column as long as the
 * catalog. Only the most common get a column if there are more than any real shop has, so that memory grows with the
 * products, not with products times names.
 */
export const MAX_OPTION_NAMES = 250
export const MAX_TERM_NAMES = 500

/** Returns the `max` most common names, in the order of `counts`, which tells how often each name occurs. */
export function mostCommonNames(counts: ReadonlyMap<string, number>, max: number): string[] {
  const names = [...counts.keys()]
  if (names.length <= max) return names
  const byCount = names.toSorted((a, b) => counts.get(b)! - counts.get(a)! || (a < b ? -1 : 1))
  const kept = new Set(byCount.slice(0, max))
  return names.filter((name) => kept.has(name))
}

/** True for names such as `metafield:…` and `title:…`, of which there may be any number. All others are needed for visibility and are always kept. */
export function isOpenEnded(name: string): boolean {
  return name.includes(':')
}

export function countNames(counts: Map<string, number>, name: string, by = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + by)
}
