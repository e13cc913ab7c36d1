import type { RankingRules } from '@vitrine/engine'
import { isTarget, type RecommendationRules } from '../merchandise/recommendation-rules.ts'
import { type Candidate, entryOf, isShowable, type RecommendContext, type RecommendQuery } from './recommend-context.ts'

/** Products further down keep their positions. */
const WINDOW = 100

export function rulesOf(
  { rules }: RecommendContext,
  { type, collection }: Pick<RecommendQuery, 'type' | 'collection'>,
): RecommendationRules {
  return rules({ type, collection: collection ? [collection] : [] })
}

interface Moving {
  ranking: RankingRules
  /** Anchors and products in the cart, which must not be shown. */
  excluded: ReadonlySet<number>
}

export function* moveByRules(
  context: RecommendContext,
  candidates: Iterable<Candidate>,
  moving: Moving,
): Generator<Candidate> {
  const source = candidates[Symbol.iterator]()
  const pool: Candidate[] = []
  while (pool.length < WINDOW) {
    const next = source.next()
    if (next.done) break
    pool.push(next.value)
  }
  const boosted = boost(context, pool, moving.ranking.boosts)
  const pins = pinsOf(context, boosted, moving)
  const pinned = new Set(pins.map(({ candidate }) => candidate.productId))
  const placed = boosted.filter(({ productId }) => !pinned.has(productId))
  let last = -1
  for (const { candidate, position } of pins) {
    last = Math.min(Math.max(position - 1, last + 1), placed.length)
    placed.splice(last, 0, candidate)
  }
  yield* placed
  for (let next = source.next(); !next.done; next = source.next())
    if (!pinned.has(next.value.productId)) yield next.value
}

/** Boosted by 2.5, the tenth product competes with the fourth. Sold-out products stay last. */
function boost(context: RecommendContext, pool: readonly Candidate[], boosts: RankingRules['boosts']): Candidate[] {
  if (boosts.length === 0) return [...pool]
  const keyed = pool.map((candidate, place) => {
    const entry = entryOf(context, candidate.productId)
    const own = entry ? boosts.filter(({ target }) => isTarget(entry, target)) : []
    const factor = own.reduce((product, one) => product * one.factor, 1)
    return {
      candidate: moved(candidate, factor, own[0]?.rule),
      soldOut: entry?.inStock === false,
      key: (place + 1) / factor,
    }
  })
  return keyed.sort((a, b) => Number(a.soldOut) - Number(b.soldOut) || a.key - b.key).map(({ candidate }) => candidate)
}

function moved(candidate: Candidate, factor: number, rule: string | undefined): Candidate {
  if (rule === undefined || factor === 1) return candidate
  const verb = factor > 1 ? 'boosted' : 'buried'
  return { ...candidate, rule, why: () => `${candidate.why()}; ${verb} by rule ${rule}` }
}

interface Pin {
  candidate: Candidate
  position: number
}

/** Named ids come first, in the order of the rules, then the best matches of each target, as in search. */
function pinsOf(context: RecommendContext, ranked: readonly Candidate[], { ranking, excluded }: Moving): Pin[] {
  const pins: Pin[] = []
  const taken = new Set(excluded)
  const add = (productId: number, position: number, rule: string) => {
    taken.add(productId)
    const why = () => `pinned by rule ${rule}`
    pins.push({ candidate: { productId, step: `rule:${rule}`, why, rule }, position })
  }
  for (const { id, position, rule } of ranking.pins) {
    const entry = entryOf(context, id)
    if (entry && !taken.has(id) && isShowable(context, entry)) add(id, position, rule)
  }
  for (const { target, position, limit, rule } of ranking.pinTargets ?? []) {
    const fitting = ranked.filter(({ productId }) => {
      const entry = entryOf(context, productId)
      return entry !== undefined && !taken.has(productId) && isTarget(entry, target)
    })
    fitting.slice(0, limit).forEach(({ productId }, i) => {
      add(productId, position + i, rule)
    })
  }
  return pins.sort((a, b) => a.position - b.position)
}
