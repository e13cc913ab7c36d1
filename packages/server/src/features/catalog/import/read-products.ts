import { causeOf } from '../../../ports/derived-store/set-aside.ts'
import { readItemNumber, handleNumber } from '../../../ports/record-store/item-number.ts'
import { slug } from '../../platform/catalog-values.ts'
import { normalizeProduct } from '../normalize/normalize-product.ts'
import type { ImportItem } from './import-item.ts'
import { ColumnNames } from './mapping/column-names.ts'
import { RecordJoin, type JoinedItem, type RecordGroup } from './mapping/join-records.ts'
import { ProductMapper } from './mapping/map-product.ts'
import type { Format, Mapping } from './mapping/mapping.ts'
import { textOf } from './mapping/transforms.ts'
import { chooseMapping } from './choose-mapping.ts'
import { presets } from './presets/presets.ts'
import { CsvReader } from './readers/csv-reader.ts'
import { detectFormat, SAMPLE_BYTES, type SourceFormat } from './readers/detect-format.ts'
import { JsonDocumentReader, JsonLinesReader } from './readers/json-reader.ts'
import type { ReaderItem, RecordReader } from './readers/record-reader.ts'
import { unpack } from './readers/unpack.ts'
import { XmlReader } from './readers/xml-reader.ts'

export interface ReadOptions {
  /** The first preset that matches is used if this is absent. */
  mapping?: Mapping
  /** ISO 4217 code of the shop's currency: prices in another currency are refused, not mistaken for its own. */
  currency?: string
  /** Decides whether a sale is in effect. */
  nowMs?: number
  /** Replaces the format detected from the content. */
  format?: 'json-lines'
}

/** Reads products from bytes in any known format, which is detected from the content. Each group of items comes from one chunk. */
export async function* readProducts(
  chunks: AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): AsyncGenerator<ImportItem[]> {
  let file: ProductFile | undefined
  for await (const part of unpack(chunks)) {
    if (part.kind === 'file') file = new ProductFile(part.name, options)
    else if (part.kind === 'bytes') yield (file?.push(part.bytes) ?? []).map((item) => inFile(item, file?.name))
    else if (part.kind === 'end') yield (file?.end() ?? []).map((item) => inFile(item, file?.name))
    else yield [{ kind: 'fault', line: 1, reason: part.reason }]
  }
}

/** Adds the name of the file in an archive to a fault or a note. */
function inFile(item: ImportItem, name = ''): ImportItem {
  if (name === '') return item
  if (item.kind === 'fault') return { ...item, reason: `${name}: ${item.reason}` }
  return item.kind === 'note' ? { ...item, text: `${name}: ${item.text}` } : item
}

const FAMILY = { csv: 'csv', 'json-lines': 'json', 'json-document': 'json', xml: 'xml' } as const

/** The first bytes of the file decide its format, the first record its mapping. */
class ProductFile {
  readonly name: string
  readonly #options: ReadOptions
  #sample: Buffer[] = []
  #sampled = 0
  #format: Format = 'csv'
  #reader: RecordReader | undefined
  #mapped: { names: ColumnNames; join: RecordJoin; mapper: ProductMapper } | undefined
  #isRefused = false

  constructor(name: string, options: ReadOptions) {
    this.name = name
    this.#options = options
  }

