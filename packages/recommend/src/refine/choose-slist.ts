import type { VisitRanker } from '../visits/visit-ranker.ts'
import { SLIST, Slist } from './slist.ts'

const MIN_VISITS = 500
/** Maximum number of test visits, and of results considered in each. */
const JUDGED = 400
const TOP = 20
const SLICE = 50

/**
 * Fits SLIST on recent visits, and keeps it only if the ranker predicts the last ones better with it: shops with short
 * visits or many items may lose. `pause` yields to other work.
 */
export async function chooseSlist(
  ranker: VisitRanker,
  pause: () => Promise<void>,
): Promise<'kept' | 'dropped' | 'skipped'> {
  const visits = ranker.sessionKnn.recentVisits()
  if (visits.length < MIN_VISITS || ranker.coView.size > SLIST.maxItems) return 'skipped'
  const judged = visits.slice(-Math.min(JUDGED, Math.floor(visits.length / 10)))
  const slist = new Slist()
  for (const [at, visit] of visits.slice(0, -judged.length).entries()) {
    slist.update(visit)
    if (at % SLICE === 0) await pause()
  }
  while (slist.solve(SLICE) > 0) await pause()
  const before = ranker.slist
  ranker.slist = undefined
  const without = await sumReciprocalRanks(ranker, judged, pause)
  ranker.slist = slist
  const withIt = await sumReciprocalRanks(ranker, judged, pause)
  if (withIt > without) return 'kept'
  ranker.slist = withIt === without ? before : undefined
  return 'dropped'
}

/** Sums the reciprocal ranks of the last item of each visit, ranked by the other items before it. */
async function sumReciprocalRanks(
  ranker: VisitRanker,
  visits: readonly number[][],
  pause: () => Promise<void>,
): Promise<number> {
  let sum = 0
  for (const visit of visits) {
    const target = visit[visit.length - 1]
    const before = visit.slice(0, -1).filter((item) => item !== target)
    const place = ranker.rank(before, { limit: TOP, returns: 'leave out' }).findIndex(({ item }) => item === target)
    if (place >= 0) sum += 1 / (place + 1)
    await pause()
  }
  return sum
}
