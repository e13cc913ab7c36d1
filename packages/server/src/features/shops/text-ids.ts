import { mapAt } from './map-at.ts'

/** Ids the document keeps as text because the wire does. In YAML, and in what people type, they are mostly numbers: both are taken. */
const TEXT_IDS: readonly (readonly string[])[] = [
  ['publications', '*', 'id'],
  ['business_accounts', '*', 'customer_ids', '*'],
  ['business_accounts', '*', 'catalog_ids', '*'],
]

/** The document with those numbers as text; whatever else is wrong with it is left for the check to name. */
export function withTextIds(document: unknown): unknown {
  return TEXT_IDS.reduce((result, path) => mapAt(result, path, asText), document)
}

function asText(value: unknown): unknown {
  return typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
}
