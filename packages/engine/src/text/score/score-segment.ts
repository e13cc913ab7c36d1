import type { TextSegment } from '../text-segment.ts'
import { gallopTo } from '../expand/find-phrase.ts'
import { RANKING } from '../ranking-constants.ts'
import { LENGTH_SHIFT } from './length-norms.ts'
import type { ScoreTables } from './score-tables.ts'
import type { Accumulators } from './accumulators.ts'
import { type WeightedPostings, totalPostings } from '../expand/weighted-postings.ts'

export interface ScoreInput {
  readonly segment: TextSegment
  /** By term. */
  readonly postings: readonly (readonly WeightedPostings[])[]
  /** Inverse document frequency by query term, with its boosts. */
  readonly termWeights: readonly number[]
  /** Query terms, the heaviest first. */
  readonly byWeight: readonly number[]
  /** By query term: the fields that say for certain that the product has it. */
  readonly strongFields: readonly number[]
  /** Query terms, the shortest lists first. */
  readonly bySize: readonly number[]
  readonly visible: Uint32Array | null
  readonly tables: ScoreTables
  readonly accumulators: Accumulators
}

/** Past this ratio it is cheaper to look each candidate up than to read the list. */
const GALLOP_RATIO = 12

/** Docs that hold every term. They are left in `accumulators.docs`; the answer is how many. */
export function scoreAll(input: ScoreInput): number {
  const { accumulators, bySize: order } = input
  let count = 0
  let wanted = 0
  for (let i = 0; i < order.length; i++) {
    const term = order[i]
    if (i === 0) count = addTerm(input, term, { wanted: 0, count: 0, isOpen: true })
    else {
      addToKnown(input, term, wanted, count)
      count = keepFound(accumulators, count, 1 << term)
    }
    wanted |= 1 << term
  }
  return count
}

/**
 * Docs that hold any term, as `scoreAll` leaves them. Once `enough` docs have more of the query's weight than the terms
 * still to come could give to a new doc, no more docs are taken in: the long lists of common words are only looked into.
 */
export function scoreAny(input: ScoreInput, enough: number): number {
  let count = 0
  let rest = input.termWeights.reduce((sum, weight) => sum + weight, 0)
  let isOpen = true
  for (const term of input.byWeight) {
    if (isOpen) count = addTerm(input, term, { wanted: 0, count, isOpen })
    else addToKnown(input, term, 0, count)
    rest -= input.termWeights[term]
    isOpen &&= !hasEnough(input, count, rest, enough)
  }
  return count
}

function hasEnough({ accumulators, termWeights }: ScoreInput, count: number, rest: number, enough: number): boolean {
  if (count < enough) return false
  let heavy = 0
  for (let i = 0; i < count && heavy < enough; i++) {
    const found = accumulators.found[accumulators.docs[i]]
    let weight = 0
    for (let term = 0; term < termWeights.length; term++) if ((found & (1 << term)) !== 0) weight += termWeights[term]
    if (weight > rest) heavy++
  }
  return heavy >= enough
}

/** Adds the term's score to docs already taken in, by reading the lists or by looking the docs up, whichever is less. */
function addToKnown(input: ScoreInput, term: number, wanted: number, count: number): void {
  if (totalPostings(input.postings[term]) > count * GALLOP_RATIO) lookUpTerm(input, term, count)
  else addTerm(input, term, { wanted, count, isOpen: false })
}

interface TermPass {
  /** Query terms that a doc must have already, a bit each. */
  readonly wanted: number
  /** Docs in `accumulators.docs`. */
  readonly count: number
  /** Whether docs not seen before are taken in. */
  readonly isOpen: boolean
}

/** Adds the term's score to every doc that has all of `wanted`. */
function addTerm(input: ScoreInput, term: number, pass: TermPass): number {
  let count = pass.count
  for (const postings of input.postings[term]) count = addPostings(input, term, postings, pass, count)
  return count
}

/** The hottest loop of the engine. */
function addPostings(
  input: ScoreInput,
  term: number,
  { docs: from, payloads, start, end, weight: listWeight, kind }: WeightedPostings,
  { wanted, isOpen }: TermPass,
  known: number,
): number {
  const { accumulators, segment, tables, visible } = input
  const { found, exact, strong, docs } = accumulators
  const { titleLengths, metafieldLengths, descriptionLengths } = segment
  const { title, plain, metafields, description, titleNorm, metafieldNorm, descriptionNorm } = tables
  const { saturation } = RANKING
  const bit = 1 << term
  const exactBit = isSameWord(kind) ? bit : 0
  const strongFields = input.strongFields[term]
  const factor = input.termWeights[term] * listWeight
  let count = known
  for (let at = start; at < end; at++) {
    const doc = from[at]
    const before = found[doc]
    if ((before & wanted) !== wanted) continue
    if (before === 0 && !(isOpen && isVisible(visible, doc))) continue
    const payload = payloads[at]
    const weight =
      title[payload] * titleNorm[titleLengths[doc]] +
      plain[payload] +
      metafields[payload] * metafieldNorm[metafieldLengths[doc] >>> LENGTH_SHIFT] +
      description[payload] * descriptionNorm[descriptionLengths[doc] >>> LENGTH_SHIFT]
    // Only in fields that the merchant gives no weight: they are not searched.
    if (weight === 0) continue
    if (before === 0) {
      docs[count++] = doc
      clearDoc(accumulators, doc)
    }
    exact[doc] |= exactBit
    if ((payload & strongFields) !== 0) strong[doc] |= bit
    addScore(accumulators, doc, bit, (factor * weight) / (saturation + weight))
  }
  return count
}

