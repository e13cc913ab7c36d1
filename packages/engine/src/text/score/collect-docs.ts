/** From scores to the set of docs that match, and the best of them: what the segments found is put together and decided here. */
import { RANKING } from '../ranking-constants.ts'
import { allTerms, BEHIND, headBitOf, type Combination, type Coverage, type MatchRule } from './collect-segment.ts'
import type { ScoredAny } from './score-segment.ts'
import type { SegmentSteps } from './segment-steps.ts'
import type { TopDocs } from './top-docs.ts'

export interface CollectInput {
  readonly segments: SegmentSteps
  /** How many of the best are kept. */
  readonly capacity: number
  /** Of more matches than these none are kept: the caller will ask for the best of some of them. */
  readonly rankAtMost: number
  /** Whether the term that names the thing is a kind of thing that the shop sells. */
  readonly isHeadKind: () => boolean
  /** With this many products that name every word, those that only mention one are left out. */
  readonly namedEnough: number
}

export interface Collected {
  readonly top: TopDocs
  readonly count: number
  /** By segment, a bitset of all docs that match. */
  readonly matched: Uint32Array[]
  readonly rule: MatchRule
}

/** Docs that match by a rule that was decided before. */
export function collect(input: CollectInput, rule: MatchRule): Collected {
  return rule.coverage === null ? collectAll(input, rule) : collectSome(input, { decided: rule })
}

/**
 * Docs with every term. Where enough of them have every term in a strong field, they are the answer, and docs that only mention
 * a term in their description would be padding.
 */
export function collectAll(
  input: CollectInput,
  decided?: MatchRule,
): Collected & { named: number; isHeadNamed: boolean } {
  const scored = input.segments.each<'complete'>(() => ({ name: 'complete' }))
  const counts = scored.map(({ count }) => count)
  const named = sumOf(scored.map((each) => each.named))
  const isNamed = decided?.isNamed ?? named >= input.namedEnough
  const isRanked = (isNamed ? named : sumOf(counts)) <= input.rankAtMost
  const ranking = isRanked ? input : { ...input, capacity: 0 }
  const headNamed = sumOf(scored.map((each) => each.headNamed))
  const isMixed = !isNamed && headNamed > 0 && headNamed < sumOf(counts)
  const kind = decided?.kind ?? (isMixed && input.isHeadKind() ? headBitOf(input.segments.inputs[0]) : 0)
  const found = select(ranking, counts, { isNamed, isOneNamed: false, coverage: null, kind })
  return { ...found, named, isHeadNamed: headNamed > 0 }
}

/** Docs with some of the terms: those with the most of the query's weight, down to where enough are found. */
export function collectSome(
  input: CollectInput,
  { decided, named = 0 }: { decided?: MatchRule; named?: number } = {},
): Collected {
  const size = relaxedSize(input, named > 0 ? BESIDE_NAMED : ALONE)
  const scored = input.segments.each<'any'>(() => ({ name: 'any', enough: size.enough }))
  const terms = termsTakenIn(input, scored, size.enough)
  const combined = input.segments.each<'combine'>((s) => ({ name: 'combine', count: scored[s].count, terms }))
  const counts = combined.map(({ count }) => count)
  if (decided) return select(input, counts, decided)
  const combinations = sumCombinations(combined.map((each) => each.combinations))
  const covering = coverageOf(input, combinations, size)
  const isOneNamed = combinations.some(({ bits, isHeadNamed }) => isHeadNamed && covering.has(bits))
  const ordered = isOneNamed ? kindFirst(input, covering, combinations) : covering
  const coverage = named > 0 ? completeFirst(input, ordered) : ordered
  return select(input, counts, { isNamed: false, isOneNamed, coverage, kind: 0 })
}

/** Where the answer has the kind of thing asked for, docs that lack it come behind, and those of which none is called so. */
function kindFirst({ isHeadKind }: CollectInput, coverage: Coverage, combinations: readonly Combination[]): Coverage {
  const others = new Set(combinations.filter(({ isHeadNamed }) => !isHeadNamed).map(({ bits }) => bits))
  if ([...coverage.keys()].every((bits) => !others.has(bits)) || !isHeadKind()) return coverage
  return behind(coverage, (bits) => others.has(bits))
}

/** Where some name every word, docs that lack one come behind: "women" is common in the shop, and yet men's boots are no women's boots. */
function completeFirst({ segments }: CollectInput, coverage: Coverage): Coverage {
  const all = allTerms(segments.inputs[0])
  return behind(coverage, (bits) => bits !== all)
}

