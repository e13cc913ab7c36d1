/**
 * Names of options, metafields and translations come from the catalog, and a column for a name is as long as the
 * catalog. Beyond these limits, which no real shop reaches, only the most common names get a column: memory must not
 * grow with products times names.
 */
export const MAX_OPTION_NAMES = 250
export const MAX_TERM_NAMES = 500

/** Returns the `max` names with the highest counts, in the order of `counts`. */
export function mostCommonNames(counts: ReadonlyMap<string, number>, max: number): string[] {
  const names = [...counts.keys()]
  if (names.length <= max) return names
  const byCount = names.toSorted((a, b) => counts.get(b)! - counts.get(a)! || (a < b ? -1 : 1))
  const kept = new Set(byCount.slice(0, max))
  return names.filter((name) => kept.has(name))
}

/** True for names that a catalog may invent, such as `metafield:…`. All others decide visibility and are kept. */
export function isOpenEnded(name: string): boolean {
  return name.includes(':')
}

export function countNames(counts: Map<string, number>, name: string, by = 1): void {
  counts.set(name, (counts.get(name) ?? 0) + by)
}
