import { findTerm, NO_TERM, termAt } from '../segment/dictionary.ts'
import { TITLE_BIT } from '../segment/posting-payload.ts'
import { SAME_POSITION } from '../segment/read-docs.ts'
import { TEXT_FIELDS } from '../text-doc.ts'
import type { TextSegmentCache } from '../text-cache.ts'
import type { TextSegmentView } from '../text-index.ts'
import type { TextSegment } from '../text-segment.ts'
import type { TermMatcher } from './proximity.ts'
import { RANKING } from '../ranking-constants.ts'

const FIELD_COUNT = TEXT_FIELDS.length
/** Titles looked at to learn what stands before a word. */
const SAMPLE_SIZE = 64
/** Fewer titles say nothing. */
const MIN_TITLES = 3

/**
 * Tells titles that name another thing by the word asked for: a "mouse pad" is no mouse. The shop's own titles say so:
 * where "pad" stands, "mouse" mostly stands right before it, so that the two are one name. What is learnt comes from the
 * largest segment, so that a product just written is judged like any other, and is kept with it for the next query.
 */
export class AccessoryDetector {
  readonly #segments: readonly TextSegment[]
  readonly #matchers: readonly TermMatcher[]
  readonly #bit: number
  readonly #main: number
  readonly #known: Map<number, boolean>

  constructor(views: readonly TextSegmentView[], matchers: readonly TermMatcher[], queryTerm: number) {
    const segments = views.map(({ segment }) => segment)
    this.#segments = segments
    this.#matchers = matchers
    this.#bit = 1 << queryTerm
    this.#main = segments.reduce((main, { docCount }, s) => (docCount > segments[main].docCount ? s : main), 0)
    this.#known = collocationsOf(views[this.#main].cache, matchers[this.#main].dictionaryTermsOf(queryTerm))
  }

  /** What the doc's title names: another thing where every place of the word is the beginning of another name. */
  named(segment: number, doc: number): 'itself' | 'accessory' | 'nothing' {
    const { words, fieldStarts } = this.#segments[segment]
    const end = fieldStarts[doc * FIELD_COUNT + 1]
    let isThere = false
    for (let i = fieldStarts[doc * FIELD_COUNT]; i < end; i++) {
      if ((words[i] & SAME_POSITION) !== 0 || !this.#isHead(segment, words[i])) continue
      isThere = true
      let next = i + 1
      while (next < end && (words[next] & SAME_POSITION) !== 0) next++
      if (next >= end || !this.#isOneName(this.#inMain(segment, words[next]))) return 'itself'
    }
    return isThere ? 'accessory' : 'nothing'
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
    const { words, fieldStarts } = this.#segments[this.#main]
    const end = fieldStarts[doc * FIELD_COUNT + 1]
    let before = NO_TERM
    for (let i = fieldStarts[doc * FIELD_COUNT]; i < end; i++) {
      if ((words[i] & SAME_POSITION) !== 0) continue
      if (words[i] === word && before !== NO_TERM && this.#isHead(this.#main, before)) return true
      before = words[i]
    }
    return false
  }
}

function collocationsOf({ collocations }: TextSegmentCache, head: string): Map<number, boolean> {
  let names = collocations.get(head)
  if (names === undefined) {
    names = new Map()
    collocations.set(head, names)
  }
  return names
}
