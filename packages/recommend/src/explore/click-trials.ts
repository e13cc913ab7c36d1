/** Counts how often products were seen and clicked in lists, to explore products that few visitors have found. */
import type { Snapshot } from '../core/snapshot.ts'
import { DecayedCounts } from '../counters/decayed-counts.ts'
import { sampleBeta } from './sample-beta.ts'

const HALF_LIFE_DAYS = 30
/** Prior of every product, with little weight: one click in twenty showings. */
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

  /**
   * Draws a click probability from the belief about the product (Thompson 1933). Taking the highest draw tries unknown
   * products often, and those that visitors ignore less and less.
   */
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
