import { ColumnNames } from './mapping/column-names.ts'
import type { Format, Mapping, Source } from './mapping/mapping.ts'
import { specsOf } from './mapping/mapping.ts'
import { fits, readPath, readSourceText, scopeOf } from './mapping/read-source.ts'
import { presets } from './presets/presets.ts'
import type { SourceRecord } from './readers/record-reader.ts'

export type Choice = { kind: 'mapping'; mapping: Mapping } | { kind: 'refused'; reason: string }

const NAMES: Record<Format, string> = { csv: 'CSV', json: 'JSON', xml: 'XML' }
const MAX_SHOWN = 12

/** Returns the mapping that was asked for, or the first preset whose fields the record has. */
export function chooseMapping({
  record,
  format,
  given,
}: {
  record: SourceRecord
  format: Format
  given?: Mapping
}): Choice {
  if (given) {
    if ([given.format].flat().includes(format)) return { kind: 'mapping', mapping: given }
    const wanted = [given.format]
      .flat()
      .map((one) => NAMES[one])
      .join(' or ')
    return { kind: 'refused', reason: `${given.name} reads ${wanted}, but this file is ${NAMES[format]}` }
  }
  for (const mapping of presets().values()) {
    if (![mapping.format].flat().includes(format)) continue
    const scope = scopeOf(new ColumnNames(mapping).rename(record), mapping)
    if (mapping.detect && fits(mapping.detect, scope)) return { kind: 'mapping', mapping }
  }
  const plain = presets().get('plain')!
  return hasProduct(plain, record)
    ? { kind: 'mapping', mapping: plain }
    : { kind: 'refused', reason: noCatalog(record, format, plain) }
}

function hasProduct(plain: Mapping, record: SourceRecord): boolean {
  const scope = scopeOf(record, { loose: true })
  const any = (source: Source | undefined) =>
    specsOf(source).some(({ from = [] }) => [from].flat().some((path) => fits([[path]], scope)))
  const hasTitle = any(plain.product!.title) || readSourceText(plain.product!.title, scope) !== ''
  return (
    hasTitle &&
    (any(plain.variants!.fields.price) ||
      any(plain.variants!.fields.sale_price) ||
      readPath('variants', scope) !== undefined)
  )
}

function noCatalog(record: SourceRecord, format: Format, plain: Mapping): string {
  const found = [...(record.columns ?? Object.keys(record.value))]
  const shown = found.slice(0, MAX_SHOWN).map((name) => JSON.stringify(name.slice(0, 40)))
  const rest = found.length > shown.length ? ` and ${found.length - shown.length} more` : ''
  const fields = format === 'csv' ? 'columns' : 'fields'
  const expected = (source: Source | undefined) =>
    specsOf(source)
      .flatMap(({ from = [] }) => from)
      .slice(0, 3)
      .join(', ')
  return (
    `this file contains no products: found ${NAMES[format]} with the ${fields} ${shown.join(', ') || '(none)'}${rest}; expected at least a title ` +
    `(${expected(plain.product!.title)} …) and a price (${expected(plain.variants!.fields.price)} …). Name the format with --from, or say which ` +
    `${fields} mean what with --map`
  )
}
