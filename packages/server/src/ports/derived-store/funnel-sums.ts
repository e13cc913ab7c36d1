/** Collects what a batch changes in the sums over visits. Most changes cancel out or add up, so that each sum is written once. */
import type { Visit } from './derived-facts.ts'
import { segmentAt } from './segments.ts'
import type { ShopDays } from './shop-days.ts'

/** A row of the table of funnels, whose column `device` contains a segment. */
interface FunnelSum {
  scope: 'landing' | 'page'
  day: number
  path: string
  device: string
  steps: number
  sessions: number
}

export class FunnelSums {
  readonly #days: ShopDays
  readonly #sums = new Map<string, FunnelSum>()

  constructor(days: ShopDays) {
    this.#days = days
  }

  count({ firstAtMs, device, place, steps, path, pages }: Visit, by: 1 | -1): void {
    const counted = { day: this.#days.dayOf(firstAtMs), device: segmentAt(device, place), steps, sessions: by }
    this.#add({ scope: 'landing', path, ...counted })
    for (const page of pages) this.#add({ scope: 'page', path: page, ...counted })
  }

  rows(): FunnelSum[] {
    return [...this.#sums.values()].filter(({ sessions }) => sessions !== 0)
  }

  #add(change: FunnelSum): void {
    const identity = `${change.scope}\n${change.day}\n${change.device}\n${change.steps}\n${change.path}`
    const sum = this.#sums.get(identity)
    if (sum) sum.sessions += change.sessions
    else this.#sums.set(identity, change)
  }
}
