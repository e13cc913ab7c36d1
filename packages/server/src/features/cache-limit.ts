/** Limits by `maxSize`, because `max` would make the cache allocate megabytes at once that most servers never use. */
export function atMost(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
