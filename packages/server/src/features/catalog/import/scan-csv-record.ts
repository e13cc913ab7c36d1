/**
 * One CSV record in a buffer, by RFC 4180: fields apart by the delimiter, in quotes where they hold delimiters, quotes (doubled) or
 * line ends. A quote inside a field that does not begin with one is a plain character, as in the files shops really have.
 */
export type CsvScan =
  | { kind: 'record'; fields: FieldSpan[]; end: number }
  /** The buffer ends before the record does. */
  | { kind: 'more' }
  | { kind: 'broken'; reason: string }

/** Bytes from start to end, without the quotes around them. */
export interface FieldSpan {
  start: number
  end: number
  /** Holds doubled quotes. */
  escaped: boolean
}

const QUOTE = 34
const LF = 10
const CR = 13

/** Scans the record that begins at `from`. `isLast`: nothing follows the buffer. */
export function scanCsvRecord(bytes: Buffer, from: number, delimiter: number, isLast: boolean): CsvScan {
  const fields: FieldSpan[] = []
  for (let at = from; ; ) {
    const field = bytes[at] === QUOTE ? scanQuoted(bytes, at, delimiter, isLast) : scanPlain(bytes, at, delimiter)
    if ('kind' in field) return field
    fields.push(field.span)
    if (bytes[field.next] !== delimiter) {
      const end = recordEnd(bytes, field.next, isLast)
      return end === undefined ? MORE : { kind: 'record', fields, end }
    }
    at = field.next + 1
  }
}

/** Past the line end at `at`; undefined where more bytes are needed to know. */
function recordEnd(bytes: Buffer, at: number, isLast: boolean): number | undefined {
  if (at >= bytes.length) return isLast ? at : undefined
  if (bytes[at] === LF) return at + 1
  // A carriage return: whether a line feed belongs to it is only known with the next byte.
  if (at + 1 >= bytes.length && !isLast) return undefined
  return bytes[at + 1] === LF ? at + 2 : at + 1
}

const MORE: CsvScan = { kind: 'more' }

interface Scanned {
  span: FieldSpan
  /** Where the delimiter or line end after the field stands, or the end of the buffer. */
  next: number
}

function scanPlain(bytes: Buffer, from: number, delimiter: number): Scanned {
  let at = from
  for (; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === delimiter || byte === LF || byte === CR) break
  }
  return { span: { start: from, end: at, escaped: false }, next: at }
}

function scanQuoted(bytes: Buffer, from: number, delimiter: number, isLast: boolean): Scanned | CsvScan {
  let escaped = false
  for (let at = from + 1; ; ) {
    const quote = bytes.indexOf(QUOTE, at)
    if (quote < 0) return isLast ? { kind: 'broken', reason: 'a quote opens and never closes' } : MORE
    const after = bytes[quote + 1]
    if (after === QUOTE) {
      escaped = true
      at = quote + 2
      continue
    }
    if (after === undefined && !isLast) return MORE
    const closes = after === undefined || after === delimiter || after === LF || after === CR
    if (!closes) return { kind: 'broken', reason: 'text follows a closing quote' }
    return { span: { start: from + 1, end: quote, escaped }, next: quote + 1 }
  }
}
