/** So many of one kind may come whatever else there is. */
const ALWAYS = 2

/**
 * Keeps the order but for one thing: no kind holds more than a third of the places so far while another kind is at hand. What
 * waits comes as soon as it may; an item without a kind never waits.
 */
export function takeTurns<T>(ranked: readonly T[], kindOf: (one: T) => string): T[] {
  const open = [...ranked]
  const taken: T[] = []
  const counts = new Map<string, number>()
  while (open.length > 0) {
    const most = Math.max(ALWAYS, Math.ceil((taken.length + 1) / 3))
    const mayCome = (one: T) => (counts.get(kindOf(one)) ?? 0) < most
    const [next] = open.splice(Math.max(0, open.findIndex(mayCome)), 1) as [T]
    taken.push(next)
    const kind = kindOf(next)
    if (kind !== '') counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return taken
}
