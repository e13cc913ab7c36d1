/**
 * How much one caller may ask for: a bucket of cost units that fills up evenly. Cost is what a request
 * makes the server do (see request-cost.ts), so a hundred image searches weigh more than a thousand events.
 */
import { LRUCache } from 'lru-cache'

/** More than the caller may ask for right now. */
export class RateExceeded extends Error {
  override name = 'RateExceeded'
  readonly retryAfterSeconds: number

  constructor(retryAfterSeconds: number) {
    super('too many requests')
    this.retryAfterSeconds = retryAfterSeconds
  }
}

const MINUTE_MS = 60_000
/** Past this many callers those not seen for longest go: whoever invents addresses must not fill memory. */
const MAX_BUCKETS = 10_000

/** What may be asked for at once after a while of silence, as a part of a minute's worth, and how much that is at least. */
const BURST_PART = 0.25
const LEAST_BURST = 1000

interface Bucket {
  units: number
  filledAtMs: number
}

/** Takes `cost` units from the caller's bucket. Throws `RateExceeded` where they are not there. */
export type RateLimit = (caller: string, cost: number, nowMs: number) => void

/** `perMinute` 0 is unlimited. */
export function rateLimit(perMinute: number): RateLimit {
  if (perMinute === 0) return () => {}
  const buckets = new LRUCache<string, Bucket>({ max: MAX_BUCKETS })
  const most = Math.min(perMinute, Math.max(LEAST_BURST, perMinute * BURST_PART))
  return (caller, cost, nowMs) => {
    const bucket = buckets.get(caller) ?? { units: most, filledAtMs: nowMs }
    buckets.set(caller, bucket)
    // A clock that was set back fills nothing, and takes nothing away.
    const passedMs = Math.max(0, nowMs - bucket.filledAtMs)
    bucket.units = Math.min(most, bucket.units + (passedMs * perMinute) / MINUTE_MS)
    bucket.filledAtMs = nowMs
    // What costs more than the bucket holds passes when it is full.
    const missing = Math.min(cost, most) - bucket.units
    if (missing > 0) throw new RateExceeded(Math.ceil((missing * MINUTE_MS) / perMinute / 1000))
    bucket.units = Math.max(0, bucket.units - cost)
  }
}
