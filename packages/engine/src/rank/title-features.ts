/** How a title reads beside the query. */
import type { WeightedPostings } from '../text/expand/weighted-postings.ts'
import { LINKING_SIGN, LINKING_WORDS_OF } from '../text/analysis/linking-words.ts'
import { findTerm } from '../text/segment/dictionary.ts'
import { titleWords } from '../text/segment/title-words.ts'
import { HEAD_FIRST_LANGUAGES } from '../text/parse/parse-query.ts'
import type { TextSegment } from '../text/text-segment.ts'
import type { Features } from './features.ts'

export type TitleFeatures = Pick<Features, 'phrase' | 'titleShare' | 'titleHead'>

/** Reads titles of one segment. */
export class TitleReader {
  readonly #segment: TextSegment
  /** By dictionary term: the query terms that it stands for, a bit each. */
  readonly #bits = new Map<number, number>()
  readonly #ranges: { first: number; end: number; bit: number }[] = []
  readonly #linking: ReadonlySet<number>
  readonly #termCount: number
  readonly #head: number

  constructor(segment: TextSegment, postings: readonly (readonly WeightedPostings[])[], head: number) {
    this.#segment = segment
    this.#termCount = postings.length
    this.#head = head < 0 ? 0 : 1 << head
    postings.forEach((lists, term) => {
      for (const { firstTerm, endTerm } of lists) {
        if (endTerm - firstTerm === 1) this.#bits.set(firstTerm, (this.#bits.get(firstTerm) ?? 0) | (1 << term))
        else this.#ranges.push({ first: firstTerm, end: endTerm, bit: 1 << term })
      }
    })
    const linking = [...LINKING_WORDS_OF(segment.language), LINKING_SIGN]
    this.#linking = new Set(linking.map((word) => findTerm(segment.terms, word)))
  }

  read(doc: number): TitleFeatures {
    const title = titleWords(this.#segment, doc)
    let [run, longest, before, matched] = [0, 0, 0, 0]
    for (const word of title) {
      const bits = this.#bitsOf(word)
      run = ((before << 1) & bits) !== 0 ? run + 1 : bits !== 0 ? 1 : 0
      if (run > longest) longest = run
      if (bits !== 0) matched++
      before = bits
    }
    return {
      phrase: this.#termCount < 2 ? 0 : longest < 2 ? 0 : longest / this.#termCount,
      titleShare: title.length === 0 ? 0 : matched / title.length,
      titleHead: this.#isHead(title) ? 1 : 0,
    }
  }

  /** The last word before "for", "with" and the like, or the first in languages that name the thing first. */
  #isHead(title: readonly number[]): boolean {
    if (title.length === 0) return false
    const link = title.findIndex((word, place) => place > 0 && this.#linking.has(word))
    const named = link < 0 ? title : title.slice(0, link)
    const head = HEAD_FIRST_LANGUAGES.has(this.#segment.language) ? named[0] : named[named.length - 1]
    return (this.#bitsOf(head) & this.#head) !== 0
  }

  #bitsOf(word: number): number {
    let bits = this.#bits.get(word) ?? 0
    for (const { first, end, bit } of this.#ranges) if (word >= first && word < end) bits |= bit
    return bits
  }
}
