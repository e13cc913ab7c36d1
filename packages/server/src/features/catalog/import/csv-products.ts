import { normalizeProduct } from '../normalize/normalize-product.ts'
import { type Raw, slug } from '../../platform/catalog-values.ts'
import { type CsvColumns, readCsvHeader } from './csv-columns.ts'
import { type CsvRow, cell, csvProduct } from './csv-product.ts'
import { GroupingWindow } from './grouping-window.ts'
import type { ImportItem, ImportReader } from './import-item.ts'
import { CsvReader, type CsvRecord } from './read-csv.ts'

type Row = Extract<CsvRecord, { kind: 'row' }>

/** Each metafield column is looked for in every row of a product. */
const MAX_COLUMNS = 2000

/** What a waiting row costs in memory beside its text: a slot per column, a header per text that is not empty. */
const ROW_BYTES = 200
const SLOT_BYTES = 8
const TEXT_BYTES = 32

/** Products from the platform's CSV export: several rows make one product, joined by handle. */
export class CsvProducts implements ImportReader {
  readonly #reader = new CsvReader()
  readonly #window = new GroupingWindow<CsvRow[]>()
  /** Handles whose product is finished: a row that comes after that is too late. */
  readonly #finished = new Set<string>()
  #columns: CsvColumns | undefined
  #refused = false
  #saidEncoding = false
  #unknownStock = 0

  push(chunk: Buffer): ImportItem[] {
    if (this.#refused) return []
    return this.#reader.push(chunk).flatMap((record) => this.#take(record))
  }

  end(): ImportItem[] {
    if (this.#refused) return []
    const items = this.#reader.end().flatMap((record) => this.#take(record))
    for (const rows of this.#window.all()) items.push(...this.#finish(rows))
    items.push(...this.#noteStock())
    return items
  }

  #take(record: CsvRecord): ImportItem[] {
    if (this.#refused) return []
    if (record.kind === 'fault') return [record]
    if (!this.#columns) return this.#takeHeader(record)
    const reason = rowFault(record, this.#columns)
    if (reason) return [{ kind: 'fault', line: record.line, reason }]
    const items = this.#noteEncoding(record)
    const late = this.#join(record, this.#columns)
    if (late) items.push(late)
    for (const rows of this.#window.overflowing()) items.push(...this.#finish(rows))
    return items
  }

  #takeHeader({ fields, line }: Row): ImportItem[] {
    if (fields.length > MAX_COLUMNS) {
      this.#refused = true
      const reason = `the header has ${fields.length} columns, more than ${MAX_COLUMNS}`
      return [{ kind: 'fault', line, reason }]
    }
    const columns = readCsvHeader(fields)
    const { at } = columns
    if ((at.handle === undefined && at.title === undefined) || at.price === undefined) {
      this.#refused = true
      const missing = at.price === undefined ? '"Variant Price" or "Price"' : '"Handle" or "Title"'
      return [{ kind: 'fault', line, reason: `this is no product CSV: the header has no column ${missing}` }]
    }
    this.#columns = columns
    return columns.unknown.map((name) => ({
      kind: 'note',
      line,
      text: `column ${JSON.stringify(name)} is not one Vitrine keeps; its values are left out`,
    }))
  }

  #noteEncoding({ line, encoding }: Row): ImportItem[] {
    if (encoding === 'utf-8' || this.#saidEncoding) return []
    this.#saidEncoding = true
    return [{ kind: 'note', line, text: 'not valid UTF-8; this row and others like it were read as Windows-1252' }]
  }

  /** Puts the row with the others of its product, or says why it cannot. */
  #join(row: Row, columns: CsvColumns): ImportItem | undefined {
    const { line, fields } = row
    const handle = cell(row, columns, 'handle') || slug(cell(row, columns, 'title'))
    if (handle === '') return { kind: 'fault', line, reason: 'the row has no handle' }
    const bytes = memoryOf(fields)
    const rows = this.#window.grow(handle, bytes)
    if (rows) rows.push({ line, fields })
    else if (this.#finished.has(handle)) {
      const reason = `the rows of ${JSON.stringify(handle)} are too far apart; sort the file by handle`
      return { kind: 'fault', line, reason }
    } else this.#window.open(handle, [{ line, fields }], bytes)
    return undefined
  }

  #noteStock(): ImportItem[] {
    if (this.#unknownStock === 0) return []
    const variants = this.#unknownStock === 1 ? '1 variant says' : `${this.#unknownStock} variants say`
    return [
      {
        kind: 'note',
        line: 1,
        text: `${variants} nothing about stock; they count as in stock until a quantity is known`,
      },
    ]
  }

  #finish(rows: readonly CsvRow[]): ImportItem[] {
    const columns = this.#columns!
    const first = rows[0]!
    this.#finished.add(cell(first, columns, 'handle') || slug(cell(first, columns, 'title')))
    const { raw, faults } = csvProduct(rows, columns)
    const items: ImportItem[] = faults.map((fault) => ({ kind: 'fault', ...fault }))
    // Without a sound variant there is no product, and its rows have already said why.
    if (faults.length > 0 && (raw.variants as unknown[]).length === 0) return items
    const result = normalizeProduct(raw)
    this.#unknownStock += (raw.variants as Raw[]).filter(isStockUnknown).length
    if (result.kind === 'product') items.push({ kind: 'product', line: first.line, product: result.product })
    else items.push({ kind: 'fault', line: first.line, reason: result.reason })
    return items
  }
}

/** Neither a quantity, nor the word that nobody counts. */
function isStockUnknown(variant: Raw): boolean {
  return variant.inventory_quantity === undefined && variant.inventory_management !== null
}

function memoryOf(fields: readonly string[]): number {
  const textBytes = (field: string) => (field === '' ? SLOT_BYTES : SLOT_BYTES + TEXT_BYTES + field.length)
  return fields.reduce((sum, field) => sum + textBytes(field), ROW_BYTES)
}

/** Sheets drop trailing empty cells, so short rows are fine; filled cells beyond the header have no meaning. */
function rowFault({ fields }: Row, columns: CsvColumns): string | undefined {
  const beyond = fields.slice(columns.count).some((field) => field.trim() !== '')
  return beyond ? `the row has ${fields.length} fields, the header ${columns.count}` : undefined
}
