/** Limits an `LRUCache` by size. With `max` it would reserve its lists at once, some megabytes that most servers never fill. */
export function atMost(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
