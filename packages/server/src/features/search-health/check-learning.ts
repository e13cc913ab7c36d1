/** Tests the learned models once a day on the latest searches, and reports which are live, since when and why. */
import {
  type Candidate,
  LEARNED_MODELS,
  type LearnedModel,
  type LoggedSearch,
  PROOF,
  type Proof,
  proveLearning,
  type CandidatesByQuery,
} from '@vitrine/recommend'
import type { LearnedScorer } from '@vitrine/engine'
import type { Shop } from '../../ports/record-store/record-store.ts'
import type { ModelStanding, SearchLearning } from '../search/search-learning.ts'
import type { Pause } from './pace.ts'

export interface LearningDeps {
  learning: SearchLearning
  clock: () => number
}

/** Less than a day, so that a check that finished late does not delay the next one. */
const EVERY_MS = 20 * 3_600_000
/** There is hardly any evidence for rarer queries. */
const MAX_QUERIES = 400

interface ShopAsked {
  windowOf: (query: string) => Promise<readonly Candidate[]>
  /** Returns the golden queries that do not get the expected results with these scorers. */
  brokenBy: (scorerOf: (query: string) => LearnedScorer | undefined) => Promise<readonly string[]>
  pause: Pause
}

export async function checkLearning(
  { learning, clock }: LearningDeps,
  { id }: Shop,
  { windowOf, brokenBy, pause }: ShopAsked,
) {
  const checkedAtMs = learning.conclusion(id)?.checkedAtMs
  if (checkedAtMs === undefined || clock() - checkedAtMs >= EVERY_MS) {
    const log = learning.log(id)
    const windows = await readWindows(log, { windowOf, pause })
    const proofs = await proveLearning({ log, windows, live: learning.live(id) }, pause)
    const trial = learning.trial(id, windows, clock())
    const held = await heldBack(proofs, (models) => brokenBy((query) => trial(models, query)))
    learning.conclude(id, { proofs, windows, held, nowMs: clock() })
  }
  return presentLearning(learning, id)
}

/** Returns the models that break golden queries. They stay off, even if they improve other queries. */
async function heldBack(
  proofs: Readonly<Record<LearnedModel, Proof>>,
  brokenBy: (models: readonly LearnedModel[]) => Promise<readonly string[]>,
): Promise<Map<LearnedModel, readonly string[]>> {
  const held = new Map<LearnedModel, readonly string[]>()
  const proven = LEARNED_MODELS.filter((name) => proofs[name].isLive)
  if (proven.length === 0) return held
  const anyway = new Set(await brokenBy([]))
  const allowed: LearnedModel[] = []
  for (const name of proven) {
    const breaks = (await brokenBy([...allowed, name])).filter((query) => !anyway.has(query))
    if (breaks.length > 0) held.set(name, breaks)
    else allowed.push(name)
  }
  return held
}

async function readWindows(
  log: readonly LoggedSearch[],
  { windowOf, pause }: Pick<ShopAsked, 'windowOf' | 'pause'>,
): Promise<CandidatesByQuery> {
  if (log.length < PROOF.minSearches) return new Map()
  const counts = new Map<string, number>()
  for (const { query } of log) counts.set(query, (counts.get(query) ?? 0) + 1)
  const queries = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, MAX_QUERIES)
  const windows = new Map<string, readonly Candidate[]>()
  for (const [query] of queries) {
    await pause()
    windows.set(query, await windowOf(query))
  }
  return windows
}

function presentLearning(learning: SearchLearning, shop: string) {
  const conclusion = learning.conclusion(shop)
  const time = (ms: number | null | undefined) => (ms == null ? null : new Date(ms).toISOString())
  return {
    checked_at: time(conclusion?.checkedAtMs),
    models: LEARNED_MODELS.map((model) => {
      const standing = conclusion?.standings[model]
      const { searches = 0, moved = 0, difference = 0, error = 0, before = 0 } = standing?.proof ?? {}
      const share = (value: number) => (before === 0 ? 0 : Math.round((10_000 * value) / before) / 10_000)
      return {
        ...{ model, is_live: standing?.sinceMs != null, since: time(standing?.sinceMs), reason: reasonOf(standing) },
        stepped_back_at: time(standing?.steppedBackAtMs),
        breaks: standing?.breaks ?? [],
        ...{ searches, moved_searches: moved },
        /** Relative gain of chosen products, with its confidence interval. */
        gain: {
          value: share(difference),
          interval: [share(difference - PROOF.enters * error), share(difference + PROOF.enters * error)],
        },
      }
    }),
  }
}

type Reason = 'too_few_searches' | 'proven' | 'breaks_golden' | 'would_lose' | 'not_proven' | 'stepped_back'

function reasonOf(standing: ModelStanding | undefined): Reason {
  if (!standing || standing.proof.searches < PROOF.minSearches) return 'too_few_searches'
  if (standing.sinceMs !== null) return 'proven'
  if (standing.breaks) return 'breaks_golden'
  if (standing.proof.difference < -PROOF.enters * standing.proof.error) return 'would_lose'
  return standing.steppedBackAtMs === null ? 'not_proven' : 'stepped_back'
}
