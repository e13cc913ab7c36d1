import { isUtf8 } from 'node:buffer'
import { wellFormed } from '@vitrine/contract'
import { type Options, type Parser, parse } from 'csv-parse'
import { parse as parseWhole } from 'csv-parse/sync'
import { MAX_RECORD_BYTES } from '../../../platform/split-lines.ts'
import { type ReaderItem, type RecordReader, type SourceRecord, TOO_LONG } from './record-reader.ts'

const LF = 10
const CR = 13
const QUOTE = 34
/** Comma, semicolon, tab, bar. */
const DELIMITERS = [44, 59, 9, 124]
const BOM = Buffer.from([0xef, 0xbb, 0xbf])

/** A table with more columns is refused, because every column takes time in every row. */
const MAX_COLUMNS = 2000
/** How many bytes may be read a second time to resume after broken rows; beyond that they are skipped unread. */
const RESCAN_BUDGET_BYTES = 64 * 1024 * 1024

/** Bytes of memory that a waiting row takes in addition to its text. */
const ROW_BYTES = 200
const CELL_BYTES = 40

/** The parser's error codes for a quote inside an unquoted field, and for text between a closing quote and the delimiter. */
const STRAY_QUOTE = 'INVALID_OPENING_QUOTE'
const TEXT_AFTER_QUOTE = 'CSV_INVALID_CLOSING_QUOTE'
const REASONS: Record<string, string> = {
  [TEXT_AFTER_QUOTE]: 'text follows a closing quote',
  CSV_QUOTE_NOT_CLOSED: 'a quote opens and never closes',
}

/**
 * Reads rows of CSV and TSV; the delimiter is the most frequent one in the header. A broken row (a quote missing or
 * cut off) costs only itself: reading resumes at the next line that has exactly the columns of the header, and one
 * fault reports what was skipped.
 */
export class CsvReader implements RecordReader {
  readonly #maxBytes: number
  /** Bytes after the end of the last complete row. */
  #waiting: Buffer[] = []
  #waitingBytes = 0
  /** Line of the first waiting byte. */
  #line = 1
  /** How many bytes the parser had read at the first waiting byte. */
  #rowStart = 0
  #options: CsvOptions | undefined
  #parser: Parser | undefined
  #trouble: string | undefined
  #header: string[] | undefined
  #columns: ReadonlySet<string> = new Set()
  #items: ReaderItem[] = []
  #broken: { line: number; reason: string } | undefined
  #rescanned = 0
  /** True while the rest of a line that was too long is being dropped. */
  #skipsLine = false
  #refused = false
  #saidEncoding = false
  /** True if some line has a delimiter. */
  #isTable = false

  constructor(maxBytes: number = MAX_RECORD_BYTES) {
    this.#maxBytes = maxBytes
  }