function isVisible(visible: Uint32Array | null, doc: number): boolean {
  return visible === null || (visible[doc >>> 5] & (1 << (doc & 31))) !== 0
}

function clearDoc({ scores, exact, strong }: Accumulators, doc: number): void {
  scores[doc] = 0
  exact[doc] = 0
  strong[doc] = 0
}

/** A doc gets the best of the term's posting lists. */
function addScore({ scores, termScores, found }: Accumulators, doc: number, bit: number, score: number): void {
  if ((found[doc] & bit) === 0) {
    found[doc] |= bit
    termScores[doc] = score
    scores[doc] += score
  } else if (score > termScores[doc]) {
    scores[doc] += score - termScores[doc]
    termScores[doc] = score
  }
}

/** The same for few candidates and long lists: each candidate is searched for. The candidates must ascend. */
function lookUpTerm(input: ScoreInput, term: number, count: number): void {
  const docs = ascending(input.accumulators.docs.subarray(0, count))
  for (const postings of input.postings[term]) {
    const isRange = postings.endTerm - postings.firstTerm > 1
    if (isRange) lookUpRange(input, term, postings, count)
    else lookUpDocs(input, term, postings, docs)
  }
}

function lookUpDocs(input: ScoreInput, term: number, postings: WeightedPostings, docs: Uint32Array): void {
  const { accumulators, segment, tables } = input
  const bit = 1 << term
  const exactBit = isSameWord(postings.kind) ? bit : 0
  const strongFields = input.strongFields[term]
  const factor = input.termWeights[term] * postings.weight
  let at = postings.start
  for (let i = 0; i < docs.length && at < postings.end; i++) {
    const doc = docs[i]
    at = gallopTo(postings.docs, at, postings.end, doc)
    if (at >= postings.end || postings.docs[at] !== doc) continue
    const score = factor * saturated(tables, segment, doc, postings.payloads[at])
    if (score === 0) continue
    accumulators.exact[doc] |= exactBit
    if ((postings.payloads[at] & strongFields) !== 0) accumulators.strong[doc] |= bit
    addScore(accumulators, doc, bit, score)
  }
}

function ascending(docs: Uint32Array): Uint32Array {
  for (let i = 1; i < docs.length; i++) if (docs[i - 1] > docs[i]) return docs.sort()
  return docs
}

/** A prefix of many terms: the candidates' own words are read instead of the terms' lists. */
function lookUpRange(input: ScoreInput, term: number, postings: WeightedPostings, count: number): void {
  const { accumulators, segment, tables } = input
  const { strong, docs } = accumulators
  const bit = 1 << term
  const strongFields = input.strongFields[term]
  for (let i = 0; i < count; i++) {
    const doc = docs[i]
    const payload = rangePayload(segment, doc, postings.firstTerm, postings.endTerm)
    if (payload === 0) continue
    const score = input.termWeights[term] * postings.weight * saturated(tables, segment, doc, payload)
    if (score === 0) continue
    if ((payload & strongFields) !== 0) strong[doc] |= bit
    addScore(accumulators, doc, bit, score)
  }
}

const FIELD_COUNT = 9
const SAME_POSITION_MASK = 0x7fffffff

/** Fields of the doc that hold a term of the range. */
function rangePayload({ words, fieldStarts }: TextSegment, doc: number, firstTerm: number, endTerm: number): number {
  let payload = 0
  for (let field = 0; field < FIELD_COUNT; field++) {
    const end = fieldStarts[doc * FIELD_COUNT + field + 1]
    for (let i = fieldStarts[doc * FIELD_COUNT + field]; i < end; i++) {
      const term = words[i] & SAME_POSITION_MASK
      if (term < firstTerm || term >= endTerm) continue
      payload |= 1 << field
      break
    }
  }
  return payload
}

function saturated(tables: ScoreTables, segment: TextSegment, doc: number, payload: number): number {
  const weight =
    tables.title[payload] * tables.titleNorm[segment.titleLengths[doc]] +
    tables.plain[payload] +
    tables.metafields[payload] * tables.metafieldNorm[segment.metafieldLengths[doc] >>> LENGTH_SHIFT] +
    tables.description[payload] * tables.descriptionNorm[segment.descriptionLengths[doc] >>> LENGTH_SHIFT]
  return weight / (RANKING.saturation + weight)
}

function isSameWord(kind: WeightedPostings['kind']): boolean {
  return kind === 'exact' || kind === 'stem' || kind === 'split'
}

function keepFound(accumulators: Accumulators, count: number, bit: number): number {
  const { docs, found } = accumulators
  let kept = 0
  for (let i = 0; i < count; i++) {
    const doc = docs[i]
    if ((found[doc] & bit) === 0) found[doc] = 0
    else docs[kept++] = doc
  }
  return kept
}
