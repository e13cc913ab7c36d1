import { isUtf8 } from 'node:buffer'
import { wellFormed } from '@vitrine/contract'
import { MAX_RECORD_BYTES } from '../../platform/split-lines.ts'
import { TOO_LONG } from './import-item.ts'
import { type CsvScan, type FieldSpan, scanCsvRecord } from './scan-csv-record.ts'

export type CsvRecord =
  | { kind: 'row'; line: number; fields: string[]; encoding: 'utf-8' | 'windows-1252' }
  | { kind: 'fault'; line: number; reason: string }

const LF = 10
const CR = 13
const QUOTE = 34
/** Comma, semicolon, tab. */
const DELIMITERS = [44, 59, 9]

/** How many bytes may be read a second time to find the way back after broken records; past it they are skipped as they are. */
const RESCAN_BUDGET_BYTES = 64 * 1024 * 1024

/**
 * CSV records from chunks. A record that is broken (a quote lost or cut off) takes no others with it: reading goes on at the next
 * line that has exactly the columns of the header, and one fault tells what was skipped.
 */
export class CsvReader {
  readonly #maxBytes: number
  #buffer: Buffer = Buffer.alloc(0)
  /** Chunks not looked at yet. */
  #waiting: Buffer[] = []
  #waitingBytes = 0
  #line = 1
  #columns = 0
  #delimiter: number | undefined
  /** Buffered bytes before the next attempt at a record that needs more: doubling keeps long records linear. */
  #attemptAt = 0
  /** Set while the rest of a too long line is thrown away. */
  #skipping = false
  #broken: { line: number; reason: string } | undefined
  #rescanned = 0

  constructor(maxBytes: number = MAX_RECORD_BYTES) {
    this.#maxBytes = maxBytes
  }

  push(chunk: Buffer): CsvRecord[] {
    if (this.#skipping) chunk = this.#skipLine(chunk)
    if (chunk.length === 0) return []
    this.#waiting.push(chunk)
    this.#waitingBytes += chunk.length
    return this.#buffer.length + this.#waitingBytes < this.#attemptAt ? [] : this.#read(false)
  }

  end(): CsvRecord[] {
    const records = this.#read(true)
    if (this.#broken) records.push(this.#endBroken(this.#line))
    return records
  }

  #read(isLast: boolean): CsvRecord[] {
    this.#buffer = Buffer.concat([this.#buffer, ...this.#waiting])
    this.#waiting = []
    this.#waitingBytes = 0
    const records: CsvRecord[] = []
    let from = 0
    while (from < this.#buffer.length) {
      const scan = this.#scan(from, isLast)
      const tooLong = (scan.kind === 'record' ? scan.end : this.#buffer.length) - from > this.#maxBytes
      if (scan.kind === 'more' && !tooLong) break
      if (scan.kind === 'record' && !tooLong) {
        this.#emit(records, from, scan.end, scan.fields)
        from = this.#advance(from, scan.end)
      } else {
        from = this.#leave(from, scan.kind === 'broken' ? scan.reason : `the record ${TOO_LONG}`)
      }
    }
    this.#buffer = this.#buffer.subarray(from)
    this.#attemptAt = Math.min(this.#buffer.length * 2, this.#maxBytes + 1)
    return records
  }

  #scan(from: number, isLast: boolean): CsvScan {
    this.#delimiter ??= detectDelimiter(this.#buffer, isLast)
    if (this.#delimiter === undefined) return { kind: 'more' }
    return scanCsvRecord(this.#buffer, from, this.#delimiter, isLast)
  }

  #emit(records: CsvRecord[], from: number, end: number, spans: readonly FieldSpan[]): void {
    // A blank line is no record; a line that holds "" is one with an empty field.
    if (spans.length === 1 && spans[0]!.end === from) return
    if (this.#columns === 0) this.#columns = spans.length
    if (this.#broken) {
      if (spans.length !== this.#columns) return
      records.push(this.#endBroken(this.#line))
    }
    const encoding = isUtf8(this.#buffer.subarray(from, end)) ? 'utf-8' : 'windows-1252'
    const fields = spans.map((span) => wellFormed(decode(this.#buffer, span, encoding)))
    records.push({ kind: 'row', line: this.#line, fields, encoding })
  }

  /** Gives up the record at `from` and goes to the line after its first one. */
  #leave(from: number, reason: string): number {
    this.#broken ??= { line: this.#line, reason }
    const lineEnd = this.#buffer.indexOf(LF, from)
    const next = lineEnd < 0 ? this.#buffer.length : lineEnd + 1
    this.#skipping = lineEnd < 0
    this.#rescanned += this.#buffer.length - next
    // Damage this deep would be read over and over: the rest of what is buffered goes with it.
    return this.#advance(from, this.#rescanned > RESCAN_BUDGET_BYTES ? this.#buffer.length : next)
  }

  #endBroken(line: number): CsvRecord {
    const { line: first, reason } = this.#broken!
    this.#broken = undefined
    const last = line - 1
    const skipped = last > first ? `; lines ${first} to ${last} were skipped` : ''
    return { kind: 'fault', line: first, reason: `${reason}${skipped}` }
  }

  #skipLine(chunk: Buffer): Buffer {
    const lineEnd = chunk.indexOf(LF)
    if (lineEnd < 0) return Buffer.alloc(0)
    this.#skipping = false
    this.#line++
    return chunk.subarray(lineEnd + 1)
  }

  #advance(from: number, to: number): number {
    for (let at = this.#buffer.indexOf(LF, from); at >= 0 && at < to; at = this.#buffer.indexOf(LF, at + 1))
      this.#line++
    return to
  }
}

/** The most frequent of comma, semicolon and tab in the header, outside quotes; undefined while the header has not ended. */
function detectDelimiter(bytes: Buffer, isLast: boolean): number | undefined {
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]))
  let quoted = false
  let ended = isLast
  for (const byte of bytes) {
    if (byte === QUOTE) quoted = !quoted
    if (quoted) continue
    ended ||= byte === LF || byte === CR
    if (byte === LF || byte === CR) break
    const count = counts.get(byte)
    if (count !== undefined) counts.set(byte, count + 1)
  }
  if (!ended) return undefined
  return DELIMITERS.reduce((best, delimiter) => (counts.get(delimiter)! > counts.get(best)! ? delimiter : best))
}

const windows1252 = new TextDecoder('windows-1252')

/** Rows that are not UTF-8 come from spreadsheets that write the Western code page: read so, nothing is lost. */
function decode(bytes: Buffer, { start, end, escaped }: FieldSpan, encoding: 'utf-8' | 'windows-1252'): string {
  const text =
    encoding === 'utf-8' ? bytes.toString('utf8', start, end) : windows1252.decode(bytes.subarray(start, end))
  return escaped ? text.replaceAll('""', '"') : text
}
