import type { Candidate, RecommendContext, RecommendQuery } from '../recommend-context.ts'
import { launchWords, inCollection } from './counter-steps.ts'

const DAY_MS = 86_400_000
const LAUNCH_HALF_LIFE_DAYS = 14

/** Ranks by freshness times smoothed conversion rate. */
export function* recentLaunches(context: RecommendContext, query: RecommendQuery): Generator<Candidate> {
  const fresh = context.catalog.newest().slice(0, 500)
  const ranked = fresh.map((productId) => ({ productId, score: launchScore(context, productId) }))
  ranked.sort((a, b) => b.score - a.score || a.productId - b.productId)
  yield* inCollection(
    context,
    query,
    ranked.map(({ productId }) => launch(context, productId)),
  )
}

function launchScore({ models, catalog, nowMs }: RecommendContext, productId: number): number {
  const ageDays = Math.max(0, nowMs - (catalog.entries.get(productId)?.launchedMs ?? 0)) / DAY_MS
  const item = models.items.find(productId)
  const sold = item === undefined ? 0 : models.sales.at(item, nowMs)
  const seen = item === undefined ? 0 : models.views.at(item, nowMs)
  return (2 ** (-ageDays / LAUNCH_HALF_LIFE_DAYS) * (sold + 1)) / (seen + 20)
}

function launch({ catalog, nowMs }: RecommendContext, productId: number): Candidate {
  const why = () => launchWords(catalog.entries.get(productId)?.launchedMs ?? 0, nowMs)
  return { productId, step: 'launch', why }
}
