import { setTimeout as wait } from 'node:timers/promises'
import { createRandom } from '../random.ts'
import type { Shopper } from '../shoppers/shopper.ts'
import { type LiveVisitDeps, type Tally, visitLive } from './live-visit.ts'

export interface LiveSimulation {
  shoppers: readonly Shopper[]
  /** Determines which shoppers come when, and what they do. */
  seed: string
  visits: number
  /** Visits started per second; 0 means as fast as `atOnce` allows. */
  rate: number
  /** No visit starts after this time; visits under way are completed. */
  seconds: number
  atOnce: number
}

export interface SimulationResult extends Tally {
  visits: number
  seconds: number
}

export async function simulateLive(deps: LiveVisitDeps, plan: LiveSimulation): Promise<SimulationResult> {
  const begunMs = deps.clock()
  const result = {
    visits: 0,
    seconds: 0,
    events: 0,
    searches: 0,
    sectionClicks: 0,
    searchClicks: 0,
    cartAdds: 0,
    orders: 0,
  }
  const underWay = new Set<Promise<void>>()
  for (let number = 0; number < plan.visits; number++) {
    const dueMs = plan.rate > 0 ? begunMs + (number * 1000) / plan.rate : begunMs
    if (dueMs > deps.clock()) await wait(dueMs - deps.clock())
    if (underWay.size >= plan.atOnce) await Promise.race(underWay)
    if (deps.clock() - begunMs >= plan.seconds * 1000) break
    const visit: Promise<void> = oneVisit(deps, plan, number)
      .then((tally) => addUp(result, tally))
      .finally(() => underWay.delete(visit))
    underWay.add(visit)
  }
  await Promise.all(underWay)
  return { ...result, seconds: (deps.clock() - begunMs) / 1000 }
}

function oneVisit(deps: LiveVisitDeps, plan: LiveSimulation, number: number): Promise<Tally> {
  const random = createRandom(plan.seed, 'live', number)
  const shopper = random.weighted(plan.shoppers, (one) => one.activity)
  return visitLive(deps, shopper, random)
}

function addUp(result: SimulationResult, tally: Tally): void {
  result.visits++
  for (const key of Object.keys(tally) as (keyof Tally)[]) result[key] += tally[key]
}
