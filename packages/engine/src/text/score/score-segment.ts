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

/** Past this ratio it is cheaper to look each candidate up than to read the list; of a prefix, to read the candidate's words. */
const GALLOP_RATIO = 12
const READ_RATIO = 60

/** Docs that hold every term. They are left in `accumulators.docs`; the answer is how many. */
export function scoreAll(input: ScoreInput): number {
  const order = input.bySize
  let count = 0
  let wanted = 0
  for (let i = 0; i < order.length; i++) {
    const term = order[i]
    if (i === 0) count = addTerm(input, term, { wanted: 0, count: 0, isOpen: true })
    else {
      addToKnown(input, term, wanted, count)
      count = dropWithout(input, count, 1 << term)
    }
    wanted |= 1 << term
  }
  return count
}

/** What `scoreAny` found, and when. */
export interface ScoredAny {
  readonly count: number
  /** After each term, the heaviest first: docs with more of the query's weight than the terms to come could give; at most `enough`. */
  readonly heavy: readonly number[]
}

/**
 * Docs that hold any term, as `scoreAll` leaves them. Once `enough` docs have more of the query's weight than the terms
 * still to come could give to a new doc, no more docs are taken in: the long lists of common words are only looked into.
 */
export function scoreAny(input: ScoreInput, enough: number): ScoredAny {
  let count = 0
  let rest = input.termWeights.reduce((sum, weight) => sum + weight, 0)
  let isOpen = true
  const heavy: number[] = []
  for (const term of input.byWeight) {
    if (isOpen) count = addTerm(input, term, { wanted: 0, count, isOpen })
    else addToKnown(input, term, 0, count)
    rest -= input.termWeights[term]
    if (isOpen) heavy.push(countHeavy(input, count, rest, enough))
    isOpen &&= heavy[heavy.length - 1] < enough
  }
  return { count, heavy }
}

function countHeavy({ accumulators, termWeights }: ScoreInput, count: number, rest: number, enough: number): number {
  let heavy = 0
  for (let i = 0; i < count && heavy < enough; i++) {
    const found = accumulators.found[accumulators.docs[i]]
    let weight = 0
    for (let term = 0; term < termWeights.length; term++) if ((found & (1 << term)) !== 0) weight += termWeights[term]
    if (weight > rest) heavy++
  }
  return heavy
}

/** Forgets docs that hold none of the terms: all segments together had enough before these were taken in. */
export function dropWithout({ accumulators }: ScoreInput, count: number, terms: number): number {
  const { docs, found } = accumulators
  let kept = 0
  for (let i = 0; i < count; i++) {
    const doc = docs[i]
    if ((found[doc] & terms) === 0) found[doc] = 0
    else docs[kept++] = doc
  }
  return kept
}

/** Adds the term's score to docs already taken in, by reading the lists or by looking the docs up, whichever is less. */
function addToKnown(input: ScoreInput, term: number, wanted: number, count: number): void {
  const lists = input.postings[term]
  const ratio = lists.some(isSeveralTerms) ? READ_RATIO : GALLOP_RATIO
  if (totalPostings(lists) > count * ratio) lookUpTerm(input, term, count)
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
    if (isSeveralTerms(postings)) lookUpRange(input, term, postings, count)
    else lookUpDocs(input, term, postings, docs)
  }
}

function isSeveralTerms({ firstTerm, endTerm }: WeightedPostings): boolean {
  return endTerm - firstTerm > 1
}

function lookUpDocs(input: ScoreInput, term: number, postings: WeightedPostings, docs: Uint32Array): void {
  let at = postings.start
  for (let i = 0; i < docs.length && at < postings.end; i++) {
    const doc = docs[i]
    at = gallopTo(postings.docs, at, postings.end, doc)
    if (at < postings.end && postings.docs[at] === doc) addPosting(input, term, postings, doc, postings.payloads[at])
  }
}

function ascending(docs: Uint32Array): Uint32Array {
  for (let i = 1; i < docs.length; i++) if (docs[i - 1] > docs[i]) return docs.sort()
  return docs
}

/** A prefix of many terms: the candidates' own words are read, and each that begins so is looked up in its list. */
function lookUpRange(input: ScoreInput, term: number, postings: WeightedPostings, count: number): void {
  const { postDocs, postPayloads, postStarts } = input.segment
  const { docs } = input.accumulators
  const terms: number[] = []
  for (let i = 0; i < count; i++) {
    listTermsInRange(terms, input.segment, docs[i], postings)
    for (const word of terms) {
      const at = gallopTo(postDocs, postStarts[word], postStarts[word + 1], docs[i])
      if (at < postStarts[word + 1] && postDocs[at] === docs[i])
        addPosting(input, term, postings, docs[i], postPayloads[at])
    }
  }
}

const FIELD_COUNT = 9
const SAME_POSITION_MASK = 0x7fffffff

/** The doc's terms of the range, in the order in which their postings lie. */
function listTermsInRange(
  into: number[],
  { words, fieldStarts }: TextSegment,
  doc: number,
  { firstTerm, endTerm }: WeightedPostings,
): void {
  into.length = 0
  const end = fieldStarts[(doc + 1) * FIELD_COUNT]
  for (let i = fieldStarts[doc * FIELD_COUNT]; i < end; i++) {
    const term = words[i] & SAME_POSITION_MASK
    if (term >= firstTerm && term < endTerm && !into.includes(term)) into.push(term)
  }
  if (into.length > 1) into.sort((a, b) => a - b)
}

/** One posting of a doc taken in before: the same arithmetic as in `addPostings`, to the last bit. */
function addPosting(input: ScoreInput, term: number, postings: WeightedPostings, doc: number, payload: number): void {
  const { accumulators, segment, tables } = input
  const weight =
    tables.title[payload] * tables.titleNorm[segment.titleLengths[doc]] +
    tables.plain[payload] +
    tables.metafields[payload] * tables.metafieldNorm[segment.metafieldLengths[doc] >>> LENGTH_SHIFT] +
    tables.description[payload] * tables.descriptionNorm[segment.descriptionLengths[doc] >>> LENGTH_SHIFT]
  if (weight === 0) return
  const bit = 1 << term
  if (isSameWord(postings.kind)) accumulators.exact[doc] |= bit
  if ((payload & input.strongFields[term]) !== 0) accumulators.strong[doc] |= bit
  const factor = input.termWeights[term] * postings.weight
  addScore(accumulators, doc, bit, (factor * weight) / (RANKING.saturation + weight))
}

function isSameWord(kind: WeightedPostings['kind']): boolean {
  return kind === 'exact' || kind === 'stem' || kind === 'split' || kind === 'reading'
}
