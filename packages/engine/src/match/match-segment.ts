import { LowestItems } from '../columns/select-top.ts'
import { clearAccumulators } from './workspace.ts'
import { coverageOf, ROUNDING, scoreAll, scoreAny, type ScoreInput } from './score-segment.ts'

export interface SegmentInput extends ScoreInput {
  /** One bit per term: a partial match must have at least one of these terms. */
  readonly telling: number
  /** Product ids, to break ties; if null, ties are in the order of docs. */
  readonly ids: Float64Array | null
  /** Number of docs in the segments before this one. */
  readonly base: number
  /** Indexed by doc, smaller is better; orders docs within a tier before the score does. null for no demotions. */
  readonly demotions: Uint8Array | null
}

/** Decides which docs match. Set once for all visible docs, so that a filtered subset is ranked by the same rule. */
export interface MatchRule {
  /** The last tier whose docs match. */
  readonly tier: Tier
  /** Minimum share of the query's weight, and minimum text score, of a partial match. */
  readonly minCoverage: number
  readonly minScore: number
}

export interface MatchedDoc {
  /** Segment base plus local doc. */
  readonly doc: number
  readonly id: number
  /** Combines what is known before the features: tier, demotion and text score. */
  readonly key: number
  /** A value of `TIER`. */
  readonly tier: number
  /** BM25F over all fields, as a share of a perfect match's. */
  readonly score: number
  readonly found: number
}

export function betterFirst(a: MatchedDoc, b: MatchedDoc): number {
  return b.key - a.key || a.id - b.id
}

/** Counts the docs with every term, and how many of those docs name every term. */
export function findComplete(input: SegmentInput): { count: number; named: number } {
  const count = scoreAll(input)
  const { docs, named } = input.accumulators
  const all = allTerms(input)
  let namedCount = 0
  for (let i = 0; i < count; i++) if (named[docs[i]] === all) namedCount++
  return { count, named: namedCount }
}

export interface PartialStep {
  readonly minCoverage: number
  /** How many of the best scores are wanted. */
  readonly most: number
  /** Docs with a lower text score are not wanted. */
  readonly minScore: number
  /** Number of docs with every term. */
  readonly complete: number
  /** Docs that the previous step left in the accumulators. */
  readonly left: number
}

export interface PartialMatches {
  /** Text scores of the best docs, at most `most`. */
  readonly scores: readonly number[]
  /** Terms of the heaviest combination found, one bit per term. */
  readonly heaviest: number
}

/**
 * Finds docs that have some of the terms but not all. Terms add no docs once these could not be wanted: no doc scores
 * more than the weight of its terms.
 */
export function findPartial(input: SegmentInput, step: PartialStep): PartialMatches & { count: number } {
  const { minCoverage, most, minScore, complete, left } = step
  clearAccumulators(input.accumulators, left)
  const best = (count: number, wanted: number) => bestPartial(input, minCoverage, count, wanted)
  const count = scoreAny(input, minCoverage, (known, rest) => {
    if (rest < minScore - ROUNDING) return true
    // The terms that follow may complete some of the docs known.
    const wanted = most + complete
    if (most === 0 || known < wanted) return false
    const { scores, heaviest } = best(known, wanted)
    const lowest = Math.min(scores[wanted - 1] ?? 0, coverageOf(heaviest, input.termWeights))
    return rest < lowest - ROUNDING
  })
  return { count, ...best(count, most) }
}

/** `count`: docs in the accumulators. */
function bestPartial(input: SegmentInput, minCoverage: number, count: number, most: number): PartialMatches {
  const { docs, score, found, named } = input.accumulators
  const tierOf = tierReader(input, minCoverage)
  const best = new LowestItems<number>(most, (a, b) => b - a)
  let heaviest = 0
  for (let i = 0; i < count; i++) {
    const doc = docs[i]
    if (tierOf(found[doc], named[doc]) !== TIER.partial) continue
    heaviest = heavier(input, heaviest, found[doc])
    best.offer(score[doc])
  }
  return { scores: best.sorted(), heaviest }
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

/** Takes the docs that the previous step left in the accumulators, and clears the accumulators. */
export function selectMatches(
  input: SegmentInput,
  count: number,
  rule: MatchRule,
  top: LowestItems<MatchedDoc>,
): { count: number; matched: Uint32Array } {
  const { segment, accumulators, base, ids, demotions } = input
  const { docs, score, found, named } = accumulators
  const tierOf = tierReader(input, rule.minCoverage)
  const matched = new Uint32Array((segment.docCount + 31) >>> 5)
  let selected = 0
  for (let i = 0; i < count; i++) {
    const doc = docs[i]
    const tier = tierOf(found[doc], named[doc])
    const text = score[doc]
    if (!isMatch(rule, tier, text)) continue
    selected++
    matched[doc >>> 5] |= 1 << (doc & 31)
    if (top.capacity === 0) continue
    const demotion = demotions === null ? 0 : demotions[doc]
    const key = text - TIER_STEP * tier - demotion * DEMOTION_STEP
    const { worst } = top
    if (worst !== undefined && key < worst.key) continue
    top.offer({ doc: base + doc, id: ids === null ? base + doc : ids[doc], key, tier, score: text, found: found[doc] })
  }
  clearAccumulators(accumulators, count)
  return { count: selected, matched }
}

function isMatch(rule: MatchRule, tier: number, text: number): boolean {
  return tier <= rule.tier && (tier < TIER.partial || text >= rule.minScore)
}

/** Text scores are shares of the query's weight and stay far below a demotion step; 256 demotions stay below a tier step. */
const DEMOTION_STEP = 1 << 10
const TIER_STEP = 1 << 18

function tierReader(
  { termWeights, telling }: SegmentInput,
  minCoverage: number,
): (found: number, named: number) => number {
  const all = (1 << termWeights.length) - 1
  const covers = coverageTable(termWeights, minCoverage)
  return (found, named) => {
    if (named === all) return TIER.named
    if (found === all) return TIER.found
    return (found & telling) !== 0 && isPartial(found, named) && covers(found) ? TIER.partial : TIER.near
  }
}

/** Up to this many terms, coverage is read from a table, which is much faster than adding weights for each doc. */
const MAX_TABLED_TERMS = 12

function coverageTable(termWeights: readonly number[], minCoverage: number): (found: number) => boolean {
  const covers = (found: number) => coverageOf(found, termWeights) >= minCoverage - ROUNDING
  if (termWeights.length > MAX_TABLED_TERMS) return covers
  const table = Uint8Array.from({ length: 1 << termWeights.length }, (_, found) => (covers(found) ? 1 : 0))
  return (found) => table[found] === 1
}

function allTerms({ termWeights }: Pick<ScoreInput, 'termWeights'>): number {
  return (1 << termWeights.length) - 1
}

/** How much of the query a product has. The first ordering rule after the exact name; smaller is better. */
export const TIER = {
  /** Every word is in a field that names the product. */
  named: 0,
  /** Every word is found, some only in a description, attribute, tag or part number. */
  found: 1,
  /** Part of the query is found. */
  partial: 2,
  /** Found by meaning, not by words. */
  near: 3,
} as const

export type Tier = (typeof TIER)[keyof typeof TIER]