  push(chunk: Buffer): ImportItem[] {
    if (this.#isRefused) return []
    if (this.#reader) return this.#take(this.#reader.push(chunk))
    this.#sample.push(chunk)
    this.#sampled += chunk.length
    return this.#sampled < SAMPLE_BYTES ? [] : this.#begin()
  }

  end(): ImportItem[] {
    const items = this.#reader || this.#isRefused ? [] : this.#begin()
    if (!this.#reader || this.#isRefused) return items
    items.push(...this.#take(this.#reader.end()))
    if (!this.#mapped) {
      if (items.length === 0) items.push({ kind: 'note', line: 1, text: 'the file contains no products' })
      return items
    }
    const { join, mapper } = this.#mapped
    items.push(...join.end().flatMap((item) => this.#toItems(item)))
    items.push(...mapper.parts.end().flatMap((group) => mapGroup(group, mapper)))
    items.push(...notesOn(mapper))
    if (mapper.unknown.list.length > 0) items.push({ kind: 'unmapped', line: 1, fields: mapper.unknown.list })
    return items
  }

  #begin(): ImportItem[] {
    const sample = Buffer.concat(this.#sample)
    this.#sample = []
    const { format } = this.#options
    const detected = format ? ({ kind: 'format', format } as const) : detectFormat(sample)
    if (detected.kind === 'unreadable') return this.#refuse(1, detected.reason)
    if (detected.format === 'empty') {
      this.#isRefused = true
      return [{ kind: 'note', line: 1, text: 'the file is empty' }]
    }
    this.#format = FAMILY[detected.format]
    this.#reader = readerOf(detected.format, this.#options.mapping)
    return this.#take(this.#reader.push(sample))
  }

  #take(read: readonly ReaderItem[]): ImportItem[] {
    const items: ImportItem[] = []
    for (const item of read) {
      if (this.#isRefused) return items
      if (item.kind !== 'record') {
        items.push(item)
        continue
      }
      if (!this.#mapped) items.push(...this.#choose(item.record))
      if (!this.#mapped) return items
      const { names, join } = this.#mapped
      for (const joined of join.take(names.rename(item.record))) items.push(...this.#toItems(joined))
    }
    return items
  }

  #choose(record: Parameters<typeof chooseMapping>[0]['record']): ImportItem[] {
    const { mapping: given, currency, nowMs = Date.now() } = this.#options
    const chosen = chooseMapping({ record, format: this.#format, ...(given ? { given } : {}) })
    if (chosen.kind === 'refused') return this.#refuse(record.columns ? 1 : record.line, chosen.reason)
    const { mapping } = chosen
    const mapper = new ProductMapper(mapping, { nowMs, ...(currency ? { currency } : {}) })
    this.#mapped = { names: new ColumnNames(mapping), join: new RecordJoin(mapping), mapper }
    const source = { file: this.name, format: this.#format, name: mapping.name, title: mapping.title }
    return [{ kind: 'detected', line: record.line, source }]
  }

  #refuse(line: number, reason: string): ImportItem[] {
    this.#isRefused = true
    return [{ kind: 'fault', line, reason }]
  }

  #toItems(joined: JoinedItem): ImportItem[] {
    if (joined.kind !== 'group') return [joined]
    const { mapper } = this.#mapped!
    return mapper.parts.take(joined.group).flatMap((group) => mapGroup(group, mapper))
  }
}

function mapGroup(group: RecordGroup, mapper: ProductMapper): ImportItem[] {
  try {
    return toItems(group, mapper)
  } catch (error) {
    return [{ kind: 'fault', line: group.rows[0]!.line, reason: `could not be read: ${causeOf(error)}` }]
  }
}

function toItems(group: RecordGroup, mapper: ProductMapper): ImportItem[] {
  const { line } = group.rows[0]!
  const { raw, faults } = mapper.map(group)
  const productId = isGiven(raw.id)
    ? readItemNumber('product', raw.id)
    : handleNumber(textOf(raw.handle) || slug(textOf(raw.title)))
  const about = productId === undefined ? {} : { productId }
  const items: ImportItem[] = faults.map((fault) => ({ kind: 'fault', ...fault, ...about }))
  // Without a valid variant there is no product, and the faults of its rows are already reported.
  if (faults.length > 0 && (raw.variants as unknown[]).length === 0) return items
  const result = normalizeProduct(raw)
  if (result.kind === 'fault') items.push({ kind: 'fault', line, reason: result.reason, ...about })
  else {
    const source = [...group.rows, ...group.children.map(({ record }) => record)].map(({ value }) => value)
    items.push({ kind: 'product', line, product: result.product, source })
  }
  return items
}

function isGiven(id: unknown): boolean {
  return id !== undefined && id !== null && id !== ''
}

function notesOn({ counts, unknown: { leftOut } }: ProductMapper): ImportItem[] {
  const notes: [count: number, one: string, many: string, text: string][] = [
    [counts.unknownStock, 'variant has', 'variants have', 'no stock information and will count as in stock until a quantity is known'],
    [counts.unpublishedVariants, 'variant is', 'variants are', 'switched off on the platform and not imported'],
    [counts.shortenedBarcodes, 'barcode was', 'barcodes were', 'shortened by a spreadsheet, as in 4.00638E+12, and left out: export the file again and import it without opening it'],
    [counts.pricedByParts, 'product has no price of its own and gets', 'products have no price of their own and get', 'the lowest for which the products in it can be bought'],
    [counts.relativePictures, 'picture has', 'pictures have', 'a path instead of an address: say where they are with image_base in a mapping'],
  ] // biome-ignore format: one line reads better
  const texts = notes.flatMap(([count, one, many, text]) =>
    count > 0 ? [`${count} ${count === 1 ? one : many} ${text}`] : [],
  )
  if (leftOut.length > 0) texts.push(`not imported, as the mapping says: ${leftOut.join(', ')}`)
  return texts.map((text) => ({ kind: 'note', line: 1, text }))
}

function readerOf(format: Exclude<SourceFormat, 'empty'>, given: Mapping | undefined): RecordReader {
  const records = [
    ...new Set([...(given?.records ?? []), ...[...presets().values()].flatMap((one) => one.records ?? [])]),
  ]
  switch (format) {
    case 'csv':
      return new CsvReader()
    case 'json-lines':
      return new JsonLinesReader()
    case 'json-document':
      return new JsonDocumentReader(records)
    case 'xml':
      return new XmlReader(records)
  }
}
