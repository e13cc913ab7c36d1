/** How many values JSON holds in all its lists and objects, counted up to one more than `limit`. Needs no stack, however deep. */
export function countNodes(root: unknown, limit: number): number {
  const open: unknown[] = [root]
  let count = 0
  while (open.length > 0) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    for (const key in value) {
      if (++count > limit) return count
      open.push((value as Record<string, unknown>)[key])
    }
  }
  return count
}
