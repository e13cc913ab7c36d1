import { type Analyzer, partsOf, wordsOf } from '../text/analysis/analyzer.ts'
import type { Synonym } from '../text/text-settings.ts'
import type { TextSegmentView } from '../text/text-segment.ts'
import { computedPostings, type ExpandInput, type TermPostings, type WeightedPostings } from './weighted-postings.ts'
import { EXPANSION_WEIGHTS } from './expansion-weights.ts'
import { findPhrase } from './find-phrase.ts'
import { inflectedPostings, wordPostings } from './word-postings.ts'
import { NAMING_FIELDS, ownFields } from '../text/segment/posting-payload.ts'

interface SynonymRule {
  readonly from: readonly string[]
  readonly fromText: string
  readonly to: readonly (readonly string[])[]
}

/** Keyed by the first stem that a rule replaces. */
export type SynonymRules = ReadonlyMap<string, readonly SynonymRule[]>

/** Minimum length of an unfinished word for its synonyms to be used. */
const MIN_PREFIX = 3

export function addSynonyms(input: ExpandInput, expanded: TermPostings[]): void {
  const { queryTerms, analyzer, synonyms: rules } = input
  if (rules.size === 0) return
  const stems = queryTerms.map((queryTerm) => analyzer.stem(queryTerm.word))
  for (let place = 0; place < queryTerms.length; place++) {
    for (const rule of rules.get(stems[place]) ?? []) {
      if (rule.from.every((stem, i) => stems[place + i] === stem))
        addRule(input, { rule, place, weight: EXPANSION_WEIGHTS.synonym }, expanded)
    }
  }
  if (input.prefixLast) addByPrefix(input, rules, expanded)
}

/** Applies rules whose last word is unfinished. The words before it must be complete. */
function addByPrefix(input: ExpandInput, rules: SynonymRules, expanded: TermPostings[]): void {
  const words = input.queryTerms.map((queryTerm) => queryTerm.word)
  const typed = words[words.length - 1] ?? ''
  if (typed.length < MIN_PREFIX) return
  for (const group of rules.values()) {
    for (const rule of group) {
      const place = words.length - rule.from.length
      if (place < 0 || rule.fromText === words.slice(place).join(' ')) continue
      if (rule.fromText.startsWith(words.slice(place).join(' ')))
        addRule(input, { rule, place, weight: EXPANSION_WEIGHTS.unfinished }, expanded)
    }
  }
}

function addRule(
  input: ExpandInput,
  { rule, place, weight }: { rule: SynonymRule; place: number; weight: number },
  expanded: TermPostings[],
): void {
  input.views.forEach((view, s) => {
    for (const postings of rulePostings(input, view, rule, weight))
      for (let i = 0; i < rule.from.length; i++) expanded[place + i][s].push(postings)
  })
}

function rulePostings(
  input: ExpandInput,
  view: TextSegmentView,
  { to }: SynonymRule,
  weight: number,
): WeightedPostings[] {
  const own = to.flatMap((words) => formsOf(view, words, input))
  return own.map((postings) => ({ ...postings, weight: postings.weight * weight, kind: 'synonym' as const }))
}

function formsOf(view: TextSegmentView, words: readonly string[], input: ExpandInput): WeightedPostings[] {
  return words.length > 1 ? phrasePostings(view, words, input) : wordPostings(view, words[0] ?? '', input)
}

/** The last word may be in any inflection. */
export function phrasePostings(
  view: TextSegmentView,
  words: readonly string[],
  input: ExpandInput,
  { kind, weight: worth }: Pick<WeightedPostings, 'kind' | 'weight'> = { kind: 'synonym', weight: 1 },
): WeightedPostings[] {
  const [last, ...before] = words.toReversed()
  return inflectedPostings(view, last, input).flatMap(({ text, weight }) => {
    return findPhrase(view.segment, [...before.toReversed(), text], { weight: weight * worth, kind })
  })
}

/** Returns what the synonyms of a corrected word find. */
export function synonymsOf(input: ExpandInput, word: string): TermPostings {
  const rules = input.synonyms.get(input.analyzer.stem(word)) ?? []
  const single = rules.filter((rule) => rule.from.length === 1)
  return input.views.map((view) => single.flatMap((rule) => rulePostings(input, view, rule, EXPANSION_WEIGHTS.synonym)))
}

export function compileSynonyms(synonyms: readonly Synonym[], analyzer: Analyzer): SynonymRules {
  return indexRules(synonyms.flatMap((synonym) => toRules(synonym, analyzer)))
}

function indexRules(rules: readonly SynonymRule[]): SynonymRules {
  const index = new Map<string, SynonymRule[]>()
  for (const rule of rules) {
    const group = index.get(rule.from[0])
    if (group) group.push(rule)
    else index.set(rule.from[0], [rule])
  }
  return index
}

function toRules(synonym: Synonym, analyzer: Analyzer): SynonymRule[] {
  if ('from' in synonym) return toRule(synonym.from, synonym.to, analyzer)
  return synonym.flatMap((from) =>
    toRule(
      from,
      synonym.filter((other) => other !== from),
      analyzer,
    ),
  )
}

function toRule(from: string, to: readonly string[], analyzer: Analyzer): SynonymRule[] {
  const words = wordsOf(from, analyzer)
  const targets = to.map((text) => partsOf(text, analyzer)).filter((parts) => parts.length > 0)
  if (words.length === 0 || targets.length === 0) return []
  return [{ from: words.map((word) => analyzer.stem(word)), fromText: words.join(' '), to: targets }]
}

/** A word of the query, and words of the shop that are near in meaning. */
export interface NearTerm {
  readonly word: string
  readonly text: string
  readonly similarity: number
}

export function addNear(input: ExpandInput, near: readonly NearTerm[], expanded: readonly TermPostings[]): void {
  const { queryTerms, views, analyzer } = input
  queryTerms.forEach(({ word }, place) => {
    for (const { text, similarity } of near.filter((one) => one.word === word)) {
      const words = partsOf(text, analyzer)
      const weight = EXPANSION_WEIGHTS.near * similarity
      views.forEach((view, s) => {
        for (const list of formsOf(view, words, input)) expanded[place][s].push(named(list, list.weight * weight))
      })
    }
  })
}

function named(list: WeightedPostings, weight: number): WeightedPostings {
  const places: number[] = []
  for (let at = list.start; at < list.end; at++)
    if ((ownFields(list.payloads[at]) & NAMING_FIELDS) !== 0) places.push(at)
  const docs = Uint32Array.from(places, (at) => list.docs[at])
  const payloads = Uint16Array.from(places, (at) => ownFields(list.payloads[at]) & NAMING_FIELDS)
  return computedPostings(docs, payloads, { weight, kind: 'near', edits: 0, text: list.text }, list.firstTerm)
}