function behind(coverage: Coverage, isBehind: (bits: number) => boolean): Coverage {
  return new Map([...coverage].map(([bits, factor]) => [bits, isBehind(bits) ? BEHIND * factor : factor]))
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}

/** The terms, a bit each, of which docs have one that were taken in before all segments together had enough. */
function termsTakenIn({ segments }: CollectInput, scored: readonly ScoredAny[], enough: number): number {
  const { inputs } = segments
  if (inputs.length < 2) return inputs.length === 0 ? 0 : allTerms(inputs[0])
  const { byWeight } = inputs[0]
  let terms = 0
  for (let i = 0; i < byWeight.length; i++) {
    terms |= 1 << byWeight[i]
    // A segment that took in no more docs had enough by itself.
    if (sumOf(scored.map(({ heavy }) => heavy[i] ?? enough)) >= enough) return terms
  }
  return terms
}

/** How many products an answer has where words are relaxed. */
interface Relaxation {
  /** So many are enough, in larger shops this share of it. */
  readonly docs: number
  readonly shareOfShop: number
  /** A combination does not join the others that would make them more than `docs` and more than this share of the shop. */
  readonly mostOfShop: number
}

/** A small shop's answer must not be half of the shop: what has less of the query joins only up to a quarter of it. */
const ALONE: Relaxation = { docs: 20, shareOfShop: 0.1, mostOfShop: 0.25 }
/** Where some name every word, the others only fill the first page, and what is common in the shop fills more than that. */
const BESIDE_NAMED: Relaxation = { docs: 10, shareOfShop: 0.01, mostOfShop: 0.05 }

interface RelaxedSize {
  readonly enough: number
  readonly most: number
}

function relaxedSize({ segments }: CollectInput, { docs, shareOfShop, mostOfShop }: Relaxation): RelaxedSize {
  const total = segments.inputs.reduce((sum, { segment }) => sum + segment.docCount, 0)
  const enough = Math.min(RANKING.relaxedEnough, Math.max(docs, total * shareOfShop))
  return { enough, most: Math.max(docs, total * mostOfShop) }
}

function select(input: CollectInput, counts: readonly number[], rule: MatchRule): Collected {
  const { capacity } = input
  const { top, selected } = input.segments.select((s) => ({ count: counts[s], rule, capacity }), capacity)
  return {
    top,
    count: sumOf(selected.map(({ count }) => count)),
    matched: selected.map(({ matched }) => matched),
    rule,
  }
}

function sumCombinations(perSegment: readonly (readonly Combination[])[]): Combination[] {
  const sums = new Map<number, Combination>()
  for (const { bits, docs, isHeadNamed } of perSegment.flat()) {
    const sum = sums.get(bits)
    sums.set(bits, { bits, docs: docs + (sum?.docs ?? 0), isHeadNamed: isHeadNamed || sum?.isHeadNamed === true })
  }
  return [...sums.values()]
}

/**
 * For each combination of terms that is kept: the share of the query's weight.
 * Combinations join from the heaviest down until there are enough docs, so that a long query's commonest word
 * does not bring half the shop. The heaviest of the kind asked for always joins.
 */
function coverageOf(
  { segments, isHeadKind }: CollectInput,
  combinations: readonly Combination[],
  { enough, most }: RelaxedSize,
): Coverage {
  const termWeights = segments.inputs[0]?.termWeights ?? []
  const total = weightOf(allTerms({ termWeights }), termWeights)
  const shares = combinations.map((each) => ({ ...each, share: weightOf(each.bits, termWeights) / total }))
  shares.sort((a, b) => b.share - a.share || a.bits - b.bits)
  const factors = new Map<number, number>()
  let docs = 0
  for (const combination of shares) {
    if (docs >= enough || combination.share < RANKING.relaxedShare) break
    // What has the most of the query is the answer, however much it is.
    if (docs > 0 && docs + combination.docs > most) continue
    docs += combination.docs
    factors.set(combination.bits, combination.share)
  }
  // Other words may be rarer, and yet who asks for a rattan chair wants a chair.
  const kind = shares.find(({ isHeadNamed }) => isHeadNamed)
  if (kind !== undefined && !factors.has(kind.bits) && isHeadKind()) factors.set(kind.bits, kind.share)
  return factors
}

function weightOf(bits: number, termWeights: readonly number[]): number {
  let weight = 0
  for (let term = 0; term < termWeights.length; term++) if ((bits & (1 << term)) !== 0) weight += termWeights[term]
  return weight
}
