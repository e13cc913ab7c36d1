import type { Analyzer } from '../analysis/analyzer.ts'
import { type TextDoc, textFields } from '../text-doc.ts'
import { GrowableUint32 } from './growable.ts'

/** Marks a word that stands at the position of the word before it. */
export const samePosition = 0x80000000

/** Docs as word numbers, before the words are sorted. The numbers are places in `words`' dictionary `terms`. */
export interface ReadDocs {
  readonly docCount: number
  readonly terms: string[]
  readonly words: Uint32Array
  readonly fieldStarts: Uint32Array
  readonly prices: Float32Array
}

/** A product page longer than this repeats itself; the bound keeps one doc from filling the index. */
const maxFieldWords = 4000
/** Distinct spellings remembered between docs. */
const maxRemembered = 300_000

export function readDocs(docs: Iterable<TextDoc>, analyzer: Analyzer): ReadDocs {
  const reader = new DocReader(analyzer)
  const fieldStarts = new GrowableUint32()
  const prices: number[] = []
  for (const doc of docs) {
    for (const field of textFields) {
      fieldStarts.push(reader.words.length)
      const value = doc[field]
      reader.startField()
      if (typeof value === 'string') reader.read(value)
      else for (const item of value) reader.read(item)
    }
    prices.push(doc.price ?? Number.NaN)
  }
  fieldStarts.push(reader.words.length)
  return {
    docCount: prices.length,
    terms: reader.terms,
    words: reader.words.toArray(),
    fieldStarts: fieldStarts.toArray(),
    prices: Float32Array.from(prices),
  }
}

class DocReader {
  readonly words = new GrowableUint32()
  readonly terms: string[] = []
  readonly #analyzer: Analyzer
  readonly #numbers = new Map<string, number>()
  /** Most words come again and again: what a spelling became the first time is kept. */
  #remembered = new Map<string, readonly number[]>()
  #room = 0

  constructor(analyzer: Analyzer) {
    this.#analyzer = analyzer
  }

  startField(): void {
    this.#room = maxFieldWords
  }

  read(text: string): void {
    let start = 0
    while (start < text.length && this.#room > 0) {
      while (start < text.length && isSpace(text.charCodeAt(start))) start++
      let end = start
      while (end < text.length && !isSpace(text.charCodeAt(end))) end++
      if (end > start) this.#readChunk(text.slice(start, end))
      start = end
    }
  }

  #readChunk(chunk: string): void {
    let entries = this.#remembered.get(chunk)
    if (entries === undefined) {
      entries = this.#analyze(chunk)
      if (this.#remembered.size >= maxRemembered) this.#remembered = new Map()
      if (chunk.length <= 64) this.#remembered.set(chunk, entries)
    }
    for (let i = 0; i < entries.length && this.#room > 0; i++) {
      this.words.push(entries[i])
      this.#room--
    }
  }

  #analyze(chunk: string): number[] {
    const entries: number[] = []
    for (const { parts, joined } of this.#analyzer.units(chunk)) {
      for (const part of parts) entries.push(this.#number(part))
      if (joined !== null) entries.push((this.#number(joined) | samePosition) >>> 0)
    }
    return entries
  }

  #number(term: string): number {
    const known = this.#numbers.get(term)
    if (known !== undefined) return known
    const number = this.terms.length
    this.#numbers.set(term, number)
    this.terms.push(term)
    return number
  }
}

function isSpace(code: number): boolean {
  return code <= 32 || code === 0xa0 || code === 0x3000 || code === 0x2028 || code === 0x2029
}
