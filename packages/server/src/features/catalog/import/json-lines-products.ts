import { isUtf8 } from 'node:buffer'
import { isTooDeep, MAX_DEPTH, parseWellFormed } from '@vitrine/contract'
import { normalizeProduct } from '../normalize/normalize-product.ts'
import { isRecord, type Raw } from '../../platform/catalog-values.ts'
import { BulkFamilies } from './bulk-families.ts'
import { type ImportItem, type ImportReader, TOO_LONG } from './import-item.ts'
import { type Line, LineSplitter, MAX_RECORD_BYTES } from '../../platform/split-lines.ts'

/**
 * Products from JSON lines: a product a line (NDJSON), a `products.json` page a line, or a bulk operation's result, where a
 * product's variants, pictures and metafields are lines of their own that name it by `__parentId`.
 */
export class JsonLinesProducts implements ImportReader {
  readonly #lines: LineSplitter
  readonly #families = new BulkFamilies()

  constructor(maxLineBytes: number = MAX_RECORD_BYTES) {
    this.#lines = new LineSplitter(maxLineBytes)
  }

  push(chunk: Buffer): ImportItem[] {
    return this.#lines.push(chunk).flatMap((line) => this.#take(line))
  }

  end(): ImportItem[] {
    return [...this.#lines.end().flatMap((line) => this.#take(line)), ...this.#families.end()]
  }

  #take({ line, bytes }: Line): ImportItem[] {
    if (!bytes) return [{ kind: 'fault', line, reason: `the line ${TOO_LONG}` }]
    const parsed = parseJson(bytes)
    if (parsed.kind === 'blank') return []
    if (parsed.kind === 'fault') return [{ kind: 'fault', line, reason: parsed.reason }]
    const { value } = parsed
    if (isRecord(value) && isBulkLine(value)) return this.#families.take(value, line, bytes.length)
    return productsOf(value).map((one) => toItem(one, line))
  }
}

/** A bulk line: a child, or a product that says nothing of its variants because they follow. */
function isBulkLine(value: Raw): boolean {
  if (typeof value.__parentId === 'string') return true
  return typeof value.id === 'string' && value.id.startsWith('gid://') && value.variants === undefined
}

export type ParsedJson = { kind: 'value'; value: unknown } | { kind: 'blank' } | { kind: 'fault'; reason: string }

const BOM = 0xef

export function parseJson(bytes: Buffer): ParsedJson {
  if (!isUtf8(bytes)) return { kind: 'fault', reason: 'is not valid UTF-8' }
  if (isTooDeep(bytes)) return { kind: 'fault', reason: `is nested more than ${MAX_DEPTH} levels deep` }
  const text = (bytes[0] === BOM ? bytes.toString('utf8').replace(/^\uFEFF/, '') : bytes.toString('utf8')).trim()
  if (text === '') return { kind: 'blank' }
  try {
    return { kind: 'value', value: parseWellFormed(text) }
  } catch (error) {
    return { kind: 'fault', reason: `is not valid JSON: ${(error as Error).message.slice(0, 120)}` }
  }
}

/** The products in a value: itself, or those of `{products: […]}`, `{product: {…}}`, `{node: {…}}`. */
export function productsOf(value: unknown): unknown[] {
  if (!isRecord(value)) return [value]
  if (Array.isArray(value.products)) return value.products
  if (isRecord(value.product)) return [value.product]
  return isRecord(value.node) ? [value.node] : [value]
}

export function toItem(raw: unknown, line: number): ImportItem {
  const result = normalizeProduct(raw)
  if (result.kind === 'product') return { kind: 'product', line, product: result.product }
  return { kind: 'fault', line, reason: result.reason }
}
