/**
 * One segment's part of collecting: which of its docs match, and the best of them. Functions of plain data, so that segments can
 * be worked on at once; what a step leaves for the next one lies in the accumulators.
 */
import type { WeightedPostings } from '../expand/weighted-postings.ts'
import { RANKING } from '../ranking-constants.ts'
import { MATCH_CLASS, type PriceRange } from '../text-query.ts'
import { clearAccumulators } from './accumulators.ts'
import { HAS_EXCLUDED_BIT, markExcluded } from './mark-excluded.ts'
import { dropWithout, type ScoreInput, scoreAll } from './score-segment.ts'
import type { TopDocs } from './top-docs.ts'

export interface SegmentInput extends ScoreInput {
  /** By which other threads know the segment. */
  readonly shard?: object | undefined
  /** Product numbers, which order equal scores; null: the order of docs does. */
  readonly ids: Float64Array | null
  /** Where the excluded words are. */
  readonly excluded: readonly WeightedPostings[]
  /** Docs of the segments before. */
  readonly base: number
  readonly price: PriceRange | null
  /** The term that names the thing; -1 without words. */
  readonly head: number
  /** Terms that are sizes and measures, a bit each. Where words are relaxed, they are never what makes a doc a match. */
  readonly measured: number
  /** Terms that are bare numbers, a bit each. There a number that a product only mentions is an amount of something else. */
  readonly numbers: number
}

/** What makes a doc a match. Decided once, for all docs that are visible; the best of some of them follow the same rule. */
export interface MatchRule {
  /** Every term must stand in a field that says for certain that the product has it. */
  readonly isNamed: boolean
  /**
   * Of docs that lack a term, one at least must: where the shop has the thing, a description that mentions words is no answer.
   * Where it has not, one that mentions several is.
   */
  readonly isOneNamed: boolean
  /** Which terms are enough; null: all of them. */
  readonly coverage: Coverage | null
  /** The term that names the thing, as a bit, where docs that only mention it come behind; 0: nowhere. */
  readonly kind: number
}

/** Combinations of query terms, a bit each, that are enough, and what a doc that has just these keeps of its score. */
export type Coverage = ReadonlyMap<number, number>

/** Docs with every term, how many of them have every one in a strong field, and how many name the thing that is asked for. */
export function scoreComplete(input: SegmentInput): { count: number; named: number; headNamed: number } {
  const count = scoreAll(input)
  const { docs, strong } = input.accumulators
  const all = allTerms(input)
  const headBit = headBitOf(input)
  let named = 0
  let headNamed = 0
  for (let i = 0; i < count; i++) {
    if (strong[docs[i]] === all) named++
    if ((strong[docs[i]] & headBit) !== 0) headNamed++
  }
  return { count, named, headNamed }
}

/** Docs that hold just these query terms, and whether one of them names the thing that is asked for. */
export interface Combination {
  readonly bits: number
  readonly docs: number
  readonly isHeadNamed: boolean
}

/** The combinations that come up among the docs that have one of `terms`; the others are forgotten. */
export function combineTerms(
  input: SegmentInput,
  scored: number,
  terms: number,
): { count: number; combinations: Combination[] } {
  const count = terms === allTerms(input) ? scored : dropWithout(input, scored, terms)
  const { docs, found, strong } = input.accumulators
  const headBit = headBitOf(input)
  const tally = new CombinationTally(input.termWeights.length)
  for (let i = 0; i < count; i++) {
    const [has, named] = [found[docs[i]], strong[docs[i]]]
    if (!isTooLittle(has, named, input)) tally.add(has, (named & headBit) !== 0)
  }
  return { count, combinations: tally.combinations() }
}

export function headBitOf({ head }: SegmentInput): number {
  return head < 0 ? 0 : 1 << head
}

class CombinationTally {
  readonly #few: Uint32Array
  readonly #headNamed: Uint8Array
  readonly #many = new Map<number, number>()
  readonly #headNamedOfMany = new Set<number>()

