/** Encodes JSON values as bytes. Recurring strings, and the field names of objects, are stored once in a table. */

/** The first byte is the type of a value. From SMALL on, it is a small number itself. */
const NULL = 0
const FALSE = 1
const TRUE = 2
const INTEGER = 3
const NEGATIVE = 4
const HUNDREDTHS = 5
const FLOAT = 6
const WORD = 7
const TEXT = 8
const LIST = 9
const OBJECT = 10
const SMALL = 16
const LARGEST_SMALL = 255 - SMALL

/** Strings of more characters hardly ever recur. */
const LONGEST_WORD = 64
/** With a full table, strings are written inline. */
const MAX_WORDS = 1 << 20

/** Strings and shapes that encoded values refer to. */
export class ValueTables {
  readonly words: string[] = []
  readonly shapes: string[][] = []
  readonly #wordNumbers = new Map<string, number>()
  readonly #shapeNumbers = new Map<string, number>()

  /** Returns undefined if the table is full. */
  wordNumber(word: string): number | undefined {
    const known = this.#wordNumbers.get(word)
    if (known !== undefined || this.words.length >= MAX_WORDS) return known
    this.#wordNumbers.set(word, this.words.length)
    return this.words.push(word) - 1
  }

  shapeNumber(names: string[]): number {
    const key = names.join('\0')
    const known = this.#shapeNumbers.get(key)
    if (known !== undefined) return known
    this.#shapeNumbers.set(key, this.shapes.length)
    return this.shapes.push(names) - 1
  }
}

export class ValueWriter {
  #bytes = Buffer.allocUnsafeSlow(4096)
  #length = 0
  readonly #tables: ValueTables
  readonly #unique: ReadonlySet<string>

  /** @param unique fields whose strings hardly ever recur and are therefore written inline */
  constructor(tables: ValueTables, unique: ReadonlySet<string>) {
    this.#tables = tables
    this.#unique = unique
  }

  get length(): number {
    return this.#length
  }

  /** The next write overwrites the returned bytes. */
  take(): Buffer {
    const taken = this.#bytes.subarray(0, this.#length)
    this.#length = 0
    return taken
  }

  append(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  write(value: unknown, name = ''): void {
    if (typeof value === 'string') this.#writeString(value, name)
    else if (typeof value === 'number') this.#writeNumber(value)
    else if (value === null || value === undefined) this.#byte(NULL)
    else if (typeof value === 'boolean') this.#byte(value ? TRUE : FALSE)
    else if (Array.isArray(value)) this.#writeList(value, name)
    else this.#writeObject(value as Record<string, unknown>)
  }

  /** Writes seven bits per byte, lowest first (LEB128). The last byte has no high bit. */
  writeCount(count: number): void {
    this.#makeRoom(8)
    let rest = count
    for (; rest >= 128; rest = Math.floor(rest / 128)) this.#bytes[this.#length++] = (rest % 128) | 128
    this.#bytes[this.#length++] = rest
  }

  #writeString(value: string, name: string): void {
    const recurs = value === '' || (value.length <= LONGEST_WORD && !this.#unique.has(name))
    const number = recurs ? this.#tables.wordNumber(value) : undefined
    if (number === undefined) this.#writeText(value)
    else this.#tagged(WORD, number)
  }

  #writeText(value: string): void {
    const length = Buffer.byteLength(value)
    this.#tagged(TEXT, length)
    this.#makeRoom(length)
    this.#length += this.#bytes.write(value, this.#length)
  }

  #writeNumber(value: number): void {
    const hundredths = Math.round(value * 100)
    if (Number.isSafeInteger(value) && !Object.is(value, -0)) this.#writeInteger(value)
    else if (value > 0 && Number.isSafeInteger(hundredths) && hundredths / 100 === value)
      this.#tagged(HUNDREDTHS, hundredths)
    else this.#writeFloat(value)
  }

  #writeFloat(value: number): void {
    this.#byte(FLOAT)
    this.#makeRoom(8)
    this.#length = this.#bytes.writeDoubleLE(value, this.#length)
  }

  #writeInteger(value: number): void {
    if (value < 0) this.#tagged(NEGATIVE, -value)
    else if (value <= LARGEST_SMALL) this.#byte(SMALL + value)
    else this.#tagged(INTEGER, value)
  }

  #writeList(values: readonly unknown[], name: string): void {
    this.#tagged(LIST, values.length)
    for (const value of values) this.write(value, name)
  }

  #writeObject(value: Record<string, unknown>): void {
    const names = Object.keys(value).filter((name) => value[name] !== undefined)
    this.#tagged(OBJECT, this.#tables.shapeNumber(names))
    for (const name of names) this.write(value[name], name)
  }

  #tagged(tag: number, count: number): void {
    this.#byte(tag)
    this.writeCount(count)
  }

  #byte(byte: number): void {
    this.#makeRoom(1)
    this.#bytes[this.#length++] = byte
  }

  #makeRoom(length: number): void {
    if (this.#length + length <= this.#bytes.length) return
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#bytes.length * 2, this.#length + length))
    larger.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = larger
  }
}

/** Needs the tables with which the values were written. */
export class ValueReader {
  #bytes: Buffer = Buffer.alloc(0)
  #at = 0
  readonly #tables: ValueTables

  constructor(tables: ValueTables) {
    this.#tables = tables
  }

  moveTo(bytes: Buffer, at: number): this {
    this.#bytes = bytes
    this.#at = at
    return this
  }

  skip(length: number): void {
    this.#at += length
  }

  readCount(): number {
    const bytes = this.#bytes
    let count = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[this.#at++] as number
      if (byte < 128) return count + byte * scale
      count += (byte - 128) * scale
    }
  }

  read(): unknown {
    const tag = this.#bytes[this.#at++] as number
    if (tag >= SMALL) return tag - SMALL
    switch (tag) {
      case NULL:
        return null
      case FALSE:
        return false
      case TRUE:
        return true
      case INTEGER:
        return this.readCount()
      case NEGATIVE:
        return -this.readCount()
      case HUNDREDTHS:
        return this.readCount() / 100
      case FLOAT:
        return this.#readFloat()
      case WORD:
        return this.#tables.words[this.readCount()]
      case TEXT:
        return this.#readText(this.readCount())
      case LIST:
        return this.#readList(this.readCount())
      default:
        return this.#readObject(this.#tables.shapes[this.readCount()] as string[])
    }
  }

  #readFloat(): number {
    this.#at += 8
    return this.#bytes.readDoubleLE(this.#at - 8)
  }

  #readText(length: number): string {
    this.#at += length
    return this.#bytes.toString('utf8', this.#at - length, this.#at)
  }

  #readList(length: number): unknown[] {
    const list: unknown[] = []
    for (let i = 0; i < length; i++) list.push(this.read())
    return list
  }

  #readObject(names: readonly string[]): Record<string, unknown> {
    const object: Record<string, unknown> = {}
    for (const name of names) object[name] = this.read()
    return object
  }
}
