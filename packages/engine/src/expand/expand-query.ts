/**
 * Expands the terms of a query to postings, one list for each form in which products may have a term. Forms are chosen
 * from all segments, so that the answer does not depend on how products are split into segments.
 */
import type { Query, Reading } from '../query/query.ts'
import { sameSize } from '../text/analysis/size-words.ts'
import { spellingsOf } from '../text/analysis/measure.ts'
import {
  type ExpandInput,
  liveCount,
  type QueryTerm,
  type TermPostings,
  type WeightedPostings,
} from './weighted-postings.ts'
import { findPhrase } from './find-phrase.ts'
import { addPrefix } from './prefix-postings.ts'
import { addPronouncedPrefix, pronunciationPostings, typedKanaOf } from './pronunciation-postings.ts'
import { respelledPostings } from './compound-postings.ts'
import { addNear, addSynonyms, type NearTerm, phrasePostings } from './synonyms.ts'
import { wordPostings } from './word-postings.ts'
import type { TextSegmentView } from '../text/text-segment.ts'
import { EXPANSION_WEIGHTS } from './expansion-weights.ts'
import { addFuzzy } from './fuzzy.ts'
import { isJoined } from '../text/analysis/split-compound.ts'

export interface ExpandedTerm {
  readonly term: QueryTerm
  readonly postings: TermPostings
  /** Share of the query's total weight. Rarer terms weigh more; word order does not matter. */
  readonly weight: number
  /** True for the name of a product type, and for terms that at most 40% of the shop's products have. */
  readonly isTelling: boolean
}

export interface ExpandRequest extends Omit<ExpandInput, 'queryTerms' | 'typedKana'> {
  readonly query: Query
  readonly near: readonly NearTerm[]
  readonly satisfying: (reading: Reading) => readonly (WeightedPostings | undefined)[]
}

export function expandQuery(request: ExpandRequest): ExpandedTerm[] {
  const { query, prefixLast, settings, docCount } = request
  const input: ExpandInput = {
    ...request,
    queryTerms: query.terms,
    typedKana: prefixLast ? typedKanaOf(query.text) : undefined,
  }
  const expanded = query.terms.map((term, place) => expandTerm(input, term, place))
  addJoined(input, expanded)
  addPronouncedPrefix(input, expanded)
  addSynonyms(input, expanded)
  for (const reading of query.readings) addReading(request, reading, expanded)
  if (settings.typos) addFuzzy(input, expanded)
  addNear(input, request.near, expanded)
  const live = expanded.map((postings) => withoutDead(input, postings))
  const counts = live.map((postings) => holderCount(input, postings, docCount))
  const weights = termWeights(counts.map((docs) => inverseFrequency(docs, docCount)))
  const total = sumOf(weights)
  return live.map((postings, place) => ({
    term: query.terms[place],
    postings,
    weight: weights[place] / total,
    isTelling: query.terms[place].isType || counts[place] <= Math.max(FEW, MAX_TELLING_SHARE * docCount),
  }))
}

const MAX_TELLING_SHARE = 0.4
const FEW = 5

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** A word that no product has gets the mean of the others, so that it does not outweigh them. */
function termWeights(frequencies: readonly (number | undefined)[]): number[] {
  const known = frequencies.filter((weight) => weight !== undefined)
  const mean = known.length === 0 ? 1 : known.reduce((sum, weight) => sum + weight, 0) / known.length
  return frequencies.map((weight) => weight ?? mean)
}

function expandTerm(input: ExpandInput, term: QueryTerm, place: number): TermPostings {
  const { views, analyzer, prefixLast, queryTerms } = input
  const words = [term.word, term.elided, sameSize(term.word)].filter((word) => word !== undefined)
  const read = pronunciationPostings(input, term.word)
  let postings: TermPostings = views.map((view, s) => [
    ...words.flatMap((word) => wordPostings(view, word, input)),
    ...read[s],
  ])
  if (analyzer.compoundPart > 0 && postings.every((lists) => lists.length === 0))
    postings = respelledPostings(input, term.word)
  const form = { kind: 'split', weight: EXPANSION_WEIGHTS.parts } as const
  views.forEach((view, s) => {
    if (term.measure)
      for (const words of spellingsOf(term.measure.amount, term.measure.unit))
        postings[s].push(...findPhrase(view.segment, words, form))
    else if (term.parts.length > 1) postings[s].push(...phrasePostings(view, term.parts, input, form))
  })
  if (prefixLast && place === queryTerms.length - 1) addPrefix(views, term.word, postings)
  return postings
}

/** Products that satisfy a reading also match its words: a "Crimson" lamp matches "red". */
function addReading({ query, satisfying }: ExpandRequest, reading: Reading, expanded: readonly TermPostings[]): void {
  if (reading.attributes.length === 0 && !reading.pictured?.length) return
  const places = query.terms.flatMap(({ first, end }, place) =>
    first < reading.end && end > reading.first ? [place] : [],
  )
  if (places.length === 0) return
  satisfying(reading).forEach((postings, s) => {
    if (postings !== undefined) for (const place of places) expanded[place][s].push(postings)
  })
}

function withoutDead({ views }: ExpandInput, postings: TermPostings): TermPostings {
  return postings.map((lists, s) => lists.filter((list) => list.weight > 0 && liveCount(views[s], list) > 0))
}

/** Counts products with the word, typed or inflected; if there are none, with its commonest other form. */
function holderCount({ views }: ExpandInput, postings: TermPostings, docCount: number): number {
  const byForm = new Map<string, number>()
  let own = 0
  postings.forEach((lists, s) => {
    for (const list of lists) {
      const docs = liveCount(views[s], list)
      if (list.kind === 'exact' || list.kind === 'stem' || list.kind === 'reading') own += docs
      else byForm.set(`${list.kind} ${list.text}`, (byForm.get(`${list.kind} ${list.text}`) ?? 0) + docs)
    }
  })
  return Math.min(docCount, own > 0 ? own : Math.max(0, ...byForm.values()))
}

function inverseFrequency(docs: number, docCount: number): number | undefined {
  return docs === 0 ? undefined : Math.log(1 + (docCount - docs + 0.5) / (docs + 0.5))
}

/** Matches two neighbouring words also in their joined form, in either order. */
export function addJoined(input: ExpandInput, expanded: readonly TermPostings[]): void {
  const words = input.queryTerms.map(({ word }) => word)
  for (let place = 0; place + 1 < words.length; place++) {
    const pair = [words[place], words[place + 1]] as const
    for (const order of [pair, pair.toReversed()])
      input.views.forEach((view, s) => {
        const both = joinedPostings(input, view, order)
        expanded[place][s].push(...both)
        expanded[place + 1][s].push(...both)
      })
  }
}

function joinedPostings(input: ExpandInput, view: TextSegmentView, [first, second]: readonly string[]) {
  const isWord = isJoined(first, second, input.analyzer)
  const forms = wordPostings(view, first + second, input).filter(({ kind }) => isWord || kind === 'exact')
  return forms.map((form) => ({ ...form, weight: form.weight * EXPANSION_WEIGHTS.joined, kind: 'joined' as const }))
}