  constructor(termCount: number) {
    this.#few = new Uint32Array(1 << Math.min(termCount, MAX_COUNTED_TERMS))
    this.#headNamed = new Uint8Array(this.#few.length)
  }

  add(bits: number, isHeadNamed: boolean): void {
    if (bits < this.#few.length) {
      this.#few[bits]++
      if (isHeadNamed) this.#headNamed[bits] = 1
      return
    }
    this.#many.set(bits, (this.#many.get(bits) ?? 0) + 1)
    if (isHeadNamed) this.#headNamedOfMany.add(bits)
  }

  combinations(): Combination[] {
    const isOfMany = this.#headNamedOfMany
    const found = Array.from(this.#many, ([bits, docs]) => ({ bits, docs, isHeadNamed: isOfMany.has(bits) }))
    this.#few.forEach((docs, bits) => {
      if (docs > 0) found.push({ bits, docs, isHeadNamed: this.#headNamed[bits] === 1 })
    })
    return found
  }
}

/** Takes the docs that the steps before left in the accumulators, and leaves those clean. */
export function selectMatches(
  input: SegmentInput,
  count: number,
  rule: MatchRule,
  top: TopDocs,
): { count: number; matched: Uint32Array } {
  const { segment, accumulators, base, ids, excluded, price } = input
  const termCount = input.termWeights.length
  const { docs, found, scores, exact, strong } = accumulators
  const factor = factorOf(rule, termCount, input)
  const matched = new Uint32Array((segment.docCount + 31) >>> 5)
  if (excluded.length > 0) markExcluded(segment, excluded, accumulators)
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
    const matchClass = classOf(termCount, has, exact[doc], strong[doc])
    top.add(base + doc, value, ids === null ? base + doc : ids[doc], matchClass)
  }
  clearAccumulators(accumulators, count)
  return { count: selected, matched }
}

/** What docs keep that come behind others, however rare their own words are. */
export const BEHIND = 0.05

/** What a doc keeps of its score by the terms that it has, anywhere and in strong fields; 0 leaves it out. */
type Factor = (found: number, strong: number) => number

function factorOf({ isNamed, isOneNamed, coverage, kind }: MatchRule, termCount: number, amounts: Amounts): Factor {
  const all = (1 << termCount) - 1
  const words = all & ~amounts.measured
  if (coverage === null && isNamed) return (_, strong) => (strong === all ? 1 : 0)
  if (coverage === null) return (_, strong) => (kind === 0 || (strong & kind) !== 0 ? 1 : BEHIND)
  const factor = lookUp(coverage, termCount)
  if (isOneNamed)
    return (found, strong) => ((strong & words) === 0 && (found & all) !== all ? 0 : factor(found, strong))
  return (found, strong) => (isTooLittle(found & all, strong, amounts) ? 0 : factor(found, strong))
}

type Amounts = Pick<SegmentInput, 'measured' | 'numbers'>

/** One mention, or no word at all: never enough where words are relaxed. */
function isTooLittle(found: number, strong: number, { measured, numbers }: Amounts): boolean {
  if ((strong & ~measured) !== 0) return false
  const mentioned = found & ~measured & ~numbers
  return (mentioned & (mentioned - 1)) === 0
}

function lookUp(coverage: Coverage, termCount: number): Factor {
  if (termCount > MAX_COUNTED_TERMS) return (found) => coverage.get(found & TERM_BITS) ?? 0
  const table = new Float32Array(1 << termCount)
  for (const [bits, factor] of coverage) table[bits] = factor
  return (found) => table[found & TERM_BITS]
}

/** Room for the terms below the marks of exclusion. */
const TERM_BITS = (1 << 24) - 1

/** Combinations of up to this many terms are counted in an array, which is much faster than a map. */
const MAX_COUNTED_TERMS = 12

export function allTerms({ termWeights }: Pick<ScoreInput, 'termWeights'>): number {
  return (1 << termWeights.length) - 1
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
