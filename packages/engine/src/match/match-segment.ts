import { LowestItems } from '../columns/select-top.ts'
import { FOUND, NAMED, SCORE, STRIDE } from './workspace.ts'
import { coverageOf, ROUNDING, scoreHeaviest, type ScoreInput, scoreOthers } from './score-segment.ts'

export interface SegmentInput extends ScoreInput {
  /** Bit of the term that names what is asked for; 0 if there is none. */
  readonly head: number
  /** One bit per term: a partial match must have at least one of these terms, or most of the query's weight. */
  readonly telling: number
}

/** Decides which docs match. Set once for all visible docs, so that a filtered subset is ranked by the same rule. */
export interface MatchRule {
  /** The last tier whose docs match. */
  readonly tier: Tier
  /** Minimum share of the query's weight, and minimum text score, of a partial match. */
  readonly minCoverage: number
  readonly minScore: number
}

export interface CompleteMatches {
  /** Number of docs in the accumulators: those that have the heaviest term. */
  readonly scored: number
  /** Number of them that have every term. */
  readonly complete: number
  /** Number of those that name every term. */
  readonly named: number
}

export function findComplete(input: SegmentInput): CompleteMatches {
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
  /** Text scores of the best docs, at most as many as are wanted. */
  readonly scores: readonly number[]
  /** Terms of the heaviest combination found, one bit per term. */
  readonly heaviest: number
  readonly scored: number
}

/**
 * Finds docs that have some of the terms but not all. No doc scores more than the weight of its terms, so terms add no
 * docs once these could not be among the `most` best. `scored` is the number of docs in the accumulators after
 * `findComplete`.
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

/** A product that only mentions a single word of the query is not a match. */
function isPartial(found: number, named: number): boolean {
  return named !== 0 || (found & (found - 1)) !== 0
}

/** The docs of a segment that match, in arrays of the same length. */
export interface SegmentMatches {
  readonly docs: Uint32Array
  /** BM25F over all fields, as a share of a perfect match's. */
  readonly scores: Float32Array
  /** Query terms that each doc has, one bit per term. */
  readonly found: Uint32Array
  /** Values of `TIER`. */
  readonly tiers: Uint8Array
}

/** Returns the docs that match by the rule, among the first `scored` docs in the accumulators, and clears the accumulators. */
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

/** Reads the tier of a doc from its terms. Most docs share a few combinations, so each is examined once. */
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

/** Says how much of the query a product has. The first ordering rule after the exact name; smaller is better. */
export const TIER = {
  /** Every word is in a field that names the product. */
  named: 0,
  /** Every word is found, some only in a description, attribute, tag or part number, but what is asked for is named. */
  found: 1,
  /** Part of the query is found, or what is asked for is only mentioned. The latter depends on word order, so it affects ranking alone: word order must not change what matches. */
  partial: 2,
  /** Found by meaning, not by words. */
  near: 3,
} as const

export type Tier = (typeof TIER)[keyof typeof TIER]
