import { findTerm, NO_TERM, termAt } from '../segment/dictionary.ts'
import { TITLE_BIT } from '../segment/posting-payload.ts'
import { SAME_POSITION } from '../segment/read-docs.ts'
import { TEXT_FIELDS } from '../text-doc.ts'
import type { TextSegmentCache } from '../text-cache.ts'
import type { TextSegmentView } from '../text-index.ts'
import type { TextSegment } from '../text-segment.ts'
import { PREPOSITIONS_OF } from '../analysis/linking-words.ts'
import { HEAD_FIRST_LANGUAGES } from '../parse/parse-query.ts'
import type { TermMatcher } from './proximity.ts'
import { RANKING } from '../ranking-constants.ts'

const FIELD_COUNT = TEXT_FIELDS.length
/** Titles looked at to learn what stands before a word. */
const SAMPLE_SIZE = 64
/** Fewer titles say nothing. */
const MIN_TITLES = 3

/**
 * Tells titles that name another thing by the word asked for: a "mouse pad" is no mouse. The shop's own titles say so:
 * where "pad" stands, "mouse" mostly stands right before it, so that the two are one name; and where "funda" stands, "de móvil" follows. What is learnt comes from the
 * largest segment, so that a product just written is judged like any other, and is kept with it for the next query.
 */
export class AccessoryDetector {
  readonly #segments: readonly TextSegment[]
  readonly #matchers: readonly TermMatcher[]
  readonly #bit: number
  readonly #main: number
  readonly #known: Map<number, boolean>
  readonly #isHeadFirst: boolean
  /** By segment; only where things are named first. */
  readonly #prepositions: readonly ReadonlySet<number>[]

  constructor(views: readonly TextSegmentView[], matchers: readonly TermMatcher[], queryTerm: number) {
    const segments = views.map(({ segment }) => segment)
    this.#segments = segments
    this.#matchers = matchers
    this.#bit = 1 << queryTerm
    this.#main = segments.reduce((main, { docCount }, s) => (docCount > segments[main].docCount ? s : main), 0)
    this.#isHeadFirst = HEAD_FIRST_LANGUAGES.has(segments[this.#main].language)
    this.#prepositions = this.#isHeadFirst ? segments.map(prepositionsOf) : []
    this.#known = collocationsOf(views[this.#main].cache, matchers[this.#main].dictionaryTermsOf(queryTerm))
  }

  /** What the doc's title names: another thing where every place of the word is part of another name. */
  named(segment: number, doc: number): 'itself' | 'accessory' | 'nothing' {
    const title = this.#title(segment, doc)
    let isThere = false
    for (let i = 0; i < title.length; i++) {
      if (!this.#isHead(segment, title[i])) continue
      isThere = true
      const beside = this.#beside(segment, title, i)
      if (beside === NO_TERM) return 'itself'
      if (!this.#isOfOther(segment, title, i) && !this.#isOneName(this.#inMain(segment, beside))) return 'itself'
    }
    return isThere ? 'accessory' : 'nothing'
  }

  /** A loop, because hundreds of titles are read for a query and filtering typed arrays is slow. */
  #title(segment: number, doc: number): number[] {
    const { words, fieldStarts } = this.#segments[segment]
    const end = fieldStarts[doc * FIELD_COUNT + 1]
    const title: number[] = []
    for (let i = fieldStarts[doc * FIELD_COUNT]; i < end; i++)
      if ((words[i] & SAME_POSITION) === 0) title.push(words[i])
    return title
  }

  /** The word that may make another name with the one at `at`: after it, or before it where things are named first. */
  #beside(segment: number, title: readonly number[], at: number): number {
    if (!this.#isHeadFirst) return title[at + 1] ?? NO_TERM
    let before = at - 1
    while (before >= 0 && this.#prepositions[segment].has(title[before])) before--
    return title[before] ?? NO_TERM
  }

  /** "Ventilador de cochecito": where things are named first, what follows a preposition says what the thing is of or for. */
  #isOfOther(segment: number, title: readonly number[], at: number): boolean {
    if (!this.#isHeadFirst || !this.#prepositions[segment].has(title[at - 1])) return false
    return this.#matchers[segment].bitsOf(this.#beside(segment, title, at)) === 0
  }

  #isHead(segment: number, word: number): boolean {
    return (this.#matchers[segment].bitsOf(word) & this.#bit) !== 0
  }

  #inMain(segment: number, word: number): number {
    if (segment === this.#main) return word
    return findTerm(this.#segments[this.#main].terms, termAt(this.#segments[segment].terms, word))
  }

  /** Other words of the query are asked for too: they name nothing else. */
  #isOneName(word: number): boolean {
    if (word === NO_TERM || this.#matchers[this.#main].bitsOf(word) !== 0) return false
    let isOne = this.#known.get(word)
    if (isOne === undefined) {
      isOne = !this.#isMeasure(word) && this.#mostlyFollows(word)
      this.#known.set(word, isOne)
    }
    return isOne
  }

  /** "Mouse 1600 dpi": numbers say more of the thing. */
  #isMeasure(word: number): boolean {
    return /\d/.test(termAt(this.#segments[this.#main].terms, word))
  }

  /** From an even sample. One title is taken off, so that few titles say little. */
  #mostlyFollows(word: number): boolean {
    const { postStarts, postDocs, postPayloads } = this.#segments[this.#main]
    const step = Math.max(1, Math.floor((postStarts[word + 1] - postStarts[word]) / SAMPLE_SIZE))
    let titles = 0
    let following = 0
    for (let at = postStarts[word]; at < postStarts[word + 1]; at += step) {
      if ((postPayloads[at] & TITLE_BIT) === 0) continue
      titles++
      if (this.#follows(postDocs[at], word)) following++
    }
    return titles >= MIN_TITLES && (following - 1) / (titles + 2) > RANKING.collocation
  }

  #follows(doc: number, word: number): boolean {
    const title = this.#title(this.#main, doc)
    for (let i = 0; i < title.length; i++)
      if (this.#isHead(this.#main, title[i]) && this.#beside(this.#main, title, i) === word) return true
    return false
  }
}

function prepositionsOf({ terms, language }: TextSegment): Set<number> {
  return new Set([...PREPOSITIONS_OF(language)].map((word) => findTerm(terms, word)).filter((term) => term !== NO_TERM))
}

function collocationsOf({ collocations }: TextSegmentCache, head: string): Map<number, boolean> {
  let names = collocations.get(head)
  if (names === undefined) {
    names = new Map()
    collocations.set(head, names)
  }
  return names
}
