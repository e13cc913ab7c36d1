/**
 * The limit of an `LRUCache` that may hold many small entries. With `max` the cache would reserve its lists for all of
 * them at once, some megabytes for a cache that most servers never fill; limited by size, it grows as it is used.
 */
export function atMost(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
