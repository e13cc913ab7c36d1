/** From scores to the set of docs that match, and the best of them. */
import type { WeightedPostings } from '../expand/weighted-postings.ts'
import { RANKING } from '../ranking-constants.ts'
import { MATCH_CLASS, type PriceRange } from '../text-query.ts'
import { clearAccumulators } from './accumulators.ts'
import { HAS_EXCLUDED_BIT, markExcluded } from './mark-excluded.ts'
import { type ScoreInput, scoreAll, scoreAny } from './score-segment.ts'
import { TopDocs } from './top-docs.ts'

export interface CollectInput {
  readonly segments: readonly ScoreInput[]
  /** By segment: product numbers, which order equal scores; null: the order of docs does. */
  readonly ids: readonly (Float64Array | null)[]
  /** By segment: where the excluded words are. */
  readonly excluded: readonly (readonly WeightedPostings[])[]
  readonly price: PriceRange | null
  /** The term that names the thing; -1 without words. */
  readonly head: number
  /** How many of the best are kept. */
  readonly capacity: number
  /** Of more matches than these none are kept: the caller will ask for the best of some of them. */
  readonly rankAtMost: number
}

export interface Collected {
  readonly top: TopDocs
  readonly count: number
  /** By segment, a bitset of all docs that match. */
  readonly matched: Uint32Array[]
  readonly rule: MatchRule
}

/** What makes a doc a match. Decided once, for all docs that are visible; the best of some of them follow the same rule. */
export interface MatchRule {
  /** Every term must stand in a field that says for certain that the product has it. */
  readonly isNamed: boolean
  /** Of docs that lack a term, one at least must: where the shop has the thing, a description that mentions a word is no answer. */
  readonly isOneNamed: boolean
  /** Which terms are enough; null: all of them. */
  readonly coverage: Coverage | null
}

/** Combinations of query terms, a bit each, that are enough, and what a doc that has just these keeps of its score. */
export type Coverage = ReadonlyMap<number, number>

/** Docs that match by a rule that was decided before. */
export function collect(input: CollectInput, rule: MatchRule): Collected {
  return rule.coverage === null ? collectAll(input, rule) : collectSome(input, { decided: rule })
}

/**
 * Docs with every term. Where enough of them have every term in a strong field, they are the answer, and docs that only mention
 * a term in their description would be padding.
 */
export function collectAll(input: CollectInput, decided?: MatchRule): Collected & { named: number } {
  const counts = input.segments.map((segment) => scoreAll(segment))
  const all = allTerms(input)
  const named = countStrong(input, counts, all)
  const isNamed = decided?.isNamed ?? named >= RANKING.strongEnough
  const isRanked = (isNamed ? named : counts.reduce((sum, count) => sum + count, 0)) <= input.rankAtMost
  const ranking = isRanked ? input : { ...input, capacity: 0 }
  const selected = select(ranking, counts, isNamed ? (_, strong) => (strong === all ? 1 : 0) : () => 1)
  return { ...selected, rule: { isNamed, isOneNamed: false, coverage: null }, named }
}

function countStrong({ segments }: CollectInput, counts: readonly number[], all: number): number {
  let total = 0
  segments.forEach(({ accumulators: { docs, strong } }, s) => {
    for (let i = 0; i < counts[s]; i++) if (strong[docs[i]] === all) total++
  })
  return total
}

/** Docs with some of the terms: those with the most of the query's weight, down to where enough are found. */
export function collectSome(
  input: CollectInput,
  { decided, named = 0 }: { decided?: MatchRule; named?: number } = {},
): Collected {
  const size = relaxedSize(input, named > 0 ? BESIDE_NAMED : ALONE)
  const counts = input.segments.map((segment) => scoreAny(segment, size.enough))
  const coverage = decided?.coverage ?? coverageOf(input, counts, size)
  const factor = lookUp(coverage, input)
  const isOneNamed = decided?.isOneNamed ?? isHeadNamed(input, counts, factor)
  const all = allTerms(input)
  const withoutMentions: Factor = (found, strong) => (isMention(found, strong, all) ? 0 : factor(found, strong))
  return {
    ...select(input, counts, isOneNamed ? withoutMentions : factor),
    rule: { isNamed: false, isOneNamed, coverage },
  }
}

function allTerms({ segments }: CollectInput): number {
  return (1 << (segments[0]?.termWeights.length ?? 0)) - 1
}

function isMention(found: number, strong: number, all: number): boolean {
  return strong === 0 && (found & all) !== all
}

/** Whether what was found holds the thing that is asked for. */
function isHeadNamed({ segments, head }: CollectInput, counts: readonly number[], factor: Factor): boolean {
  if (head < 0) return false
  return segments.some(({ accumulators: { docs, found, strong } }, s) => {
    for (let i = 0; i < counts[s]; i++) {
      const doc = docs[i]
      if ((strong[doc] & (1 << head)) !== 0 && factor(found[doc], strong[doc]) > 0) return true
    }
    return false
  })
}

/** How many products an answer has where words are relaxed. */
interface Relaxation {
  /** So many are enough, in larger shops this share of it. */
  readonly docs: number
  readonly shareOfShop: number
  /** A combination does not join that would make them more than `docs` and more than this share of the shop. */
  readonly mostOfShop: number
}

/** A small shop's answer must not be half of the shop. */
const ALONE: Relaxation = { docs: 20, shareOfShop: 0.1, mostOfShop: 1 }
/** Where some name every word, the others only fill the first page, and what is common in the shop fills more than that. */
const BESIDE_NAMED: Relaxation = { docs: 10, shareOfShop: 0.01, mostOfShop: 0.08 }

interface RelaxedSize {
  readonly enough: number
  readonly most: number
}

