/** The format of a source, detected from its first bytes, because names and content types are unreliable. */
export type SourceFormat = 'csv' | 'json-lines' | 'json-document' | 'xml' | 'empty'

export type Detected = { kind: 'format'; format: SourceFormat } | { kind: 'unreadable'; reason: string }

/** Enough for the first line of nearly every source. */
export const SAMPLE_BYTES = 64 * 1024

const BOM = /^\uFEFF/

export function detectFormat(sample: Buffer): Detected {
  if (sample.includes(0))
    return { kind: 'unreadable', reason: `this is not a text file: it begins with ${bytesOf(sample)}` }
  const text = sample.toString('utf8').replace(BOM, '').trimStart()
  if (text === '') return { kind: 'format', format: 'empty' }
  if (/^<(!doctype\s+)?html/i.test(text)) return { kind: 'unreadable', reason: htmlReason(text) }
  if (text.startsWith('<')) return { kind: 'format', format: 'xml' }
  if (text.startsWith('[')) return { kind: 'format', format: 'json-document' }
  if (!text.startsWith('{')) return { kind: 'format', format: 'csv' }
  return { kind: 'format', format: isJsonLines(text) ? 'json-lines' : 'json-document' }
}

const EXPECTED = 'expected CSV, TSV, JSON, JSON lines, XML, or a ZIP or gzip file of these'

function bytesOf(sample: Buffer): string {
  const name = [...sample.subarray(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')
  return `the bytes ${name}; ${EXPECTED}`
}

function htmlReason(text: string): string {
  const title = /<title[^>]*>([^<]{1,80})/i.exec(text)?.[1]?.trim()
  const found = title ? `a web page (${JSON.stringify(title)})` : 'a web page'
  return `this is ${found}, perhaps a sign-in or an error page; ${EXPECTED}`
}

/** True if each line is a value of its own. A first line that ends within a value, or opens a list, begins a document. */
function isJsonLines(text: string): boolean {
  const lineEnd = text.trimEnd().indexOf('\n')
  if (lineEnd < 0) return !OPENS_PAGE.test(text)
  const line = text.slice(0, lineEnd).trim()
  try {
    JSON.parse(line)
    return true
  } catch {
    return !/[[{,]$/.test(line) && !OPENS_PAGE.test(line)
  }
}

const OPENS_PAGE = /^\{\s*"(products|data|items|results|hits|documents|response)"\s*:/
