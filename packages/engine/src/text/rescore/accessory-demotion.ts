import { type ColorLanguage, colorWordsIn } from '../../colors/color-families.ts'
import { levelFor } from '../../columns/even-sample.ts'
import { someSampled } from '../sample-postings.ts'
import { findTerm, NO_TERM, termAt } from '../segment/dictionary.ts'
import { docCountOf } from '../segment/doc-count.ts'
import { TITLE_BIT } from '../segment/posting-payload.ts'
import { titleWords } from '../segment/title-words.ts'
import { stopWordsOf } from '../analysis/stop-words.ts'
import type { CollocationCount, TextSegmentCache } from '../text-cache.ts'
import type { TextSegmentView } from '../text-index.ts'
import type { TextSegment } from '../text-segment.ts'
import { hasDigit } from '../analysis/analyzer.ts'
import { LINKING_SIGN, LINKING_WORDS_OF, PREPOSITIONS_OF } from '../analysis/linking-words.ts'
import { isOtherThing } from './other-thing.ts'
import { HEAD_FIRST_LANGUAGES } from '../parse/parse-query.ts'
import type { TermMatcher } from './proximity.ts'
import { RANKING } from '../ranking-constants.ts'

/** At least about so many titles are looked at to learn what stands beside a word. */
const SAMPLE_SIZE = 48
/** Fewer titles say nothing. */
const MIN_TITLES = 3

/** "Likely": by what the words mean, and not by how the shop uses them. */
export type Named = 'itself' | 'accessory' | 'likely accessory' | 'nothing'

/** What stands farther behind says little of the thing. */
const MOST_WORDS_AFTER = 2

/**
 * Tells titles that name another thing by the word asked for: a "mouse pad" is no mouse. The shop's own titles say so:
 * where "pad" stands, "mouse" mostly stands right before it, so that the two are one name; and where "funda" stands, "de móvil"
 * follows. What is learnt comes from a sample of all titles; what each segment says is kept with it for the next query.
 */
export class AccessoryDetector {
  readonly #views: readonly TextSegmentView[]
  readonly #matchers: readonly TermMatcher[]
  readonly #bit: number
  /** By segment: what the query learnt so far, by word. */
  readonly #known: readonly Map<number, boolean>[]
  /** By segment: what its titles say, by word; kept from query to query. */
  readonly #counts: readonly Map<number, CollocationCount>[]
  readonly #isHeadFirst: boolean
  readonly #colors: ReadonlyMap<string, unknown>
  /** By segment; only where things are named first. */
  readonly #prepositions: readonly ReadonlySet<number>[]

  constructor(
    views: readonly TextSegmentView[],
    matchers: readonly TermMatcher[],
    queryTerm: number,
    analyzer: ColorLanguage,
  ) {
    this.#views = views
    this.#matchers = matchers
    this.#bit = 1 << queryTerm
    this.#colors = colorWordsIn(analyzer)
    this.#isHeadFirst = HEAD_FIRST_LANGUAGES.has(views[0].segment.language)
    this.#prepositions = this.#isHeadFirst ? views.map(({ segment }) => prepositionsOf(segment)) : []
    this.#known = views.map(() => new Map())
    this.#counts = views.map(({ cache }, s) => collocationsOf(cache, matchers[s].dictionaryTermsOf(queryTerm)))
  }

