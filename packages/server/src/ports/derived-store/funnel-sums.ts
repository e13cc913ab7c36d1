/** Collects what a batch changes in the sums over visits. Most changes cancel out or add up, so that each sum is written once. */
import type { FunnelRow } from './derived-records.ts'

export interface FunnelChange extends FunnelRow {
  scope: 'landing' | 'page'
  day: number
}

export class FunnelSums {
  readonly #changes = new Map<string, FunnelChange>()

  add(change: FunnelChange): void {
    const identity = `${change.scope}\n${change.day}\n${change.segment}\n${change.steps}\n${change.path}`
    const sum = this.#changes.get(identity)
    if (sum) sum.sessions += change.sessions
    else this.#changes.set(identity, change)
  }

  *changes(): Iterable<FunnelChange> {
    for (const change of this.#changes.values()) if (change.sessions !== 0) yield change
  }
}
