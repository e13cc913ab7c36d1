import type { WeightedPostings } from '../expand/weighted-postings.ts'
import { headPlace, LINKING_SIGN, LINKING_WORDS_OF } from '../text/analysis/head-place.ts'
import { findTerm } from '../text/segment/dictionary.ts'
import { SAME_POSITION } from '../text/segment/read-docs.ts'
import { TEXT_FIELDS } from '../text/text-doc.ts'
import type { TextSegment } from '../text/text-segment.ts'
import type { Features } from './features.ts'

export type TitleFeatures = Pick<Features, 'phrase' | 'titleHead'>

export class TitleReader {
  readonly #segment: TextSegment
  /** Query terms that a dictionary term matches, one bit per term. */
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
      for (const { firstTerm, endTerm, docs, kind } of lists) {
        // Other postings that were computed for the query do not belong to a word in titles.
        if (docs !== segment.postDocs && kind !== 'near') continue
        if (endTerm - firstTerm === 1) this.#bits.set(firstTerm, (this.#bits.get(firstTerm) ?? 0) | (1 << term))
        else this.#ranges.push({ first: firstTerm, end: endTerm, bit: 1 << term })
      }
    })
    const linking = [...LINKING_WORDS_OF(segment.language), LINKING_SIGN]
    this.#linking = new Set(linking.map((word) => findTerm(segment.terms, word)))
  }

  read(doc: number): TitleFeatures {
    const { title, bits: found } = this.#bitsIn(doc)
    let [run, longest, before] = [0, 0, 0]
    for (const bits of found) {
      run = ((before << 1) & bits) !== 0 ? run + 1 : bits !== 0 ? 1 : 0
      if (run > longest) longest = run
      before = bits
    }
    return {
      phrase: this.#termCount < 2 ? 0 : longest < 2 ? 0 : longest / this.#termCount,
      titleHead: this.#isHead(title, found) ? 1 : 0,
    }
  }

  /** Bits of each word of the title. A joined form ("tshirt") also counts for its parts. */
  #bitsIn(doc: number): { title: number[]; bits: number[] } {
    const { words, fieldStarts, terms } = this.#segment
    const title: number[] = []
    const bits: number[] = []
    const lengthOf = (term: number) => terms.starts[term + 1] - terms.starts[term]
    const end = fieldStarts[doc * TEXT_FIELDS.length + 1]
    for (let i = fieldStarts[doc * TEXT_FIELDS.length]; i < end; i++) {
      const term = words[i] & ~SAME_POSITION
      const own = this.#bitsOf(term)
      if ((words[i] & SAME_POSITION) === 0) {
        title.push(term)
        bits.push(own)
        continue
      }
      let rest = own === 0 ? 0 : lengthOf(term)
      for (let part = title.length - 1; part >= 0 && rest > 0; part--) {
        bits[part] |= own
        rest -= lengthOf(title[part])
      }
    }
    return { title, bits }
  }

  /** True if the query's head names the product. */
  #isHead(title: readonly number[], bits: readonly number[]): boolean {
    const isLink = (place: number) => place > 0 && this.#linking.has(title[place])
    const head = headPlace({ length: title.length, language: this.#segment.language, isLink, isThing: () => true })
    return (bits[head] & this.#head) !== 0
  }

  #bitsOf(word: number): number {
    let bits = this.#bits.get(word) ?? 0
    for (const { first, end, bit } of this.#ranges) if (word >= first && word < end) bits |= bit
    return bits
  }
}
