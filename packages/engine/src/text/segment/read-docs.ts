import type { Analyzer } from '../analysis/analyzer.ts'
import { fold } from '../analysis/fold.ts'
import { plainPartNumber } from '../analysis/part-number.ts'
import { TEXT_FIELDS, type TextDoc } from '../text-doc.ts'
import { ChunkMemory } from './chunk-memory.ts'

/** Marks a word at the position of the word before it. */
export const SAME_POSITION = 0x80000000

/** Docs as numbers of words, which are indices into the unsorted `terms`. */
export interface ReadDocs {
  readonly docCount: number
  readonly terms: string[]
  readonly words: Uint32Array
  readonly fieldStarts: Uint32Array
}

/** A single doc must not fill the index. Longer fields repeat themselves. */
const MAX_FIELD_WORDS = 4000
const MAX_SKU_LENGTH = 48
/** Number of distinct spellings cached between docs. */
const MAX_REMEMBERED = 500_000

const FNV_OFFSET = 0x811c9dc5 | 0
const FNV_PRIME = 0x01000193

export function readDocs(docs: Iterable<TextDoc>, analyzer: Analyzer): ReadDocs {
  const reader = new DocReader(analyzer)
  const fieldStarts = new GrowableUint32()
  let docCount = 0
  for (const doc of docs) {
    for (const field of TEXT_FIELDS) {
      fieldStarts.push(reader.words.length)
      reader.readField(field, doc[field])
    }
    docCount++
  }
  fieldStarts.push(reader.words.length)
  return {
    docCount,
    terms: reader.terms,
    words: reader.words.toArray(),
    fieldStarts: fieldStarts.toArray(),
  }
}

class DocReader {
  readonly words = new GrowableUint32()
  readonly terms: string[] = []
  readonly #analyzer: Analyzer
  readonly #numbers = new Map<string, number>()
  #memory = new ChunkMemory()
  #room = 0

  constructor(analyzer: Analyzer) {
    this.#analyzer = analyzer
  }

  readField(field: (typeof TEXT_FIELDS)[number], value: string | readonly string[]): void {
    this.#room = MAX_FIELD_WORDS
    if (typeof value === 'string') this.read(value)
    else if (field === 'skus') for (const sku of value) this.readSku(sku)
    else for (const item of value) this.read(item)
  }

  /** Splits and hashes in one pass. Only new spellings become strings. */
  read(text: string): void {
    const length = text.length
    let at = 0
    while (at < length && this.#room > 0) {
      let code = text.charCodeAt(at)
      if (isSpace(code)) {
        at++
        continue
      }
      const start = at
      let hash = FNV_OFFSET
      let check = 0
      while (!isSpace(code)) {
        hash = Math.imul(hash ^ code, FNV_PRIME)
        check = (Math.imul(check, 31) + code) | 0
        if (++at >= length) break
        code = text.charCodeAt(at)
      }
      this.#readChunk(text, start, at, hash ^ (hash >>> 15), check)
    }
  }

  /** Also indexes the whole part number, without punctuation, at the position of its last piece. */
  readSku(sku: string): void {
    this.read(sku)
    const whole = plainPartNumber(fold(sku)).slice(0, MAX_SKU_LENGTH)
    if (whole !== '') this.#push((this.#number(whole) | SAME_POSITION) >>> 0)
  }

  #readChunk(text: string, start: number, end: number, hash: number, check: number): void {
    const at = this.#memory.find(hash, check)
    if (at < 0) this.#readNew(text.slice(start, end), hash, check)
    else if (this.#memory.size(at) === 1) this.#push(this.#memory.word(at))
    else this.#pushAll(this.#memory.words(at))
  }

  #readNew(chunk: string, hash: number, check: number): void {
    const words = this.#analyze(chunk)
    this.#pushAll(words)
    if (this.#memory.count >= MAX_REMEMBERED) this.#memory = new ChunkMemory()
    this.#memory.add(hash, check, words)
  }

  #pushAll(words: readonly number[]): void {
    for (let i = 0; i < words.length && this.#room > 0; i++) this.#push(words[i])
  }

  #push(word: number): void {
    this.words.push(word)
    this.#room--
  }

  #analyze(chunk: string): number[] {
    const entries: number[] = []
    for (const { parts, joined } of this.#analyzer.units(chunk)) {
      for (const part of parts) entries.push(this.#number(part))
      if (joined !== null) entries.push((this.#number(joined) | SAME_POSITION) >>> 0)
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

/** A Uint32Array that grows, because the number of words is unknown in advance. */
export class GrowableUint32 {
  length = 0
  /** Small at first, because most segments come from a single write. */
  #items = new Uint32Array(1 << 10)

  push(item: number): void {
    if (this.length === this.#items.length) this.#grow()
    this.#items[this.length++] = item
  }

  toArray(): Uint32Array {
    return this.#items.slice(0, this.length)
  }

  #grow(): void {
    const larger = new Uint32Array(Math.ceil(this.#items.length * 1.6))
    larger.set(this.#items)
    this.#items = larger
  }
}
