import type { WeightedPostings } from '../expand/weighted-postings.ts'
import { headPlace, LINKING_WORDS_OF } from '../text/analysis/head-place.ts'
import { findTerm, lengthAt } from '../text/segment/dictionary.ts'
import { SAME_POSITION } from '../text/segment/read-docs.ts'
import { TEXT_FIELDS } from '../text/text-doc.ts'
import type { TextSegment } from '../text/text-segment.ts'
import type { Features } from './features.ts'

export type TitleFeatures = Pick<Features, 'phrase' | 'titleHead'>

export class TitleReader {
  readonly #segment: TextSegment
  /** Query terms that each dictionary term matches, one bit per term. */
  readonly #bitsByTerm = new Map<number, number>()
  readonly #ranges: { first: number; end: number; bit: number }[] = []
  readonly #isLink: (place: number) => boolean
  /** The last title read, and the query terms that its words match. */
  readonly #title: number[] = []
  readonly #bits: number[] = []
  readonly #termCount: number
  readonly #head: number

  constructor(segment: TextSegment, postings: readonly (readonly WeightedPostings[])[], head: number) {
    this.#segment = segment
    this.#termCount = postings.length
    this.#head = head < 0 ? 0 : 1 << head
    postings.forEach((lists, term) => {
      for (const { firstTerm, endTerm, docs, kind } of lists) {
        // Postings computed for the query match no single title word, except those of kind `near`.
        if (docs !== segment.postDocs && kind !== 'near') continue
        if (endTerm - firstTerm === 1) this.#bitsByTerm.set(firstTerm, this.#bitsOf(firstTerm) | (1 << term))
        else this.#ranges.push({ first: firstTerm, end: endTerm, bit: 1 << term })
      }
    })
    const linking = new Set([...LINKING_WORDS_OF(segment.language)].map((word) => findTerm(segment.terms, word)))
    this.#isLink = (place) => place > 0 && linking.has(this.#title[place])
  }

  read(doc: number): TitleFeatures {
    const length = this.#readTitle(doc)
    let [run, longest, before] = [0, 0, 0]
    for (let place = 0; place < length; place++) {
      const bits = this.#bits[place]
      run = ((before << 1) & bits) !== 0 ? run + 1 : bits !== 0 ? 1 : 0
      if (run > longest) longest = run
      before = bits
    }
    return {
      phrase: longest < 2 ? 0 : longest / this.#termCount,
      titleHead: this.#isHead(length) ? 1 : 0,
    }
  }

  /** A joined form ("tshirt") also counts for its parts. Returns the number of words. */
  #readTitle(doc: number): number {
    const { words, fieldStarts, terms } = this.#segment
    const end = fieldStarts[doc * TEXT_FIELDS.length + 1]
    let length = 0
    for (let i = fieldStarts[doc * TEXT_FIELDS.length]; i < end; i++) {
      const term = words[i] & ~SAME_POSITION
      const own = this.#bitsOf(term)
      if ((words[i] & SAME_POSITION) === 0) {
        this.#title[length] = term
        this.#bits[length++] = own
        continue
      }
      let rest = own === 0 ? 0 : lengthAt(terms, term)
      for (let part = length - 1; part >= 0 && rest > 0; part--) {
        this.#bits[part] |= own
        rest -= lengthAt(terms, this.#title[part])
      }
    }
    return length
  }

  #isHead(length: number): boolean {
    const { language } = this.#segment
    return (this.#bits[headPlace({ length, language, isLink: this.#isLink, isThing })] & this.#head) !== 0
  }

  #bitsOf(word: number): number {
    let bits = this.#bitsByTerm.get(word) ?? 0
    for (const { first, end, bit } of this.#ranges) if (word >= first && word < end) bits |= bit
    return bits
  }
}

const isThing = () => true
