import { LRUCache } from 'lru-cache'
import { expect, it } from 'vitest'
import { atMost } from './cache-limit.ts'

it('a cache reserves no memory for entries that it does not have', () => {
  const before = process.memoryUsage()
  const cache = new LRUCache<number, true>(atMost(50_000_000))
  const after = process.memoryUsage()
  cache.set(1, true)
  expect(after.heapUsed + after.arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(20_000_000)
})

it('a cache forgets the least recently used entry', () => {
  const cache = new LRUCache<number, true>(atMost(2))
  for (const key of [1, 2]) cache.set(key, true)
  cache.get(1)
  cache.set(3, true)
  expect([1, 2, 3].map((key) => cache.has(key))).toEqual([true, false, true])
})
