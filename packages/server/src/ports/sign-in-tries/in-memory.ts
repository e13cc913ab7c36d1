import { LRUCache } from 'lru-cache'
import type { SignInTries } from './sign-in-tries.ts'

/** Past this many those not seen for longest go: whoever invents accounts must not fill memory. */
const MAX_ENTRIES = 20_000

/** For one process. */
export function inMemorySignInTries(): SignInTries {
  const all = new LRUCache<string, { sinceMs: number; count: number }>({ max: MAX_ENTRIES })
  return {
    async count(key, { limit, windowMs, nowMs }) {
      let tries = all.get(key)
      if (tries === undefined || nowMs - tries.sinceMs >= windowMs) {
        tries = { sinceMs: nowMs, count: 0 }
        all.set(key, tries)
      }
      if (tries.count >= limit) return tries.sinceMs + windowMs - nowMs
      tries.count++
      return undefined
    },
    async takeBack(key) {
      const tries = all.get(key)
      if (tries) tries.count--
    },
    async forget(key) {
      all.delete(key)
    },
  }
}
