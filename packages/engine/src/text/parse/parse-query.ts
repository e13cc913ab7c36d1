import type { Analyzer } from '../analysis/analyzer.ts'
import { withoutElision } from '../analysis/elisions.ts'
import type { Unit } from '../analysis/split-units.ts'
import { plainPartNumber } from '../analysis/part-number.ts'
import { isAmount, isMeasureUnit, mayStandApart } from '../analysis/measure.ts'
import { mayBeSize, SIZE_WORDS_OF } from '../analysis/size-words.ts'
import { COLLECTIVE_WORDS_OF, LINKING_WORDS_OF } from '../analysis/linking-words.ts'
import { fold } from '../analysis/fold.ts'
import type { PriceRange } from '../text-query.ts'
import { editsBetween } from '../spelling/edit-distance.ts'
import { NEGATORS_OF } from './negation-words.ts'
import { takePrice } from './price-phrases.ts'

/** One thing that the shopper asked for: a word, or a written unit such as `25.4mm`. */
export interface QueryTerm {
  /** The unit joined, else its only part. */
  readonly word: string
  readonly parts: readonly string[]
  /** A stop word: counts a little, and is never missed. */
  readonly optional: boolean
  /** Said to be a size: "10" in "size 10". */
  readonly isSize?: boolean
  /** The word with the article that was written onto it: "l'oréal" may be called "loreal". */
  readonly elided?: string
  /** A number and its unit: found however products write them. */
  readonly measure?: { readonly amount: string; readonly unit: string }
}

export interface ParsedQuery {
  readonly terms: readonly QueryTerm[]
  /** What the shopper does not want. */
  readonly excluded: readonly QueryTerm[]
  /** The folded query, for showing it with its words corrected. */
  readonly text: string
  readonly price: PriceRange | null
  /** Terms that count, in order: all but the stop words. */
  readonly wanted: readonly QueryTerm[]
  /** Place in `wanted` of the word that names the thing: "sandals" in "sandals for women"; -1 without words. */
  readonly head: number
  /** The whole query as if it were a part number. */
  readonly partNumber: string
}

/** Longer queries are pasted pages: what stands first is what was meant. */
const MAX_QUERY_LENGTH = 400
const MAX_QUERY_TERMS = 24
const MAX_EXCLUDED = 4

export function parseQuery(text: string, analyzer: Analyzer, stopWords: ReadonlySet<string>): ParsedQuery {
  const folded = fold(text.slice(0, MAX_QUERY_LENGTH)).replace(/\s+/g, ' ').trim()
  const { rest, price } = takePrice(folded.replace(/(?<=\s)w\/o(?=\s)/g, 'without'), analyzer.language)
  const { wanted, excluded } = readUnits(rest, analyzer)
  const named = joinMeasures(wanted.slice(0, MAX_QUERY_TERMS).map((unit) => toQueryTerm(unit, analyzer)))
  const queryTerms = markStopWords(
    markSizes(named, analyzer),
    partNumberEnds(rest, analyzer),
    isStopWord(analyzer, stopWords),
  )
  return {
    text: folded,
    terms: queryTerms,
    excluded: excluded.slice(0, MAX_EXCLUDED).map((unit) => toQueryTerm(unit, analyzer)),
    price,
    wanted: queryTerms.filter((queryTerm) => !queryTerm.optional),
    head: headOf(queryTerms, analyzer.language),
    partNumber: plainPartNumber(queryTerms.map((queryTerm) => queryTerm.elided ?? queryTerm.word).join('')),
  }
}

/** Languages that put what describes a thing after it. */
export const HEAD_FIRST_LANGUAGES: ReadonlySet<string> = new Set(['es', 'fr', 'it', 'pt', 'th'])

/** Among the wanted terms, the one that names the thing: the last before "for" and the like, or the first where things are named first. */
function headOf(queryTerms: readonly QueryTerm[], language: string): number {
  const wanted = queryTerms.filter((queryTerm) => !queryTerm.optional)
  const collective = COLLECTIVE_WORDS_OF(language)
  const isThing = (queryTerm: QueryTerm) => !collective.has(queryTerm.word) && !isMeasured(queryTerm)
  if (HEAD_FIRST_LANGUAGES.has(language)) {
    const first = wanted.findIndex((queryTerm) => isThing(queryTerm) && !isNumber(queryTerm))
    return wanted.length > 0 ? Math.max(0, first) : -1
  }
  const groups = groupsBetweenLinks(queryTerms, LINKING_WORDS_OF(language))
  const head = groups.find((group) => group.some(isThing))?.findLast(isThing) ?? groups[0]?.at(-1)
  return head === undefined ? wanted.length - 1 : wanted.indexOf(head)
}

/** "Lamp 60 watt" and "boots size 9" ask for a lamp and for boots. Other numbers name things: "halo 4". */
export function isMeasured({ measure, isSize }: QueryTerm): boolean {
  return measure !== undefined || isSize === true
}

export function isNumber({ word }: QueryTerm): boolean {
  return /^\d+$/.test(word)
}

