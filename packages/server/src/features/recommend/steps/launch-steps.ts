/** What is new, by how it does so far. */
import type { Candidate, RecommendContext, RecommendQuery } from '../recommend-context.ts'
import { launchWords, within } from './counter-steps.ts'

const DAY_MS = 86_400_000
/** Half of a launch's freshness is gone after so many days. */
const LAUNCH_HALF_LIFE_DAYS = 14
/** Every so many places of recent launches go to one that had no chance yet. */
const EXPLORE_EVERY = 10

/** Launches by freshness times smoothed conversion; every tenth place explores, by shopper and day. */
export function* recentLaunches(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const fresh = context.catalog.newest().slice(0, 500)
  const ranked = fresh.map((productId) => ({ productId, score: launchScore(context, productId) }))
  ranked.sort((a, b) => b.score - a.score || a.productId - b.productId)
  const day = Math.floor(context.nowMs / DAY_MS)
  const rest = ranked
    .slice(EXPLORE_EVERY)
    .sort((a, b) => chance(context.seed, day, a.productId) - chance(context.seed, day, b.productId))
  const taken = new Set<number>()
  let place = 0
  for (const { productId } of ranked) {
    if (++place % EXPLORE_EVERY === 0) {
      const pick = rest.find((one) => !taken.has(one.productId))
      if (pick) yield* within(context, query, [launch(context, take(taken, pick.productId), 'launch_explore')])
    }
    if (!taken.has(productId)) yield* within(context, query, [launch(context, take(taken, productId), 'launch')])
  }
}

function launchScore({ models, catalog, nowMs }: RecommendContext, productId: number): number {
  const ageDays = Math.max(0, nowMs - (catalog.entries.get(productId)?.launchedMs ?? 0)) / DAY_MS
  const item = models.items.find(productId)
  const sold = item === undefined ? 0 : models.sales.at(item, nowMs)
  const seen = item === undefined ? 0 : models.views.at(item, nowMs)
  return (2 ** (-ageDays / LAUNCH_HALF_LIFE_DAYS) * (sold + 1)) / (seen + 20)
}

function launch({ catalog, nowMs }: RecommendContext, productId: number, step: string): Candidate {
  const words = () => launchWords(catalog.entries.get(productId)?.launchedMs ?? 0, nowMs)
  return { productId, step, why: () => (step === 'launch' ? words() : `${words()}, not yet tried`) }
}

function take(taken: Set<number>, productId: number): number {
  taken.add(productId)
  return productId
}

/** The same for one shopper all day, another order for the next. */
function chance(seed: string, day: number, productId: number): number {
  let hash = 2166136261 ^ day
  const text = `${seed} ${productId}`
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 16777619)
  return hash >>> 0
}
