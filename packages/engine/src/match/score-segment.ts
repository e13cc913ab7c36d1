/** Scores the postings of a segment with BM25F, one term at a time. Each step leaves its result in the accumulators. */
import { totalPostings, type WeightedPostings } from '../expand/weighted-postings.ts'
import { visitPostingsOf } from '../expand/find-phrase.ts'
import { BM25F, LENGTH_SHIFT, type ScoreTables } from './bm25f-tables.ts'
import {
  DESCRIPTION_BIT,
  DESCRIPTION_TIMES_SHIFT,
  FIELD_MASK,
  fieldBit,
  MAX_TIMES,
  METAFIELD_BIT,
  METAFIELD_TIMES_SHIFT,
  NAMING_FIELDS,
  TITLE_BIT,
  TITLE_TAIL_BIT,
} from '../text/segment/posting-payload.ts'
import type { TextSegment } from '../text/text-segment.ts'
import { type Accumulators, FOUND, NAMED, SCORE, STRIDE, TERM_SCORE } from './workspace.ts'

/** Fields that name the product. Tags and part numbers are not among them: they also name what a product fits. */
export const NAMED_IN = NAMING_FIELDS & ~(fieldBit('tags') | fieldBit('skus'))

export interface ScoreInput {
  readonly segment: TextSegment
  readonly postings: readonly (readonly WeightedPostings[])[]
  /** Each term's share of the query; all add up to 1. */
  readonly termWeights: readonly number[]
  readonly visible: Uint32Array | null
  readonly tables: ScoreTables
  readonly accumulators: Accumulators
}

/** If a list is this many times as long as `docs`, each doc is looked up in the list instead of reading the list. */
const GALLOP_RATIO = 2

/** Scores every doc with the heaviest term. Leaves them in `accumulators.docs` and returns their number. */
export function scoreHeaviest(input: ScoreInput): number {
  return scoreWith(input, byWeight(input), 0, 0)
}

/** Adds docs without the heavier terms while `isWanted` is true. `rest` is the weight of the terms left. */
export function scoreOthers(
  input: ScoreInput,
  known: number,
  isWanted: (rest: number, count: number) => boolean,
): number {
  const terms = byWeight(input)
  let count = known
  let rest = 1
  for (let i = 1; i < terms.length; i++) {
    rest -= input.termWeights[terms[i - 1]]
    if (!isWanted(rest, count)) break
    count = scoreWith(input, terms, i, count)
  }
  return count
}

/** Scores the docs whose heaviest term is `terms[at]` by this and all lighter terms, which makes their scores final. */
function scoreWith(input: ScoreInput, terms: readonly number[], at: number, known: number): number {
  const { accumulators, postings } = input
  const heavier = terms.slice(0, at).reduce((bits, term) => bits | (1 << term), 0)
  let count = known
  for (const list of postings[terms[at]] ?? []) count = addDocs(input, terms[at], list, { heavier, count })
  foldTermScore(accumulators, known, count)
  for (const term of count === known ? [] : terms.slice(at + 1)) {
    addTerm(input, term, heavier, accumulators.docs.subarray(known, count))
    foldTermScore(accumulators, known, count)
  }
  return count
}

/** Sorts terms, heaviest first. The same order in every segment keeps floating-point sums equal. */
function byWeight({ termWeights }: ScoreInput): number[] {
  return [...termWeights.keys()].sort((a, b) => termWeights[b] - termWeights[a] || a - b)
}

/** Adds the best score of the current term, which does not depend on the order of its forms. */
function foldTermScore({ docs, scores }: Accumulators, from: number, count: number): void {
  for (let i = from; i < count; i++) {
    const at = docs[i] * STRIDE
    scores[at + SCORE] += scores[at + TERM_SCORE]
    scores[at + TERM_SCORE] = 0
  }
}

/** Tolerance for sums of shares. */
export const ROUNDING = 1e-9

export function coverageOf(found: number, termWeights: readonly number[]): number {
  let share = 0
  for (let term = 0; term < termWeights.length; term++) if ((found & (1 << term)) !== 0) share += termWeights[term]
  return share
}

interface Opening {
  /** Terms whose docs are already scored, one bit per term. */
  readonly heavier: number
  readonly count: number
}