function relaxedSize({ segments }: CollectInput, { docs, shareOfShop, mostOfShop }: Relaxation): RelaxedSize {
  const total = segments.reduce((sum, { segment }) => sum + segment.docCount, 0)
  const enough = Math.min(RANKING.relaxedEnough, Math.max(docs, total * shareOfShop))
  return { enough, most: Math.max(docs, total * mostOfShop) }
}

/** What a doc keeps of its score by the terms that it has, anywhere and in strong fields; 0 leaves it out. */
type Factor = (found: number, strong: number) => number

function lookUp(coverage: Coverage, { segments }: CollectInput): Factor {
  const terms = segments[0]?.termWeights.length ?? 0
  if (terms > MAX_COUNTED_TERMS) return (found) => coverage.get(found & TERM_BITS) ?? 0
  const table = new Float32Array(1 << terms)
  for (const [bits, factor] of coverage) table[bits] = factor
  return (found) => table[found & TERM_BITS]
}

/** Takes the docs that `score…` left in the accumulators, and leaves those clean. */
function select(input: CollectInput, counts: readonly number[], factor: Factor): Omit<Collected, 'rule'> {
  const top = new TopDocs(input.capacity)
  const matched = input.segments.map(({ segment }) => new Uint32Array((segment.docCount + 31) >>> 5))
  let count = 0
  let base = 0
  input.segments.forEach((scored, s) => {
    count += selectOfSegment(input, s, { count: counts[s], base, factor, top, matched: matched[s] })
    clearAccumulators(scored.accumulators, counts[s])
    base += scored.segment.docCount
  })
  return { top, count, matched }
}

interface Selection {
  /** Docs that were touched. */
  readonly count: number
  /** Docs of the segments before. */
  readonly base: number
  readonly factor: Factor
  readonly top: TopDocs
  readonly matched: Uint32Array
}

function selectOfSegment(input: CollectInput, s: number, { count, base, factor, top, matched }: Selection): number {
  const { segment, accumulators, termWeights } = input.segments[s]
  const { docs, found, scores, exact, strong } = accumulators
  const { price } = input
  const ids = input.ids[s]
  if (input.excluded[s].length > 0) markExcluded(segment, input.excluded[s], accumulators)
  let selected = 0
  for (let i = 0; i < count; i++) {
    const doc = docs[i]
    const has = found[doc]
    const share = factor(has, strong[doc])
    if (share === 0) continue
    selected++
    matched[doc >>> 5] |= 1 << (doc & 31)
    if (top.capacity === 0) continue
    let value = scores[doc] * share
    if ((has & HAS_EXCLUDED_BIT) !== 0) value *= RANKING.excluded
    if (price !== null && !isInside(price, segment.prices[doc])) value *= RANKING.outsidePrice
    if (value < top.threshold) continue
    const matchClass = classOf(termWeights.length, has, exact[doc], strong[doc])
    top.add(base + doc, value, ids === null ? base + doc : ids[doc], matchClass)
  }
  return selected
}

/**
 * For each combination of terms that is kept: the share of the query's weight, to the power that ranking says.
 * Combinations join from the heaviest down until there are enough docs, so that a long query's commonest word
 * does not bring half the shop.
 */
function coverageOf({ segments }: CollectInput, counts: readonly number[], { enough, most }: RelaxedSize): Coverage {
  const termWeights = segments[0]?.termWeights ?? []
  const total = termWeights.reduce((sum, weight) => sum + weight, 0)
  const shares = [...countCombinations(segments, counts)].map(([bits, docs]) => ({
    bits,
    docs,
    share: weightOf(bits, termWeights) / total,
  }))
  shares.sort((a, b) => b.share - a.share)
  const factors = new Map<number, number>()
  let docs = 0
  for (const combination of shares) {
    if (docs >= enough || combination.share < RANKING.relaxedShare) break
    // What has every word is the answer, however much it is.
    if (combination.share < 1 && docs + combination.docs > most) continue
    docs += combination.docs
    factors.set(combination.bits, combination.share ** RANKING.coverage)
  }
  return factors
}

/** Room for the terms below the marks of exclusion. */
const TERM_BITS = (1 << 24) - 1

/** Combinations of up to this many terms are counted in an array, which is much faster than a map. */
const MAX_COUNTED_TERMS = 12

function countCombinations(segments: readonly ScoreInput[], counts: readonly number[]): Map<number, number> {
  const terms = segments[0]?.termWeights.length ?? 0
  const few = new Uint32Array(1 << Math.min(terms, MAX_COUNTED_TERMS))
  const docs = new Map<number, number>()
  segments.forEach(({ accumulators }, s) => {
    for (let i = 0; i < counts[s]; i++) {
      const bits = accumulators.found[accumulators.docs[i]]
      if (bits < few.length) few[bits]++
      else docs.set(bits, (docs.get(bits) ?? 0) + 1)
    }
  })
  for (let bits = 0; bits < few.length; bits++) if (few[bits] > 0) docs.set(bits, few[bits])
  return docs
}

function weightOf(bits: number, termWeights: readonly number[]): number {
  let weight = 0
  for (let term = 0; term < termWeights.length; term++) if ((bits & (1 << term)) !== 0) weight += termWeights[term]
  return weight
}

function isInside({ min, max }: PriceRange, price: number): boolean {
  return (min === null || price >= min) && (max === null || price <= max)
}

function classOf(termCount: number, found: number, exact: number, strong: number): number {
  const all = (1 << termCount) - 1
  if ((found & HAS_EXCLUDED_BIT) !== 0) return MATCH_CLASS.excluded
  if ((found & all) !== all) return MATCH_CLASS.someWords
  if ((strong & all) !== all) return MATCH_CLASS.mentioned
  return (exact & all) === all ? MATCH_CLASS.words : MATCH_CLASS.nearWords
}
