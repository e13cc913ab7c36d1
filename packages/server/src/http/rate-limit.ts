/** How often one key may ask: a window of a minute that begins with its first request. */

/** More than the key may ask for right now. */
export class RateExceeded extends Error {
  override name = 'RateExceeded'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('too many requests')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const WINDOW_MS = 60_000
/** Past this many keys the oldest windows go: whoever invents keys must not fill memory. */
const MAX_WINDOWS = 10_000

export type RateLimit = (key: string, nowMs: number) => void

/** Throws `RateExceeded` for whoever asks more than `perMinute` times a minute; 0 is unlimited. */
export function rateLimit(perMinute: number): RateLimit {
  const windows = new Map<string, { endMs: number; count: number }>()
  if (perMinute === 0) return () => {}
  return (key, nowMs) => {
    const open = windows.get(key)
    // A clock that was set back must not keep anybody out for longer than a window.
    if (open === undefined || nowMs >= open.endMs || nowMs < open.endMs - WINDOW_MS) {
      windows.delete(key)
      windows.set(key, { endMs: nowMs + WINDOW_MS, count: 1 })
      if (windows.size > MAX_WINDOWS) windows.delete(windows.keys().next().value as string)
      return
    }
    if (++open.count > perMinute) throw new RateExceeded(Math.ceil((open.endMs - nowMs) / 1000))
  }
}
