/**
 * Reads a request whose form leaves no room for two readings: one line, headers that each come once, a body of a stated
 * length. Whatever else HTTP allows is `unusual`, and left to the server that knows all of it.
 */
import type { IncomingHttpHeaders } from 'node:http'

export interface PlainRequest {
  path: string
  headers: IncomingHttpHeaders
  /** Bytes of the line and the headers, and of the body that follows them. */
  headLength: number
  bodyLength: number
}

const MAX_HEAD = 8192
const END_OF_HEAD = '\r\n\r\n'
const POST = 'POST '
const VERSION = ' HTTP/1.1'
const NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const NOT_PLAIN_TEXT = /[^\t\x20-\x7e]/
/** Headers that change how the body, or the connection, is to be read. */
const UNUSUAL = new Set([
  'transfer-encoding',
  'expect',
  'upgrade',
  'trailer',
  'te',
  'proxy-connection',
  'http2-settings',
])

/** `partial`: the head has not come whole yet. */
export function readPlainRequest(bytes: Buffer): PlainRequest | 'partial' | 'unusual' {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end > MAX_HEAD || (end < 0 && bytes.length > MAX_HEAD)) return 'unusual'
  if (end < 0)
    return bytes.length < POST.length || bytes.toString('latin1', 0, POST.length) === POST ? 'partial' : 'unusual'
  const lines = bytes.toString('latin1', 0, end).split('\r\n')
  const path = pathOf(lines[0]!)
  if (path === undefined) return 'unusual'
  const headers = readHeaders(lines)
  const length = headers?.['content-length']
  if (headers?.host === undefined || length === undefined || !/^\d{1,9}$/.test(length)) return 'unusual'
  return { path, headers, headLength: end + END_OF_HEAD.length, bodyLength: Number(length) }
}

function pathOf(line: string): string | undefined {
  if (!line.startsWith(POST) || !line.endsWith(VERSION) || NOT_PLAIN_TEXT.test(line)) return undefined
  const path = line.slice(POST.length, -VERSION.length)
  return path.includes(' ') ? undefined : path
}

const knownNames = new Map<string, string>()
/** A few dozen names are all there is; whoever invents others does not fill memory. */
const MAX_NAMES = 500

/** In lower case; undefined for what is no name, or one of the unusual. */
function nameOf(text: string): string | undefined {
  const known = knownNames.get(text)
  if (known !== undefined) return known
  const name = text.toLowerCase()
  if (!NAME.test(name) || UNUSUAL.has(name)) return undefined
  if (knownNames.size < MAX_NAMES) knownNames.set(text, name)
  return name
}

function readHeaders(lines: readonly string[]): IncomingHttpHeaders | undefined {
  const headers: IncomingHttpHeaders = Object.create(null)
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i]!
    const colon = line.indexOf(':')
    const name = nameOf(line.slice(0, Math.max(0, colon)))
    if (name === undefined || NOT_PLAIN_TEXT.test(line) || headers[name] !== undefined) return undefined
    const value = line.slice(colon + 1).trim()
    if (name === 'connection' && value.toLowerCase() !== 'keep-alive') return undefined
    headers[name] = value
  }
  return headers
}
