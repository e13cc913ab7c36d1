import type { SignInTries } from './sign-in-tries.ts'

/** Limit per kind. The oldest entries are dropped, so that invented accounts cannot fill the memory. */
const MAX_ENTRIES = 20_000

type Tries = Map<string, { sinceMs: number; count: number }>

export function inMemorySignInTries(): SignInTries {
  const kinds = new Map<string, Tries>()
  /** Separated by kind, the first word of a key, so that invented accounts do not displace IP addresses. */
  const sameKind = (key: string): Tries => {
    const kind = key.split(' ', 1)[0] as string
    const known = kinds.get(kind) ?? new Map()
    kinds.set(kind, known)
    return known
  }
  return {
    async count(key, { limit, windowMs, nowMs }) {
      const all = sameKind(key)
      let tries = all.get(key)
      if (tries === undefined || nowMs - tries.sinceMs >= windowMs) {
        all.delete(key)
        if (all.size >= MAX_ENTRIES) all.delete(all.keys().next().value as string)
        tries = { sinceMs: nowMs, count: 0 }
        all.set(key, tries)
      }
      if (tries.count >= limit) return tries.sinceMs + windowMs - nowMs
      tries.count++
      return undefined
    },
    async takeBack(key) {
      const tries = sameKind(key).get(key)
      if (tries) tries.count--
    },
    async forget(key) {
      sameKind(key).delete(key)
    },
  }
}
