/** Reads `multipart/form-data` (RFC 7578) in one pass. Parts are slices of the body. */
import { BodyUnreadable } from './errors.ts'

export interface FormPart {
  name: string
  isFile: boolean
  value: Buffer
}

export const MAX_PARTS = 50
/** Browsers write about a hundred bytes. */
export const MAX_HEADER_BYTES = 4096
/** The limit of RFC 2046. */
const MAX_BOUNDARY = 70

const LINE_END = Buffer.from('\r\n')
const HEADERS_END = Buffer.from('\r\n\r\n')
const CLOSING = Buffer.from('--')

/** @throws BodyUnreadable */
export function parseForm(bytes: Buffer, type: string): FormPart[] {
  const boundary = boundaryOf(type)
  const next = Buffer.from(`\r\n--${boundary}`)
  const parts: FormPart[] = []
  for (let at = endOfPreamble(bytes, next); !startsAt(bytes, at, CLOSING); ) {
    if (!startsAt(bytes, at, LINE_END)) throw unreadable('a boundary is not followed by a line break')
    if (parts.length === MAX_PARTS) throw unreadable(`more than ${MAX_PARTS} parts`)
    // Includes the line end of the boundary, so that a blank line is found even if the part has no headers.
    const headersEnd = bytes.subarray(at, at + MAX_HEADER_BYTES).indexOf(HEADERS_END)
    if (headersEnd < 0) throw unreadable('headers without an end')
    const from = at + headersEnd + HEADERS_END.length
    const to = bytes.indexOf(next, from)
    if (to < 0) throw unreadable('a part without an end')
    parts.push({
      ...readHeaders(bytes.toString('utf8', at, at + headersEnd)),
      value: bytes.subarray(from, to),
    })
    at = to + next.length
  }
  return parts
}

/** Ignores text before the boundary, which RFC 2046 allows. */
function endOfPreamble(bytes: Buffer, boundary: Buffer): number {
  const atStart = boundary.subarray(LINE_END.length)
  if (startsAt(bytes, 0, atStart)) return atStart.length
  const at = bytes.indexOf(boundary)
  if (at < 0) throw unreadable('it has no boundary')
  return at + boundary.length
}

function boundaryOf(type: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? []
  const boundary = quoted ?? plain
  if (boundary === undefined || boundary.length > MAX_BOUNDARY) throw unreadable('no boundary')
  return boundary
}

function startsAt(bytes: Buffer, at: number, wanted: Buffer): boolean {
  return bytes.compare(wanted, 0, wanted.length, at, Math.min(bytes.length, at + wanted.length)) === 0
}

function readHeaders(text: string): { name: string; isFile: boolean } {
  const lines = text.split('\r\n').filter((line) => line !== '')
  if (lines.some((line) => !/^[!#$%&'*+.^_`|~\w-]+:/.test(line))) throw unreadable('a malformed header')
  const disposition = lines.find((line) => /^content-disposition:/i.test(line)) ?? ''
  const [kind = ''] = /^[^:]+:\s*form-data\s*(?=;)/i.exec(disposition) ?? []
  const parameters = readParameters(disposition.slice(kind.length))
  const name = parameters.get('name')
  if (kind === '' || name === undefined) throw unreadable('a part without a name')
  const type = lines.find((line) => /^content-type:/i.test(line)) ?? ''
  return { name, isFile: parameters.has('filename') || parameters.has('filename*') || isBinary(type) }
}

/** Some clients omit the file name of pictures, so a binary type also makes a part a file. */
function isBinary(contentType: string): boolean {
  return /^[^:]+:\s*(image\/|application\/octet-stream)/i.test(contentType)
}

/** Reads parameters in order, so that quoted text is never taken for one. Escapes are `%22`, `%0D` and `%0A` (HTML). */
function readParameters(text: string): Map<string, string> {
  const found = text.matchAll(/;\s*([^\s;="]+)=(?:"([^"]*)"|([^\s;"]+))\s*/gy)
  return new Map(
    Array.from(found, ([, name = '', quoted, plain = '']) => [name.toLowerCase(), unescaped(quoted ?? plain)]),
  )
}

function unescaped(text: string): string {
  return text.replaceAll(/%(22|0D|0A)/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
}

function unreadable(why: string): BodyUnreadable {
  return new BodyUnreadable(`the form could not be read: ${why}`)
}