  /** What the doc's title names: another thing where every place of the word is part of another name. */
  named(segment: number, doc: number): Named {
    const title = titleWords(this.#views[segment].segment, doc)
    let isThere = false
    let isLikely = false
    for (let i = 0; i < title.length; i++) {
      if (!this.#isHead(segment, title[i])) continue
      isThere = true
      const beside = this.#beside(segment, title, i)
      if (beside === NO_TERM || this.#endsNameBefore(segment, title[i + 1])) return 'itself'
      if (this.#isOfOther(segment, title, i) || this.#isOneName(segment, beside)) continue
      if (!this.#endsAsOther(segment, title, i)) return 'itself'
      isLikely = true
    }
    if (isLikely) return 'likely accessory'
    return isThere ? 'accessory' : 'nothing'
  }

  /**
   * A number, a code, a color, or a word after which a title says more of what it has named: what names the thing ends before it. Not where things
   * are named first.
   */
  #endsNameBefore(segment: number, term: number | undefined): boolean {
    if (this.#isHeadFirst || term === undefined) return false
    const { terms, language } = this.#views[segment].segment
    const word = termAt(terms, term)
    if (word === LINKING_SIGN || LINKING_WORDS_OF(language).has(word)) return true
    return hasDigit(word) || stopWordsOf(language).has(word) || this.#colors.has(word)
  }

  /** Where what names the thing ends with another one: "camera memory card". Which words are things is known in English alone. */
  #endsAsOther(segment: number, title: readonly number[], at: number): boolean {
    const { terms, language } = this.#views[segment].segment
    if (language !== 'en') return false
    let last = at
    while (last + 1 < title.length && !this.#endsNameBefore(segment, title[last + 1])) {
      if (++last > at + MOST_WORDS_AFTER) return false
    }
    if (last === at || this.#matchers[segment].bitsOf(title[last]) !== 0) return false
    return isOtherThing(termAt(terms, title[last]), termAt(terms, title[at]))
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

  /** Other words of the query are asked for too: they name nothing else. */
  #isOneName(segment: number, word: number): boolean {
    if (this.#matchers[segment].bitsOf(word) !== 0) return false
    if (this.#views.length === 1) return this.#mostlyTogether([word])
    let isOne = this.#known[segment].get(word)
    if (isOne === undefined) {
      const text = termAt(this.#views[segment].segment.terms, word)
      isOne = this.#mostlyTogether(this.#views.map((view) => findTerm(view.segment.terms, text)))
      this.#known[segment].set(word, isOne)
    }
    return isOne
  }

  /** `words`: by segment. One title is taken off, so that few titles say little. */
  #mostlyTogether(words: readonly number[]): boolean {
    let docs = 0
    for (let s = 0; s < words.length; s++) docs += docCountOf(this.#views[s].segment, words[s])
    const level = levelFor(docs, SAMPLE_SIZE)
    let titles = 0
    let together = 0
    for (let s = 0; s < words.length; s++) {
      if (words[s] === NO_TERM) continue
      const count = this.#countOf(s, words[s], level)
      titles += count.titles
      together += count.together
    }
    return titles >= MIN_TITLES && (together - 1) / (titles + 2) > RANKING.collocation
  }

  #countOf(segment: number, word: number, level: number): CollocationCount {
    const known = this.#counts[segment].get(word)
    if (known?.level === level) return known
    const count = this.#countTitles(segment, word, level)
    this.#counts[segment].set(word, count)
    return count
  }

  #countTitles(segment: number, word: number, level: number): CollocationCount {
    const { terms, postStarts, postDocs, postPayloads } = this.#views[segment].segment
    // "Mouse 1600 dpi": numbers say more of the thing.
    if (/\d/.test(termAt(terms, word))) return { level, titles: 0, together: 0 }
    const postings = { docs: postDocs, start: postStarts[word], end: postStarts[word + 1] }
    let titles = 0
    let together = 0
    someSampled(this.#views[segment], postings, level, (at) => {
      if ((postPayloads[at] & TITLE_BIT) === 0) return false
      titles++
      if (this.#follows(segment, postDocs[at], word)) together++
      return false
    })
    return { level, titles, together }
  }

  #follows(segment: number, doc: number, word: number): boolean {
    const title = titleWords(this.#views[segment].segment, doc)
    for (let i = 0; i < title.length; i++)
      if (this.#isHead(segment, title[i]) && this.#beside(segment, title, i) === word) return true
    return false
  }
}

function prepositionsOf({ terms, language }: TextSegment): Set<number> {
  return new Set([...PREPOSITIONS_OF(language)].map((word) => findTerm(terms, word)).filter((term) => term !== NO_TERM))
}

function collocationsOf({ collocations }: TextSegmentCache, head: string): Map<number, CollocationCount> {
  let names = collocations.get(head)
  if (names === undefined) {
    names = new Map()
    collocations.set(head, names)
  }
  return names
}
