/**
 * BM25F over the postings of one segment, one term at a time. Functions of plain data, so that segments can be
 * processed in parallel; each step leaves its result in the accumulators for the next one.
 */
import { totalPostings, type WeightedPostings } from '../expand/weighted-postings.ts'
import { gallopTo } from '../expand/find-phrase.ts'
import { BM25F, LENGTH_SHIFT, type ScoreTables } from './score-tables.ts'
import { fieldBit, NAMING_FIELDS } from '../text/segment/posting-payload.ts'
import type { TextSegment } from '../text/text-segment.ts'
import type { Accumulators } from './workspace.ts'

/** Tags and part numbers also name what a product goes with. */
const NAMED_IN = NAMING_FIELDS & ~(fieldBit('tags') | fieldBit('skus'))

export interface ScoreInput {
  readonly segment: TextSegment
  /** Indexed by query term. */
  readonly postings: readonly (readonly WeightedPostings[])[]
  /** Each term's share of the query, its weight in scores. They add up to 1. */
  readonly termWeights: readonly number[]
  /** null means that the shopper may see all docs. */
  readonly visible: Uint32Array | null
  readonly tables: ScoreTables
  readonly accumulators: Accumulators
}

/** Beyond this ratio, looking up each candidate is cheaper than reading the list. */
const GALLOP_RATIO = 12

/** Finds docs that have every term, starting with the rarest. Leaves the docs in `accumulators.docs` and returns their number. */
export function scoreAll(input: ScoreInput): number {
  let count = 0
  let wanted = 0
  for (const [i, term] of byWeight(input).entries()) {
    const size = totalPostings(input.postings[term])
    if (i === 0) count = addTerm(input, term, { wanted: 0, count: 0, isOpen: true })
    else if (size > count * GALLOP_RATIO && !input.postings[term].some(isRange)) lookUpTerm(input, term, count)
    else addTerm(input, term, { wanted, count, isOpen: false })
    wanted |= 1 << term
    if (i > 0) count = dropWithout(input.accumulators, count, 1 << term)
    addUp(input.accumulators, count)
  }
  return count
}

/**
 * Finds docs that may cover at least `minCoverage` of the query's weight. Terms of low weight, whose lists are long,
 * add no docs by themselves, nor do terms once `isBeaten` says of the docs known that no doc with only the weight of
 * the terms that are left could stand beside them.
 */
export function scoreAny(
  input: ScoreInput,
  minCoverage: number,
  isBeaten: (count: number, rest: number) => boolean,
): number {
  let count = 0
  let rest = 1
  let isOpen = true
  for (const [i, term] of byWeight(input).entries()) {
    // The first term is open, because docs with every term must be found.
    if (i > 0) isOpen &&= rest >= minCoverage - ROUNDING && !isBeaten(count, rest)
    count = addTerm(input, term, { wanted: 0, count, isOpen })
    addUp(input.accumulators, count)
    rest -= input.termWeights[term]
  }
  return count
}

/** The order is the same in every segment, so that scores are always summed in the same order. */
function byWeight({ termWeights }: ScoreInput): number[] {
  return [...termWeights.keys()].sort((a, b) => termWeights[b] - termWeights[a] || a - b)
}

/** Adds the best score of the current term once, so that the order of its forms does not matter. */
function addUp({ docs, score, termScore }: Accumulators, count: number): void {
  for (let i = 0; i < count; i++) {
    const doc = docs[i]
    score[doc] += termScore[doc]
    termScore[doc] = 0
  }
}

/** Tolerance, because sums of shares are not exact. */
export const ROUNDING = 1e-9

export function coverageOf(found: number, termWeights: readonly number[]): number {
  let share = 0
  for (let term = 0; term < termWeights.length; term++) if ((found & (1 << term)) !== 0) share += termWeights[term]
  return share
}

function dropWithout({ docs, found }: Accumulators, count: number, terms: number): number {
  let kept = 0
  for (let i = 0; i < count; i++) {
    const doc = docs[i]
    if ((found[doc] & terms) === 0) found[doc] = 0
    else docs[kept++] = doc
  }
  return kept
}

interface TermPass {
  /** Query terms that a doc must already have, one bit per term. */
  readonly wanted: number
  readonly count: number
  /** True if new docs are added. */
  readonly isOpen: boolean
}

function addTerm(input: ScoreInput, term: number, pass: TermPass): number {
  let { count } = pass
  for (const postings of input.postings[term]) count = addPostings(input, term, postings, { ...pass, count })
  return count
}

/** This is the hottest loop of the engine. */
function addPostings(
  input: ScoreInput,
  term: number,
  postings: WeightedPostings,
  { wanted, isOpen, count: known }: TermPass,
): number {
  const { docs: from, payloads, start, end } = postings
  const { accumulators, visible } = input
  const { found, docs } = accumulators
  const score = scorer(input, term, postings)
  let count = known
  for (let at = start; at < end; at++) {
    const doc = from[at]
    const before = found[doc]
    if ((before & wanted) !== wanted) continue
    if (before === 0 && !(isOpen && isVisible(visible, doc))) continue
    if (score(doc, payloads[at]) && before === 0) docs[count++] = doc
  }
  return count
}

function isVisible(visible: Uint32Array | null, doc: number): boolean {
  return visible === null || (visible[doc >>> 5] & (1 << (doc & 31))) !== 0
}

/** The function returned adds one posting to its doc. It returns false if the word is only in fields with weight 0, which are not searched. */
function scorer(
  input: ScoreInput,
  term: number,
  postings: WeightedPostings,
): (doc: number, payload: number) => boolean {
  const { accumulators, segment, tables } = input
  const { score, termScore, found, named } = accumulators
  const { titleLengths, metafieldLengths, descriptionLengths } = segment
  const { title, plain, metafields, description, titleNorm, metafieldNorm, descriptionNorm } = tables
  const { saturation } = BM25F
  const bit = 1 << term
  const factor = input.termWeights[term] * postings.weight
  return (doc, payload) => {
    const weight =
      title[payload] * titleNorm[titleLengths[doc]] +
      plain[payload] +
      metafields[payload] * metafieldNorm[metafieldLengths[doc] >>> LENGTH_SHIFT] +
      description[payload] * descriptionNorm[descriptionLengths[doc] >>> LENGTH_SHIFT]
    if (weight === 0) return false
    const has = found[doc]
    if (has === 0) score[doc] = termScore[doc] = named[doc] = 0
    found[doc] = has | bit
    if ((payload & NAMED_IN) !== 0) named[doc] |= bit
    const own = (factor * weight) / (saturation + weight)
    if (own > termScore[doc]) termScore[doc] = own
    return true
  }
}

/** Like `addTerm`, for few candidates and long lists: looks up each candidate. */
function lookUpTerm(input: ScoreInput, term: number, count: number): void {
  const docs = input.accumulators.docs.subarray(0, count).sort()
  for (const postings of input.postings[term]) {
    const score = scorer(input, term, postings)
    let at = postings.start
    for (let i = 0; i < docs.length && at < postings.end; i++) {
      at = gallopTo(postings.docs, at, postings.end, docs[i])
      if (at < postings.end && postings.docs[at] === docs[i]) score(docs[i], postings.payloads[at])
    }
  }
}

/** The docs of several terms do not ascend. */
function isRange({ firstTerm, endTerm }: WeightedPostings): boolean {
  return endTerm - firstTerm > 1
}
