import { grow, growToHold } from '../core/grow.ts'
import { LazyRanking } from '../core/lazy-ranking.ts'
import { expectKind, type Snapshot } from '../core/snapshot.ts'
import { DecayedCounts } from './decayed-counts.ts'

const FAST_DAYS = 2
const SLOW_DAYS = 14
/** Minimum for a trend, because a single visitor may reload a page often. */
const MIN_EVENTS = 5
const MIN_VISITORS = 3
/** Lower scores are left over from events years ago. */
const MIN_SCORE = 1e-6
/** A decayed count C with half-life h corresponds to about C·ln2/h events per day. */
const PER_DAY = (count: number, halfLifeDays: number) => (count * Math.LN2) / halfLifeDays

/** Measures rising interest on decayed daily rates: z = (r_2d − r_14d)/√(r_14d + 0.5). */
export class Trending {
  #fast = new DecayedCounts(FAST_DAYS)
  #slow = new DecayedCounts(SLOW_DAYS)
  #events = new Float64Array(0)
  /** The first three visitors since the item was last quiet, as non-zero hashes. */
  #visitors = new Uint32Array(0)

  update(item: number, visitorHash: number, atMs: number): void {
    this.#events = growToHold(this.#events, item)
    this.#visitors = grow(this.#visitors, (item + 1) * MIN_VISITORS)
    if (this.#slow.at(item, atMs) < 0.25) this.#forget(item)
    this.#fast.add(item, 1, atMs)
    this.#slow.add(item, 1, atMs)
    this.#events[item]++
    this.#noteVisitor(item, visitorHash >>> 0 || 1)
  }

  static fit(events: Iterable<{ item: number; visitorHash: number; atMs: number }>): Trending {
    const model = new Trending()
    for (const { item, visitorHash, atMs } of events) model.update(item, visitorHash, atMs)
    return model
  }

  score(item: number, nowMs: number): number {
    if (!this.#isEvident(item)) return 0
    const slow = PER_DAY(this.#slow.at(item, nowMs), SLOW_DAYS)
    return (PER_DAY(this.#fast.at(item, nowMs), FAST_DAYS) - slow) / Math.sqrt(slow + 0.5)
  }

  rank(nowMs: number): LazyRanking {
    const fastScale = PER_DAY(this.#fast.scaleAt(nowMs), FAST_DAYS)
    const slowScale = PER_DAY(this.#slow.scaleAt(nowMs), SLOW_DAYS)
    const score = (item: number) => {
      if (!this.#isEvident(item)) return 0
      const slow = this.#slow.relative(item) * slowScale
      return (this.#fast.relative(item) * fastScale - slow) / Math.sqrt(slow + 0.5)
    }
    return LazyRanking.over(this.#slow.size, score, MIN_SCORE)
  }

  rankPopular(nowMs: number): LazyRanking {
    return ranked(this.#fast, nowMs)
  }

  rankInteresting(nowMs: number): LazyRanking {
    return ranked(this.#slow, nowMs)
  }

  /** Returns the decayed number of events, most of them within `SLOW_DAYS`. */
  interest(item: number, nowMs: number): number {
    return this.#slow.at(item, nowMs)
  }

  rates(item: number, nowMs: number): { now: number; before: number } {
    const now = PER_DAY(this.#fast.at(item, nowMs), FAST_DAYS)
    return { now, before: PER_DAY(this.#slow.at(item, nowMs), SLOW_DAYS) }
  }

  #isEvident(item: number): boolean {
    if (item >= this.#events.length || this.#events[item] < MIN_EVENTS) return false
    return this.#visitors[item * MIN_VISITORS + MIN_VISITORS - 1] !== 0
  }

  #noteVisitor(item: number, hash: number): void {
    const start = item * MIN_VISITORS
    for (let slot = start; slot < start + MIN_VISITORS; slot++) {
      if (this.#visitors[slot] === hash) return
      if (this.#visitors[slot] === 0) {
        this.#visitors[slot] = hash
        return
      }
    }
  }

  #forget(item: number): void {
    this.#events[item] = 0
    this.#visitors.fill(0, item * MIN_VISITORS, (item + 1) * MIN_VISITORS)
  }

  save(): Snapshot[] {
    const arrays = { events: this.#events.slice(), visitors: this.#visitors.slice() }
    return [this.#fast.save(), this.#slow.save(), { kind: 'trending', version: 1, numbers: {}, arrays }]
  }

  static load([fast, slow, rest]: readonly Snapshot[]): Trending {
    expectKind(rest, 'trending', 1)
    const model = new Trending()
    model.#fast = DecayedCounts.load(fast)
    model.#slow = DecayedCounts.load(slow)
    model.#events = Float64Array.from(rest.arrays.events)
    model.#visitors = Uint32Array.from(rest.arrays.visitors)
    return model
  }
}

function ranked(counts: DecayedCounts, nowMs: number): LazyRanking {
  const scale = counts.scaleAt(nowMs)
  return LazyRanking.over(counts.size, (item) => counts.relative(item) * scale, MIN_SCORE)
}
