import { isAbsent, type Raw, readMoney, readWhole } from '../../platform/catalog-values.ts'
import type { CsvColumns, CsvField } from './csv-columns.ts'

export interface CsvRow {
  line: number
  fields: readonly string[]
}

export interface RowFault {
  line: number
  reason: string
}

const VARIANT_FIELDS: readonly CsvField[] = [
  'option1Value',
  'option2Value',
  'option3Value',
  'sku',
  'barcode',
  'price',
  'variantId',
]
const OPTION_PLACES = [1, 2, 3] as const

/**
 * The rows of one product as a product in Admin REST shape. Product columns count where they are first filled (the export fills
 * them in the first row, a sorted sheet may have moved it); every row may bring a variant, a picture, or both. A bad variant is
 * left out and reported; its picture stays.
 */
export function csvProduct(rows: readonly CsvRow[], columns: CsvColumns): { raw: Raw; faults: RowFault[] } {
  const faults: RowFault[] = []
  const first = (field: CsvField) => rows.map((row) => cell(row, columns, field)).find((text) => text !== '') ?? ''
  const variantRows = rows.filter((row) => VARIANT_FIELDS.some((field) => cell(row, columns, field) !== ''))
  const soundRows = variantRows.filter((row) => {
    const reason = variantFault(row, columns)
    if (reason) faults.push({ line: row.line, reason })
    return !reason
  })
  const published = readBoolean(first('published'))
  const raw: Raw = {
    id: first('productId'),
    title: first('title'),
    handle: first('handle'),
    body_html: first('body'),
    vendor: first('vendor'),
    product_type: first('type'),
    tags: first('tags'),
    status: first('status'),
    published: published ?? true,
    options: OPTION_PLACES.map((place) => ({ name: first(`option${place}Name`), position: place })).filter(
      (option) => option.name !== '',
    ),
    variants: soundRows.map((row) => variantOf(row, columns)),
    images: rows.flatMap((row) => imageOf(row, columns)),
    collections: first('collection') === '' ? [] : [first('collection')],
    metafields: metafieldsOf(rows, columns),
  }
  return { raw, faults }
}

/** The row's text in that column, trimmed; '' where the file has no such column or the row is short. */
export function cell(row: CsvRow, columns: CsvColumns, field: CsvField): string {
  const column = columns.at[field]
  return column === undefined ? '' : (row.fields[column] ?? '').trim()
}

function variantFault(row: CsvRow, columns: CsvColumns): string | undefined {
  const price = cell(row, columns, 'price')
  const compareAt = cell(row, columns, 'compareAtPrice')
  const quantity = cell(row, columns, 'quantity')
  if (price === '') return 'the variant has no price'
  if (readMoney(price) === undefined) return `price ${JSON.stringify(price.slice(0, 60))} is not a price`
  if (compareAt !== '' && readMoney(compareAt) === undefined) {
    return `compare at price ${JSON.stringify(compareAt.slice(0, 60))} is not a price`
  }
  if (quantity !== '' && readWhole(quantity) === undefined) {
    return `inventory quantity ${JSON.stringify(quantity.slice(0, 60))} is not a whole number`
  }
  return undefined
}

function variantOf(row: CsvRow, columns: CsvColumns): Raw {
  const text = (field: CsvField) => cell(row, columns, field)
  const variant: Raw = {
    id: text('variantId'),
    sku: text('sku').replace(/^'/, ''),
    barcode: text('barcode').replace(/^'/, ''),
    price: text('price'),
    compare_at_price: text('compareAtPrice'),
    option1: text('option1Value'),
    option2: text('option2Value'),
    option3: text('option3Value'),
    inventory_policy: policyOf(row, columns),
    image_src: text('variantImage'),
    metafields: cellsOf(row, columns.variantMetafields),
  }
  if (!isAbsent(text('grams'))) variant.grams = text('grams')
  if (!isAbsent(text('quantity'))) variant.inventory_quantity = text('quantity')
  // A file with the column says by an empty cell that the variant is not counted; one without it says nothing.
  if (columns.at.tracker !== undefined) variant.inventory_management = text('tracker') || null
  return variant
}

/** Filled cells of a row as metafields. */
function cellsOf(row: CsvRow, columns: CsvColumns['variantMetafields']): Raw[] {
  return columns.flatMap(({ column, namespace, key }) => {
    const value = row.fields[column]?.trim() ?? ''
    return value === '' ? [] : [{ namespace, key, value }]
  })
}

function policyOf(row: CsvRow, columns: CsvColumns): string {
  const continues = readBoolean(cell(row, columns, 'continueSelling'))
  if (continues !== undefined) return continues ? 'continue' : 'deny'
  return cell(row, columns, 'policy').toLowerCase() || 'deny'
}

function imageOf(row: CsvRow, columns: CsvColumns): Raw[] {
  const src = cell(row, columns, 'imageSrc')
  if (src === '') return []
  const position = readWhole(cell(row, columns, 'imagePosition'))
  return [{ src, alt: cell(row, columns, 'imageAlt'), ...(position === undefined ? {} : { position }) }]
}

function metafieldsOf(rows: readonly CsvRow[], columns: CsvColumns): Raw[] {
  return columns.metafields.flatMap(({ column, ...metafield }) => {
    const value = rows.map((row) => row.fields[column]?.trim() ?? '').find((text) => text !== '')
    return value === undefined ? [] : [{ ...metafield, value }]
  })
}

function readBoolean(text: string): boolean | undefined {
  if (/^(true|yes|1)$/i.test(text)) return true
  return /^(false|no|0)$/i.test(text) ? false : undefined
}
