import { findTerm, noTerm, termAt } from '../segment/dictionary.ts'
import { titleBit } from '../segment/posting-cell.ts'
import { samePosition } from '../segment/read-docs.ts'
import { textFields } from '../text-doc.ts'
import type { TextSegment } from '../text-segment.ts'
import type { SlotFinder } from './closeness.ts'
import { ranking } from './ranking.ts'

const fieldCount = textFields.length
/** Titles looked at to learn what stands before a word. */
const sampleSize = 64
/** Fewer titles say nothing. */
const minTitles = 3

/**
 * Tells titles that name another thing by the word asked for: a "mouse pad" is no mouse. The shop's own titles say so:
 * where "pad" stands, "mouse" mostly stands right before it, so that the two are one name. What is learnt comes from the
 * largest segment, so that a product just written is judged like any other, and is kept with it for the next query.
 */
export class OtherThings {
  readonly #segments: readonly TextSegment[]
  readonly #finders: readonly SlotFinder[]
  readonly #bit: number
  readonly #main: number
  readonly #known: Map<number, boolean>

  constructor(segments: readonly TextSegment[], finders: readonly SlotFinder[], slot: number) {
    this.#segments = segments
    this.#finders = finders
    this.#bit = 1 << slot
    this.#main = segments.reduce((main, { docCount }, s) => (docCount > segments[main].docCount ? s : main), 0)
    this.#known = learntIn(segments[this.#main], finders[this.#main].termsOf(slot))
  }

  /** What the doc's title names: another thing where every place of the word is the beginning of another name. */
  named(segment: number, doc: number): 'itself' | 'another' | 'nothing' {
    const { words, fieldStarts } = this.#segments[segment]
    const end = fieldStarts[doc * fieldCount + 1]
    let isThere = false
    for (let i = fieldStarts[doc * fieldCount]; i < end; i++) {
      if ((words[i] & samePosition) !== 0 || !this.#isHead(segment, words[i])) continue
      isThere = true
      let next = i + 1
      while (next < end && (words[next] & samePosition) !== 0) next++
      if (next >= end || !this.#isOneName(this.#inMain(segment, words[next]))) return 'itself'
    }
    return isThere ? 'another' : 'nothing'
  }

  #isHead(segment: number, word: number): boolean {
    return (this.#finders[segment].bitsOf(word) & this.#bit) !== 0
  }

  #inMain(segment: number, word: number): number {
    if (segment === this.#main) return word
    return findTerm(this.#segments[this.#main].terms, termAt(this.#segments[segment].terms, word))
  }

  /** Other words of the query are asked for too: they name nothing else. */
  #isOneName(word: number): boolean {
    if (word === noTerm || this.#finders[this.#main].bitsOf(word) !== 0) return false
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
    const { postStarts, postDocs, postCells } = this.#segments[this.#main]
    const step = Math.max(1, Math.floor((postStarts[word + 1] - postStarts[word]) / sampleSize))
    let titles = 0
    let following = 0
    for (let at = postStarts[word]; at < postStarts[word + 1]; at += step) {
      if ((postCells[at] & titleBit) === 0) continue
      titles++
      if (this.#follows(postDocs[at], word)) following++
    }
    return titles >= minTitles && (following - 1) / (titles + 2) > ranking.oneName
  }

  #follows(doc: number, word: number): boolean {
    const { words, fieldStarts } = this.#segments[this.#main]
    const end = fieldStarts[doc * fieldCount + 1]
    let before = noTerm
    for (let i = fieldStarts[doc * fieldCount]; i < end; i++) {
      if ((words[i] & samePosition) !== 0) continue
      if (words[i] === word && before !== noTerm && this.#isHead(this.#main, before)) return true
      before = words[i]
    }
    return false
  }
}

/** By segment, by what asks for the thing, by the word after it: whether the two are one name. */
const learnt = new WeakMap<TextSegment, Map<string, Map<number, boolean>>>()
/** Things remembered of one shop: those that are asked for. */
const maxThings = 2000

function learntIn(segment: TextSegment, thing: string): Map<number, boolean> {
  let things = learnt.get(segment)
  if (things === undefined || things.size >= maxThings) {
    things = new Map()
    learnt.set(segment, things)
  }
  let names = things.get(thing)
  if (names === undefined) {
    names = new Map()
    things.set(thing, names)
  }
  return names
}
