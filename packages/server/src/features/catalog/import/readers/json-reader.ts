import { isUtf8 } from 'node:buffer'
import { jsonExcess, MERCHANT_JSON_COST, parseWellFormed } from '@vitrine/contract'
import { isRecord, readList } from '../../../platform/catalog-values.ts'
import { LineSplitter, MAX_RECORD_BYTES } from '../../../platform/split-lines.ts'
import { type ReaderItem, type RecordReader, TOO_LONG } from './record-reader.ts'
import { JsonSplitter } from './split-json.ts'

/** Reads one product, or one page of products, per line. */
export class JsonLinesReader implements RecordReader {
  readonly #lines: LineSplitter

  constructor(maxLineBytes: number = MAX_RECORD_BYTES) {
    this.#lines = new LineSplitter(maxLineBytes)
  }

  push(chunk: Buffer): ReaderItem[] {
    return this.#lines.push(chunk).flatMap(({ line, bytes }) => recordsOf(line, bytes, 'the line'))
  }

  end(): ReaderItem[] {
    return this.#lines.end().flatMap(({ line, bytes }) => recordsOf(line, bytes, 'the line'))
  }
}

/** Reads the elements of the document's product list, or the document itself. */
export class JsonDocumentReader implements RecordReader {
  readonly #splitter: JsonSplitter

  constructor(listPaths: readonly string[] = []) {
    this.#splitter = new JsonSplitter(MAX_RECORD_BYTES, listPaths)
  }

  push(chunk: Buffer): ReaderItem[] {
    return this.#items(this.#splitter.push(chunk))
  }

  end(): ReaderItem[] {
    return this.#items(this.#splitter.end())
  }

  #items(elements: ReturnType<JsonSplitter['push']>): ReaderItem[] {
    return elements.flatMap(({ line, bytes, cut }) =>
      cut
        ? [{ kind: 'fault', line, reason: 'the file ends inside the product that begins here' }]
        : recordsOf(line, bytes, 'the product'),
    )
  }
}

function recordsOf(line: number, bytes: Buffer | undefined, what: string): ReaderItem[] {
  if (!bytes) return [{ kind: 'fault', line, reason: `${what} ${TOO_LONG}` }]
  const parsed = parseJson(bytes)
  if (parsed.kind === 'blank') return []
  if (parsed.kind === 'fault') {
    return [{ kind: 'fault', line, reason: what === 'the line' ? parsed.reason : `${what} ${parsed.reason}` }]
  }
  return unwrap(parsed.value).map((value) =>
    isRecord(value)
      ? { kind: 'record', record: { line, value, bytes: bytes.length } }
      : { kind: 'fault', line, reason: 'a product must be a JSON object' },
  )
}

type ParsedJson = { kind: 'value'; value: unknown } | { kind: 'blank' } | { kind: 'fault'; reason: string }

const BOM = 0xef

function parseJson(bytes: Buffer): ParsedJson {
  if (!isUtf8(bytes)) return { kind: 'fault', reason: 'is not valid UTF-8' }
  const excess = jsonExcess(bytes, MERCHANT_JSON_COST)
  if (excess !== undefined) return { kind: 'fault', reason: excess }
  const text = (bytes[0] === BOM ? bytes.toString('utf8').replace(/^\uFEFF/, '') : bytes.toString('utf8')).trim()
  if (text === '') return { kind: 'blank' }
  try {
    return { kind: 'value', value: parseWellFormed(text) }
  } catch (error) {
    return { kind: 'fault', reason: `is not valid JSON: ${(error as Error).message.slice(0, 120)}` }
  }
}

/** Keys under which pages list their objects, and under which search engines and GraphQL wrap a single one. */
const LISTS = ['products', 'items', 'results', 'hits', 'data']
const WRAPPINGS = ['product', 'node', 'document', '_source', 'data', 'result', 'response']

function unwrap(value: unknown): unknown[] {
  if (!isRecord(value) || 'title' in value || 'name' in value) return [value]
  const list = LISTS.map((key) => listIn(value[key])).find((one) => one.length > 0)
  if (list !== undefined) return list.flatMap(unwrap)
  const inner = WRAPPINGS.map((key) => value[key]).find(isRecord)
  return inner === undefined ? [value] : unwrap(inner)
}

function listIn(value: unknown): unknown[] {
  return isRecord(value) && Array.isArray(value.items) ? value.items : readList(value)
}