  push(chunk: Buffer): ReaderItem[] {
    const bytes = this.#skipsLine ? this.#skipLine(chunk) : chunk
    if (this.#refused || bytes.length === 0) return []
    if (this.#options) this.#feed(bytes)
    else {
      this.#wait(bytes)
      this.#begin(false)
    }
    return this.#take()
  }

  end(): ReaderItem[] {
    if (this.#refused) return []
    if (!this.#options) this.#begin(true)
    while (this.#waitingBytes > 0 && !this.#refused) this.#readRest()
    if (this.#broken) this.#endBroken()
    return this.#take()
  }

  #take(): ReaderItem[] {
    const items = this.#items
    this.#items = []
    return items
  }

  #begin(isLast: boolean): void {
    const waiting = Buffer.concat(this.#waiting)
    const sample = waiting.subarray(0, 3).equals(BOM) ? waiting.subarray(3) : waiting
    const [line, declared] = /^"?sep=(.)"?\r?\n/i.exec(sample.subarray(0, 20).toString('latin1')) ?? []
    const delimiter = declared?.charCodeAt(0) ?? detectDelimiter(sample, isLast)
    if (delimiter === undefined && sample.length <= this.#maxBytes) return
    this.#isTable = delimiter !== undefined
    this.#options = optionsOf(delimiter ?? DELIMITERS[0]!)
    this.#waiting = []
    this.#waitingBytes = 0
    if (line !== undefined) this.#line++
    this.#feed(sample.subarray(line?.length ?? 0))
  }

  #feed(bytes: Buffer): void {
    this.#wait(bytes)
    if (this.#trouble === undefined) this.#write(bytes)
    while (this.#trouble !== undefined || this.#waitingBytes > this.#maxBytes) {
      const left = this.#waitingBytes
      this.#recover(false)
      if (this.#trouble !== undefined && this.#waitingBytes === left) return
    }
  }

  #wait(bytes: Buffer): void {
    this.#waiting.push(bytes)
    this.#waitingBytes += bytes.length
  }

  /** The parser works synchronously: `on_record` delivers rows before this returns. */
  #write(bytes: Buffer): void {
    this.#parser ??= this.#newParser()
    this.#parser.write(bytes)
  }

  #newParser(): Parser {
    this.#rowStart = 0
    const options: Options = {
      ...this.#options!,
      skip_records_with_error: true,
      on_record: (fields, { bytes }) => {
        if (this.#parser === parser) this.#takeRow(fields as unknown as Buffer[], bytes)
        return null
      },
      // Throwing stops the parser here; a new one reads the bytes that follow again.
      on_skip: (error) => {
        if (this.#parser === parser) this.#trouble ??= error?.code ?? 'broken'
        throw error ?? new Error('broken')
      },
    }
    const parser: Parser = parse(options)
    return parser.on('error', () => {})
  }

  #takeRow(fields: readonly Buffer[], endsAt: number): void {
    if (this.#trouble !== undefined || this.#refused) return
    const row = this.#consume(endsAt - this.#rowStart)
    this.#rowStart = endsAt
    if (row.length > this.#maxBytes) {
      this.#broken ??= { line: row.line, reason: `the record ${TOO_LONG}` }
      return
    }
    this.#emit(row.line, fields)
  }

  /** Removes this many waiting bytes and counts their lines. The returned `line` is that of the first non-blank byte. */
  #consume(length: number): { line: number; length: number } {
    let left = length
    let line: number | undefined
    while (left > 0 && this.#waiting.length > 0) {
      const first = this.#waiting[0]!
      const part = first.subarray(0, left)
      for (let at = 0; line === undefined && at < part.length; at++) {
        if (part[at] !== LF && part[at] !== CR) line = this.#line + countLines(part.subarray(0, at))
      }
      this.#line += countLines(part)
      if (part.length === first.length) this.#waiting.shift()
      else this.#waiting[0] = first.subarray(left)
      left -= part.length
      this.#waitingBytes -= part.length
    }
    return { line: line ?? this.#line, length }
  }

  #recover(isLast: boolean): void {
    const trouble = this.#trouble ?? 'too long'
    this.#trouble = undefined
    this.#parser = undefined
    const rest = Buffer.concat(this.#waiting)
    if (trouble !== STRAY_QUOTE && trouble !== TEXT_AFTER_QUOTE)
      this.#leaveLine(rest, REASONS[trouble] ?? `the record ${TOO_LONG}`)
    else if (!this.#readLoosely(rest, { trouble, isLast })) return
    const remaining = Buffer.concat(this.#waiting)
    if (remaining.length > 0 && !isLast) this.#write(remaining)
  }

  /**
   * Reads a row in which a quote inside an unquoted field is a plain character, or in which spaces stand around quoted
   * fields, as in real shops' files. Returns false if the row has not ended yet.
   */
  #readLoosely(rest: Buffer, { trouble, isLast }: { trouble: string; isLast: boolean }): boolean {
    const row = firstRow(rest, this.#options!)
    const isWhole = isLast || (row !== undefined && rest[row.bytes - 1] === LF)
    if (!isWhole && rest.length <= this.#maxBytes) {
      this.#trouble = trouble
      return false
    }
    const isBroken = row === undefined || (trouble === TEXT_AFTER_QUOTE && row.fields.some(hasTextAfterQuote))
    if (isBroken) this.#leaveLine(rest, REASONS[trouble] ?? REASONS.CSV_QUOTE_NOT_CLOSED!)
    else this.#emit(this.#consume(row.bytes).line, row.fields)
    return true
  }

  /** Reads what is left at the end of the file: rows without a final line end, or broken ones. */
  #readRest(): void {
    if (this.#trouble !== undefined) {
      this.#recover(true)
      return
    }
    const rest = Buffer.concat(this.#waiting)
    this.#parser = undefined
    try {
      const rows = parseWhole(rest, { ...this.#options!, info: true }) as unknown as ParsedRow[]
      rows.forEach(({ record, info }, index) => {
        const isLast = index === rows.length - 1
        const before = index === 0 ? 0 : rows[index - 1]!.info.bytes
        this.#emit(this.#consume(isLast ? this.#waitingBytes : info.bytes - before).line, record)
      })
      this.#consume(this.#waitingBytes)
    } catch (error) {
      this.#trouble = (error as { code?: string }).code ?? 'broken'
      this.#recover(true)
    }
  }

  /** Gives up on the first waiting row and continues after its first line. */
  #leaveLine(rest: Buffer, reason: string): void {
    const blank = /^[\r\n]*/.exec(rest.subarray(0, 1000).toString('latin1'))![0].length
    this.#consume(blank)
    this.#broken ??= { line: this.#line, reason }
    const lineEnd = rest.indexOf(LF, blank)
    const next = lineEnd < 0 ? rest.length : lineEnd + 1
    this.#skipsLine = lineEnd < 0
    this.#rescanned += rest.length - next
    // Past the rescan budget the rest of the buffer is dropped too, instead of being read again for every broken row.
    this.#consume((this.#rescanned > RESCAN_BUDGET_BYTES ? rest.length : next) - blank)
  }

  #skipLine(chunk: Buffer): Buffer {
    const lineEnd = chunk.indexOf(LF)
    if (lineEnd < 0) return chunk.subarray(chunk.length)
    this.#skipsLine = false
    this.#line++
    return chunk.subarray(lineEnd + 1)
  }

  #emit(line: number, fields: readonly Buffer[]): void {
    if (!this.#header) {
      this.#readHeader(line, fields)
      return
    }
    if (this.#broken) {
      if (fields.length !== this.#header.length) return
      this.#endBroken(line)
    }
    const encoding = fields.every((field) => isUtf8(field)) ? 'utf-8' : 'windows-1252'
    if (encoding !== 'utf-8') this.#noteEncoding(line)
    const texts = fields.map((field) => wellFormed(decode(field, encoding)).trim())
    // Spreadsheets drop trailing empty cells, so short rows are fine; filled cells beyond the header are a fault.
    if (texts.slice(this.#header.length).some((text) => text !== '')) {
      const reason = `the row has ${texts.length} fields, but the header has ${this.#header.length}`
      this.#items.push({ kind: 'fault', line, reason })
    } else this.#items.push({ kind: 'record', record: this.#recordOf(line, texts) })
  }

  #recordOf(line: number, texts: readonly string[]): SourceRecord {
    const value: Record<string, string> = Object.create(null)
    let bytes = ROW_BYTES
    this.#header!.forEach((name, place) => {
      const text = texts[place]
      if (text === undefined || text === '') return
      value[name] = text
      bytes += CELL_BYTES + text.length
    })
    return { line, value, bytes, columns: this.#columns }
  }

  /** A row with a single text, such as "Product export of 1 November", is a heading above the table. */
  #readHeader(line: number, fields: readonly Buffer[]): void {
    const filled = fields.filter((field) => field.toString('latin1').trim() !== '').length
    if (filled < 2 && this.#isTable) {
      if (filled > 0)
        this.#items.push({
          kind: 'note',
          line,
          text: 'this row is left out because it is above the header of the table',
        })
      return
    }
    if (fields.length > MAX_COLUMNS) {
      this.#refused = true
      const reason = `the header has ${fields.length} columns, more than ${MAX_COLUMNS}`
      this.#items.push({ kind: 'fault', line, reason })
      return
    }
    const seen = new Map<string, number>()
    this.#header = fields.map((field, place) => {
      const name = wellFormed(decode(field, isUtf8(field) ? 'utf-8' : 'windows-1252')).trim() || `column ${place + 1}`
      const count = (seen.get(name) ?? 0) + 1
      seen.set(name, count)
      return count === 1 ? name : `${name} (${count})`
    })
    this.#columns = new Set(this.#header)
  }

  #noteEncoding(line: number): void {
    if (this.#saidEncoding) return
    this.#saidEncoding = true
    const text = 'not valid UTF-8; this row and others like it were read as Windows-1252'
    this.#items.push({ kind: 'note', line, text })
  }

  #endBroken(next = this.#line): void {
    const { line: first, reason } = this.#broken!
    this.#broken = undefined
    const skipped = next - 1 > first ? `; lines ${first} to ${next - 1} were skipped` : ''
    this.#items.push({ kind: 'fault', line: first, reason: `${reason}${skipped}` })
  }
}

type CsvOptions = ReturnType<typeof optionsOf>

interface ParsedRow {
  record: Buffer[]
  info: { bytes: number }
}

/** Reads the first row, with stray quotes allowed. Returns undefined if a quote is never closed. */
function firstRow(bytes: Buffer, options: CsvOptions): { fields: Buffer[]; bytes: number } | undefined {
  const loose = { ...options, relax_quotes: true, ltrim: true, info: true, to: 1 }
  try {
    const [row] = parseWhole(bytes, loose) as unknown as ParsedRow[]
    return row && { fields: row.record.map(withoutPadding), bytes: row.info.bytes }
  } catch {
    return undefined
  }
}

/** The loose parser keeps the quotes of a field that spaces follow. Such a field never spans lines: there, a quote was lost. */
function withoutPadding(field: Buffer): Buffer {
  const [, inner] = /^"([^\n]*)"[ \t]+$/.exec(field.toString('latin1')) ?? []
  return inner === undefined ? field : Buffer.from(inner, 'latin1')
}

const hasTextAfterQuote = (field: Buffer) => field[0] === QUOTE

function optionsOf(delimiter: number) {
  return {
    delimiter: String.fromCharCode(delimiter),
    // Fields stay bytes, because the encoding can only be determined from the whole row.
    encoding: null,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    skip_empty_lines: true,
  }
}

function countLines(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) lines++
  return lines
}

/** Returns the most frequent delimiter of the header outside quotes; undefined while the header is incomplete. */
function detectDelimiter(bytes: Buffer, isLast: boolean): number | undefined {
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]))
  let quoted = false
  let ended = isLast
  for (const byte of bytes) {
    if (byte === QUOTE) quoted = !quoted
    if (quoted) continue
    if (byte === LF || byte === CR) {
      if (Math.max(...counts.values()) === 0) continue
      ended = true
      break
    }
    const count = counts.get(byte)
    if (count !== undefined) counts.set(byte, count + 1)
  }
  if (!ended) return undefined
  return DELIMITERS.reduce((best, delimiter) => (counts.get(delimiter)! > counts.get(best)! ? delimiter : best))
}

const windows1252 = new TextDecoder('windows-1252')

/** Decodes a field. Rows that are not UTF-8 come from spreadsheets that write Windows-1252. */
function decode(bytes: Buffer, encoding: 'utf-8' | 'windows-1252'): string {
  return encoding === 'utf-8' ? bytes.toString('utf8') : windows1252.decode(bytes)
}
