/** How a source is written, told by its first bytes: names and content types lie. */
export type SourceFormat = 'csv' | 'json-lines' | 'json-document' | 'empty'

export type Detected = { kind: 'format'; format: SourceFormat } | { kind: 'unreadable'; reason: string }

/** Enough to hold the first line of nearly every source. */
export const SAMPLE_BYTES = 64 * 1024

const BOM = /^\uFEFF/

/** `isWhole`: the sample is all there is. */
export function detectFormat(sample: Buffer, isWhole: boolean): Detected {
  const foreign = foreignFormat(sample)
  if (foreign) return { kind: 'unreadable', reason: foreign }
  const text = sample.toString('utf8').replace(BOM, '').trimStart()
  if (text === '') return { kind: 'format', format: 'empty' }
  if (text.startsWith('[')) return { kind: 'format', format: 'json-document' }
  if (!text.startsWith('{')) return { kind: 'format', format: 'csv' }
  return { kind: 'format', format: isJsonLines(text, isWhole) ? 'json-lines' : 'json-document' }
}

const FOREIGN: readonly [magic: number[], words: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'this is a ZIP archive or a spreadsheet file; unpack it, or save it as CSV (UTF-8)'],
  [[0x1f, 0x8b], 'this is a gzip file; unpack it first'],
  [[0xff, 0xfe], 'this is UTF-16 text; save it as UTF-8'],
  [[0xfe, 0xff], 'this is UTF-16 text; save it as UTF-8'],
]

function foreignFormat(sample: Buffer): string | undefined {
  const known = FOREIGN.find(([magic]) => magic.every((byte, index) => sample[index] === byte))
  if (known) return known[1]
  return sample.includes(0) ? 'this is no text file' : undefined
}

/** One value a line, or one document over many lines? A line that opens a list or ends in the middle belongs to a document. */
function isJsonLines(text: string, isWhole: boolean): boolean {
  const lineEnd = text.indexOf('\n')
  if (lineEnd < 0 && !isWhole) return !/^\{\s*"(products|data)"\s*:/.test(text)
  const line = (lineEnd < 0 ? text : text.slice(0, lineEnd)).trim()
  try {
    JSON.parse(line)
    return true
  } catch {
    return !/[[{,]$/.test(line) && !/^\{\s*"(products|data)"\s*:/.test(line)
  }
}
