/** Counts how often products in lists were seen and clicked, to explore products that few visitors know. */
import type { Snapshot } from '../core/snapshot.ts'
import { DecayedCounts } from '../counters/decayed-counts.ts'
import { sampleBeta } from './sample-beta.ts'

const HALF_LIFE_DAYS = 30
/** Prior of every product: one click in twenty showings. */
const PRIOR = { clicks: 1, passes: 19 }

export class ClickTrials {
  #seen = new DecayedCounts(HALF_LIFE_DAYS)
  #clicked = new DecayedCounts(HALF_LIFE_DAYS)

  addSeen(item: number, atMs: number): void {
    this.#seen.add(item, 1, atMs)
  }

  addClick(item: number, atMs: number): void {
    this.#clicked.add(item, 1, atMs)
  }

  seen(item: number, nowMs: number): number {
    return this.#seen.at(item, nowMs)
  }

  /** Draws a click probability (Thompson sampling, 1933), so that unknown products are tried often. */
  draw(item: number, nowMs: number, random: () => number): number {
    const clicks = this.#clicked.at(item, nowMs)
    const passes = Math.max(0, this.#seen.at(item, nowMs) - clicks)
    return sampleBeta(PRIOR.clicks + clicks, PRIOR.passes + passes, random)
  }

  save(): Snapshot[] {
    return [this.#seen.save(), this.#clicked.save()]
  }

  static load([seen, clicked]: readonly Snapshot[]): ClickTrials {
    const trials = new ClickTrials()
    trials.#seen = DecayedCounts.load(seen)
    trials.#clicked = DecayedCounts.load(clicked)
    return trials
  }
}