/** "Leather case | phone": the terms between words that only link them. */
function groupsBetweenLinks(queryTerms: readonly QueryTerm[], linking: ReadonlySet<string>): QueryTerm[][] {
  const groups: QueryTerm[][] = [[]]
  queryTerms.forEach((queryTerm, place) => {
    if (place > 0 && (queryTerm.optional || linking.has(queryTerm.word))) groups.push([])
    if (!queryTerm.optional) groups.at(-1)!.push(queryTerm)
  })
  return groups.filter((group) => group.length > 0)
}

interface QueryUnits {
  readonly wanted: readonly Unit[]
  readonly excluded: readonly Unit[]
}

/** "-leather" excludes, and so does a negator; but something must be left to look for. */
function readUnits(text: string, analyzer: Analyzer): QueryUnits {
  const excluded: Unit[] = []
  const units: Unit[] = []
  for (const chunk of text.split(/\s+/)) (/^[-–][^\d-]/.test(chunk) ? excluded : units).push(...analyzer.units(chunk))
  if (units.length === 0) return { wanted: excluded, excluded: [] }
  return { wanted: takeNegations(units, analyzer, excluded), excluded }
}

/** "without handles" and "without any handles" exclude the word after the negator, unless nothing else is asked for. */
function takeNegations(units: readonly Unit[], analyzer: Analyzer, excluded: Unit[]): Unit[] {
  const negators = NEGATORS_OF(analyzer.language)
  const wanted: Unit[] = []
  for (let i = 0; i < units.length; i++) {
    if (isNegator(wordOf(units[i]), negators) && i + 1 < units.length && wanted.length > 0) {
      while (i + 2 < units.length && analyzer.isStopWord(wordOf(units[i + 1]))) i++
      excluded.push(units[++i])
    } else wanted.push(units[i])
  }
  return wanted
}

/** Long enough to be recognized with a letter wrong. */
const MIN_NEGATOR_TO_CORRECT = 6

export function isNegator(word: string, negators: ReadonlySet<string>): boolean {
  if (negators.has(word)) return true
  if (word.length < MIN_NEGATOR_TO_CORRECT) return false
  for (const negator of negators)
    if (negator.length >= MIN_NEGATOR_TO_CORRECT && editsBetween(word, negator, 1) <= 1) return true
  return false
}

function toQueryTerm(unit: Unit, analyzer: Analyzer): QueryTerm {
  const noun = withoutElision(unit, analyzer.language)
  if (noun !== undefined) return { word: noun, parts: [noun], optional: false, elided: wordOf(unit) }
  return { word: wordOf(unit), parts: unit.parts, optional: false }
}

/** "24 inch" is one thing that is asked for, as "24in" is. */
function joinMeasures(queryTerms: readonly QueryTerm[]): QueryTerm[] {
  const joined: QueryTerm[] = []
  for (const queryTerm of queryTerms) {
    const before = joined.at(-1)
    if (before && before.measure === undefined && isAmount(before.word) && mayStandApart(queryTerm.word)) {
      joined[joined.length - 1] = measureTerm(before.word, queryTerm.word)
      continue
    }
    const { parts } = queryTerm
    const isAttached = parts.length === 2 && isAmount(parts[0]) && isMeasureUnit(parts[1])
    joined.push(isAttached ? measureTerm(parts[0], parts[1]) : queryTerm)
  }
  return joined
}

function measureTerm(amount: string, unit: string): QueryTerm {
  return { word: amount + unit, parts: [amount, unit], optional: false, measure: { amount, unit } }
}

type IsStopWord = (word: string) => boolean

function isStopWord(analyzer: Analyzer, stopWords: ReadonlySet<string>): IsStopWord {
  return (word) => analyzer.isStopWord(word) || stopWords.has(word)
}

/** The word that says that a size follows need not stand in a product: its options say "10". */
function markSizes(queryTerms: readonly QueryTerm[], { language }: Analyzer): QueryTerm[] {
  const sizeWords = SIZE_WORDS_OF(language)
  const isSaid = (place: number) => queryTerms[place] !== undefined && sizeWords.has(queryTerms[place].word)
  return queryTerms.map((queryTerm, place) => {
    const next = queryTerms[place + 1]
    if (isSaid(place) && next !== undefined && mayBeSize(next.word)) return { ...queryTerm, optional: true }
    return isSaid(place - 1) && mayBeSize(queryTerm.word) ? { ...queryTerm, isSize: true } : queryTerm
  })
}

function markStopWords(
  queryTerms: readonly QueryTerm[],
  needed: ReadonlySet<string>,
  isOptional: IsStopWord,
): QueryTerm[] {
  const onlyStopWords = queryTerms.every(({ word }) => isOptional(word))
  return queryTerms.map((queryTerm) => ({
    ...queryTerm,
    optional:
      queryTerm.optional ||
      (!onlyStopWords && !queryTerm.isSize && isOptional(queryTerm.word) && !needed.has(queryTerm.word)),
  }))
}

/** "LX10/I" is another part than "LX10": what is written onto a part number is no stop word. */
function partNumberEnds(text: string, analyzer: Analyzer): Set<string> {
  const ends = new Set<string>()
  for (const [chunk] of text.matchAll(/\S*\d\S*\/\S+/g)) {
    for (const unit of analyzer.units(chunk)) ends.add(wordOf(unit))
  }
  return ends
}

function wordOf(unit: Unit): string {
  return unit.joined ?? unit.parts.join('')
}
