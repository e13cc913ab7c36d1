/** Number of products of one kind that are always allowed. */
const ALWAYS = 2

/**
 * Keeps the order, except that no kind takes more than a third of the positions so far while another is available.
 * Items without a kind are never postponed. Reads `ranked` lazily.
 */
export function* takeTurns<T>(ranked: Iterable<T>, kindOf: (one: T) => string): Generator<T> {
  const source = ranked[Symbol.iterator]()
  const waiting: T[] = []
  const counts = new Map<string, number>()
  for (let taken = 0; ; taken++) {
    const most = Math.max(ALWAYS, Math.ceil((taken + 1) / 3))
    const mayCome = (one: T) => (counts.get(kindOf(one)) ?? 0) < most
    const place = firstPlace(waiting, source, mayCome)
    if (place < 0) return
    const [next] = waiting.splice(place, 1) as [T]
    const kind = kindOf(next)
    if (kind !== '') counts.set(kind, (counts.get(kind) ?? 0) + 1)
    yield next
  }
}

/** Returns the first allowed item in `waiting`, reading more if necessary; -1 for none. */
function firstPlace<T>(waiting: T[], source: Iterator<T>, mayCome: (one: T) => boolean): number {
  const known = waiting.findIndex(mayCome)
  if (known >= 0) return known
  for (let next = source.next(); !next.done; next = source.next()) {
    waiting.push(next.value)
    if (mayCome(next.value)) return waiting.length - 1
  }
  return waiting.length > 0 ? 0 : -1
}
