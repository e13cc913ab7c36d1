/**
 * The cost of a request is its work (see request-cost.ts), so a hundred image searches cost more than a thousand
 * events. The visitors of a shop share a bucket: beyond `MIN_BURST`, each may take at most as much as it leaves to the
 * others, so that one that floods gets at most half.
 */
import { LRUCache } from 'lru-cache'
import { RateLimited } from '../features/errors.ts'
import { atMost } from '../features/cache-limit.ts'

const MINUTE_MS = 60_000
/** The oldest are dropped, so that invented addresses cannot fill the memory. */
const MAX_BUCKETS = 10_000

/** Share of a minute's units that may be spent at once, and its minimum, also for each member. */
const BURST_PART = 0.25
const MIN_BURST = 1000

interface Bucket {
  units: number
  filledAtMs: number
}

/** Units that a member has taken. They decay as fast as the bucket refills. */
interface Usage {
  units: number
  atMs: number
}

/** If several callers share the bucket, `member` is the one that sends the request. */
export interface Payer {
  bucket: string
  member?: string
}

export interface RateLimit {
  take(payer: Payer, cost: number, nowMs: number): void
  /** Charges or returns the difference to the actual cost. Never throws: a bucket may be in debt. */
  correct(payer: Payer, units: number, nowMs: number): void
  /** Returns units to the bucket but not to the member, so that others do not pay for a refused request. */
  refund(payer: Payer, units: number, nowMs: number): void
}

/** Callers see `name`. `perMinute` 0 is unlimited. */
export function rateLimit(name: string, perMinute: number): RateLimit {
  if (perMinute === 0) return { take() {}, correct() {}, refund() {} }
  const most = Math.min(perMinute, Math.max(MIN_BURST, perMinute * BURST_PART))
  const fillMs = (most / perMinute) * MINUTE_MS
  const buckets = new LRUCache<string, Bucket>(atMost(MAX_BUCKETS))
  const usages = new LRUCache<string, Usage>(atMost(MAX_BUCKETS))

  const bucketAt = ({ bucket: of }: Payer, nowMs: number): Bucket => {
    const bucket = buckets.get(of) ?? { units: most, filledAtMs: nowMs }
    buckets.set(of, bucket)
    // The clock may have been set back.
    const passedMs = Math.max(0, nowMs - bucket.filledAtMs)
    bucket.units = Math.min(most, bucket.units + (passedMs * perMinute) / MINUTE_MS)
    bucket.filledAtMs = nowMs
    return bucket
  }
  const usageAt = ({ bucket, member }: Payer, nowMs: number): Usage => {
    if (member === undefined) return { units: 0, atMs: nowMs }
    const of = `${bucket} ${member}`
    const usage = usages.get(of) ?? { units: 0, atMs: nowMs }
    usages.set(of, usage)
    usage.units *= Math.exp(-Math.max(0, nowMs - usage.atMs) / fillMs)
    usage.atMs = nowMs
    return usage
  }
  const spend = (bucket: Bucket, usage: Usage, units: number) => {
    bucket.units = Math.min(most, Math.max(-most, bucket.units - units))
    usage.units = Math.min(2 * most, Math.max(0, usage.units + units))
  }
  return {
    take(payer, cost, nowMs) {
      if (cost === 0) return
      const bucket = bucketAt(payer, nowMs)
      const usage = usageAt(payer, nowMs)
      // A request that costs more than the whole bucket is allowed if the bucket is full.
      const missing = Math.max(Math.min(cost, most), usage.units - MIN_BURST) - bucket.units
      if (missing > 0) {
        const waitMs = (missing * MINUTE_MS) / perMinute
        const policy = { name, quota: perMinute, windowSeconds: 60, unit: 'cost' }
        throw new RateLimited(policy, Math.ceil(waitMs / 1000), Math.max(0, Math.floor(bucket.units - usage.units)))
      }
      spend(bucket, usage, cost)
    },
    correct: (payer, units, nowMs) => spend(bucketAt(payer, nowMs), usageAt(payer, nowMs), units),
    refund(payer, units, nowMs) {
      const bucket = bucketAt(payer, nowMs)
      bucket.units = Math.min(most, bucket.units + units)
    },
  }
}
