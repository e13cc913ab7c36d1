/** How often products were seen in lists, and clicked there: what is known of those that few have come upon by themselves. */
import type { Snapshot } from '../core/snapshot.ts'
import { DecayedCounts } from '../counters/decayed-counts.ts'
import { sampleBeta } from './sample-beta.ts'

const HALF_LIFE_DAYS = 30
/** Clicks and passes that every product is taken to have had: one click in twenty showings, on little evidence. */
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
   * The chance of a click, drawn from what is believed of the product (Thompson 1933). Who takes the highest draw tries the unknown often,
   * and what turned out to be passed over less and less.
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