/** Returns the new number of docs. This and `addToDocs` are the hottest loops of the engine. */
function addDocs(
  input: ScoreInput,
  term: number,
  postings: WeightedPostings,
  { heavier, count: known }: Opening,
): number {
  const { docs: from, payloads, start, end } = postings
  const { accumulators, visible } = input
  const { bits, docs } = accumulators
  const score = scorer(input, term, postings)
  let count = known
  for (let at = start; at < end; at++) {
    const doc = from[at]
    const before = bits[doc * STRIDE + FOUND]
    if (before === 0 ? !isVisible(visible, doc) : (before & heavier) !== 0) continue
    if (score(doc, payloads[at]) && before === 0) docs[count++] = doc
  }
  return count
}

function isVisible(visible: Uint32Array | null, doc: number): boolean {
  return visible === null || (visible[doc >>> 5] & (1 << (doc & 31))) !== 0
}

function addTerm(input: ScoreInput, term: number, heavier: number, docs: Uint32Array): void {
  const lists = input.postings[term]
  const isRare = totalPostings(lists) > docs.length * GALLOP_RATIO && !lists.some(isRange)
  if (isRare) docs.sort()
  for (const list of lists) {
    if (isRare) addByLookup(input, term, list, docs)
    else addToDocs(input, term, list, heavier)
  }
}

function addToDocs(input: ScoreInput, term: number, postings: WeightedPostings, heavier: number): void {
  const { docs: from, payloads, start, end } = postings
  const { bits } = input.accumulators
  const score = scorer(input, term, postings)
  for (let at = start; at < end; at++) {
    const before = bits[from[at] * STRIDE + FOUND]
    if (before !== 0 && (before & heavier) === 0) score(from[at], payloads[at])
  }
}

/** Returns a function that adds a posting to its doc, or returns false if all its fields have weight 0. */
function scorer(
  input: ScoreInput,
  term: number,
  postings: WeightedPostings,
): (doc: number, payload: number) => boolean {
  const { bits, scores } = input.accumulators
  const weightOf = weightReader(input)
  const { saturation } = BM25F
  const bit = 1 << term
  const factor = input.termWeights[term] * postings.weight
  return (doc, payload) => {
    const weight = weightOf(doc, payload)
    if (weight === 0) return false
    const at = doc * STRIDE
    if (bits[at + FOUND] === 0) scores[at + SCORE] = scores[at + TERM_SCORE] = bits[at + NAMED] = 0
    bits[at + FOUND] |= bit
    if ((payload & NAMED_IN) !== 0) bits[at + NAMED] |= bit
    const own = (factor * weight) / (saturation + weight)
    if (own > scores[at + TERM_SCORE]) scores[at + TERM_SCORE] = own
    return true
  }
}

/** Reads the length of a field only if the word is in the field: random access to lengths is slow. */
function weightReader({ segment, tables }: ScoreInput): (doc: number, payload: number) => number {
  const { titleLengths, metafieldLengths, descriptionLengths } = segment
  const { title, plain, metafields, description, titleNorm, metafieldNorm, descriptionNorm } = tables
  return (doc, payload) => {
    let weight = 0
    if (payload & TITLE_BIT) weight = title[payload & TITLE_TAIL_BIT ? 1 : 0] * titleNorm[titleLengths[doc]]
    weight += plain[payload & FIELD_MASK]
    if (payload & METAFIELD_BIT) {
      const norm = metafieldNorm[metafieldLengths[doc] >>> LENGTH_SHIFT]
      weight += metafields[payload >>> METAFIELD_TIMES_SHIFT] * norm
    }
    if (payload & DESCRIPTION_BIT) {
      const norm = descriptionNorm[descriptionLengths[doc] >>> LENGTH_SHIFT]
      weight += description[(payload >>> DESCRIPTION_TIMES_SHIFT) & MAX_TIMES] * norm
    }
    return weight
  }
}

/** Like `addToDocs`, for few docs and a long list. */
function addByLookup(input: ScoreInput, term: number, postings: WeightedPostings, docs: Uint32Array): void {
  const score = scorer(input, term, postings)
  visitPostingsOf(postings, docs, (place, at) => score(docs[place], postings.payloads[at]))
}

/** True for postings of several terms, whose docs do not ascend. */
function isRange({ firstTerm, endTerm }: WeightedPostings): boolean {
  return endTerm - firstTerm > 1
}
