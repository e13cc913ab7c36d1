import { MAX_RECORD_BYTES } from '../../../platform/split-lines.ts'

export interface JsonElement {
  line: number
  /** Undefined if the element is longer than the limit. */
  bytes: Buffer | undefined
  /** True if the document ended inside the element. */
  cut: boolean
}

interface Frame {
  isList: boolean
  key: string
}

const QUOTE = 34
const BACKSLASH = 92
const COLON = 58
const OPEN_LIST = 91
const CLOSE_LIST = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
const LF = 10
const LONGEST_KEY = 200
/** No product is nested deeper, and a file of nothing but brackets must not fill the memory. */
const MAX_FRAMES = 1000

/** Paths at which the platforms list their products. A mapping may add others. */
const LIST_PATHS = [
  '',
  'products',
  'products.nodes',
  'products.edges',
  'products.items',
  'data',
  'data.products',
  'data.products.nodes',
  'data.products.edges',
  'data.products.items',
  'data.search.items',
  'items',
  'results',
  'hits',
  'hits.hits',
  'documents',
  'response.docs',
]

/**
 * Finds the objects of the product list in a JSON document and keeps only the current one in memory. Documents may
 * follow one another; one without a list is a single product.
 */
export class JsonSplitter {
  readonly #maxBytes: number
  readonly #listPaths: ReadonlySet<string>
  #frames: Frame[] = []
  #tooDeep = 0
  #line = 1
  #inString = false
  #escaped = false
  /** The last string outside an element: a key if a colon follows. */
  #text: number[] = []

  /** Nesting depth inside the current element; 0 outside. */
  #depth = 0
  #parts: Buffer[] = []
  #size = 0
  #startLine = 1
  /** True if the element is a whole document (no list was found in it so far). */
  #isDocument = false

  constructor(maxBytes: number = MAX_RECORD_BYTES, listPaths: readonly string[] = []) {
    this.#maxBytes = maxBytes
    this.#listPaths = new Set([...LIST_PATHS, ...listPaths])
  }

  push(chunk: Buffer): JsonElement[] {
    const elements: JsonElement[] = []
    let from = 0
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (byte === LF) this.#line++
      if (this.#inString) {
        this.#readString(byte)
        continue
      }
      const step = this.#readByte(byte)
      if (step === 'begins') from = at
      if (step === 'ends') {
        this.#keep(chunk.subarray(from, at + 1))
        elements.push(this.#take(false))
      }
    }
    if (this.#depth > 0) this.#keep(chunk.subarray(from))
    return elements
  }

  /** Reads a byte outside strings. Returns whether an element begins or ends with it. */
  #readByte(byte: number): 'begins' | 'ends' | undefined {
    if (byte === QUOTE) this.#startString()
    else if (byte === COLON) this.#nameNext()
    else if (byte === OPEN_LIST) this.#openList()
    else if (byte === OPEN_OBJECT) return this.#openObject() ? 'begins' : undefined
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) return this.#close() ? 'ends' : undefined
    return undefined
  }

  #startString(): void {
    this.#inString = true
    this.#text.length = 0
  }

  #openList(): void {
    this.#open(true)
    if (this.#isDocument && this.#isProductList()) this.#drop()
  }

  /** Returns whether an element begins. */
  #openObject(): boolean {
    const begins = this.#beginsElement()
    this.#open(false)
    if (begins) this.#begin()
    return begins
  }

  /** Returns whether the element ends. */
  #close(): boolean {
    if (this.#tooDeep > 0) this.#tooDeep--
    else this.#frames.pop()
    return this.#depth > 0 && --this.#depth === 0
  }

  end(): JsonElement[] {
    return this.#depth > 0 ? [this.#take(true)] : []
  }

  #readString(byte: number): void {
    if (this.#escaped) this.#escaped = false
    else if (byte === BACKSLASH) this.#escaped = true
    else if (byte === QUOTE) this.#inString = false
    const mayBeName = this.#depth === 0 || this.#isDocument
    if (this.#inString && mayBeName && this.#text.length < LONGEST_KEY) this.#text.push(byte)
  }

  #nameNext(): void {
    const frame = this.#frames.at(-1)
    // Keys are only needed outside elements, where there are few.
    if (frame && !frame.isList && (this.#depth === 0 || this.#isDocument))
      frame.key = Buffer.from(this.#text).toString()
  }

  #beginsElement(): boolean {
    if (this.#depth > 0) return false
    return this.#frames.length === 0 || this.#isProductList()
  }

  #isProductList(): boolean {
    const frames = this.#frames
    if (!frames.at(-1)?.isList || frames.slice(0, -1).some((frame) => frame.isList)) return false
    return this.#listPaths.has(
      frames
        .slice(0, -1)
        .map((frame) => frame.key)
        .join('.'),
    )
  }

  #open(isList: boolean): void {
    if (this.#frames.length < MAX_FRAMES) this.#frames.push({ isList, key: '' })
    else this.#tooDeep++
    if (this.#depth > 0) this.#depth++
  }

  #begin(): void {
    this.#isDocument = this.#frames.length === 1
    this.#depth = 1
    this.#startLine = this.#line
  }

  #drop(): void {
    this.#isDocument = false
    this.#depth = 0
    this.#parts = []
    this.#size = 0
  }

  #keep(bytes: Buffer): void {
    this.#size += bytes.length
    if (this.#size <= this.#maxBytes) this.#parts.push(bytes)
    else this.#parts = []
  }

  #take(cut: boolean): JsonElement {
    const bytes = this.#size <= this.#maxBytes ? Buffer.concat(this.#parts) : undefined
    this.#drop()
    return { line: this.#startLine, bytes, cut }
  }
}
