import { LowestItems } from '../columns/select-top.ts'
import { FOUND, NAMED, SCORE, STRIDE } from './workspace.ts'
import { coverageOf, ROUNDING, scoreHeaviest, type ScoreInput, scoreOthers } from './score-segment.ts'

export interface SegmentInput extends ScoreInput {
  /** Bit of the term that names the product ("vase" in "black vase"); 0 for none. */
  readonly head: number
  /** One bit per term that identifies products: a partial match needs one, or most of the query's weight. */
  readonly telling: number
}

/** Decides which docs match. Computed from all visible docs, so that filters do not change it. */
export interface MatchRule {
  readonly tier: Tier
  /** Minimum share of the query's weight, and minimum text score, of partial matches. */
  readonly minCoverage: number
  readonly minScore: number
}

/** Counts the docs in the accumulators, which have the heaviest term, and those of them that have or name every term. */
export function findComplete(input: SegmentInput) {
  const scored = scoreHeaviest(input)
  const { docs, bits } = input.accumulators
  const all = allTerms(input)
  const counts = { scored, complete: 0, named: 0 }
  for (let i = 0; i < scored; i++) {
    const at = docs[i] * STRIDE
    if (bits[at + FOUND] === all) counts.complete++
    if (bits[at + NAMED] === all) counts.named++
  }
  return counts
}

export interface PartialMatches {
  /** Text scores of the best docs, at most `most`. */
  readonly scores: readonly number[]
  /** Terms of the heaviest combination found, one bit per term. */
  readonly heaviest: number
  readonly scored: number
}

/**
 * Finds docs that lack some terms. A doc scores at most the weight of its terms, so lighter terms add no docs once
 * these could not be among the `most` best. `scored` is the number of docs that `findComplete` left in the
 * accumulators.
 */
export function findPartial(input: SegmentInput, scored: number, minCoverage: number, most: number): PartialMatches {
  const { docs, bits, scores } = input.accumulators
  const tierOf = tierReader(input, minCoverage)
  const best = new LowestItems<number>(most, (a, b) => b - a)
  let heaviest = 0
  let seen = 0
  const readUpTo = (count: number) => {
    for (; seen < count; seen++) {
      const at = docs[seen] * STRIDE
      const found = bits[at + FOUND]
      if (tierOf(found, bits[at + NAMED]) !== TIER.partial) continue
      heaviest = heavier(input, heaviest, found)
      best.offer(scores[at + SCORE])
    }
  }
  const count = scoreOthers(input, scored, (rest, known) => {
    if (rest < minCoverage - ROUNDING) return false
    readUpTo(known)
    return rest >= (best.worst ?? 0) - ROUNDING
  })
  readUpTo(count)
  return { scores: best.sorted(), heaviest, scored: count }
}

export function heavier({ termWeights }: Pick<ScoreInput, 'termWeights'>, one: number, other: number): number {
  if (one === other) return one
  const difference = coverageOf(other, termWeights) - coverageOf(one, termWeights)
  return difference > ROUNDING || (difference > -ROUNDING && other < one) ? other : one
}

/** A doc with a single word of the query must have it in a naming field. */
function isPartial(found: number, named: number): boolean {
  return named !== 0 || (found & (found - 1)) !== 0
}

export interface SegmentMatches {
  readonly docs: Uint32Array
  /** BM25F over all fields, as a share of the highest possible score. */
  readonly scores: Float32Array
  readonly found: Uint32Array
  readonly tiers: Uint8Array
}

/** Returns the first `scored` docs in the accumulators that match, and clears the accumulators. */
export function takeMatches(input: SegmentInput, scored: number, rule: MatchRule): SegmentMatches {
  const { head, accumulators } = input
  const { docs, bits, scores } = accumulators
  const tierOf = tierReader(input, rule.minCoverage)
  const isMentioned = (tier: number, named: number) => tier === TIER.found && head !== 0 && (named & head) === 0
  const isMatch = (tier: number, score: number) => tier <= rule.tier && (tier < TIER.partial || score >= rule.minScore)
  const [kept, keptScores] = [new Uint32Array(scored), new Float32Array(scored)]
  const [keptFound, tiers] = [new Uint32Array(scored), new Uint8Array(scored)]
  let count = 0
  for (let i = 0; i < scored; i++) {
    const at = docs[i] * STRIDE
    const named = bits[at + NAMED]
    const tier = tierOf(bits[at + FOUND], named)
    if (isMatch(tier, scores[at + SCORE])) {
      kept[count] = docs[i]
      keptScores[count] = scores[at + SCORE]
      keptFound[count] = bits[at + FOUND]
      tiers[count++] = isMentioned(tier, named) ? TIER.partial : tier
    }
    bits[at + FOUND] = 0
  }
  return {
    docs: kept.slice(0, count),
    scores: keptScores.slice(0, count),
    found: keptFound.slice(0, count),
    tiers: tiers.slice(0, count),
  }
}

/** Combinations of terms are memoized, because docs share few of them. */
function tierReader(
  { termWeights, telling }: SegmentInput,
  minCoverage: number,
): (found: number, named: number) => number {
  const all = allTerms({ termWeights })
  const covering = new Map<number, boolean>()
  const covers = (found: number) => {
    let known = covering.get(found)
    if (known === undefined) {
      const coverage = coverageOf(found, termWeights)
      known = coverage >= minCoverage - ROUNDING && ((found & telling) !== 0 || coverage > 0.5 + ROUNDING)
      covering.set(found, known)
    }
    return known
  }
  return (found, named) => {
    if (named === all) return TIER.named
    if (found === all) return TIER.found
    return isPartial(found, named) && covers(found) ? TIER.partial : TIER.near
  }
}

function allTerms({ termWeights }: Pick<ScoreInput, 'termWeights'>): number {
  return (1 << termWeights.length) - 1
}

/** How much of the query a product has. The first ordering rule after exact names; smaller is better. */
export const TIER = {
  /** Every word is in a naming field. */
  named: 0,
  /** Every word is found, and the product word is in a naming field. */
  found: 1,
  /** Words are missing, or the product word is only mentioned; the latter changes ranking, never what matches. */
  partial: 2,
  near: 3,
} as const

export type Tier = (typeof TIER)[keyof typeof TIER]
