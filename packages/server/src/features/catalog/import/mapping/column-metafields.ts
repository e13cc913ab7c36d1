import { isAbsent, type Raw } from '../../../platform/catalog-values.ts'
import type { SourceRecord } from '../readers/record-reader.ts'
import type { MetafieldColumn } from './mapping.ts'
import { metafieldKey, namePattern } from './unknown-fields.ts'

export class ColumnMetafields {
  readonly #columns: { pattern: RegExp; column: MetafieldColumn }[]
  readonly #known = new Map<string, (Raw & { of: string }) | undefined>()

  constructor(columns: readonly MetafieldColumn[]) {
    this.#columns = columns.map((column) => ({ pattern: namePattern(column.match), column }))
  }

  of(owner: 'product' | 'variant', rows: readonly SourceRecord[]): Raw[] {
    if (this.#columns.length === 0) return []
    const fields = rows[0]?.columns ?? new Set(rows.flatMap(({ value }) => Object.keys(value)))
    return [...fields].flatMap((field) => {
      const metafield = this.#read(field)
      const value =
        metafield?.of === owner ? rows.map((row) => row.value[field]).find((one) => !isAbsent(one)) : undefined
      if (!metafield || isAbsent(value)) return []
      const { of: _, ...rest } = metafield
      return [{ ...rest, value }]
    })
  }

  #read(field: string): (Raw & { of: string }) | undefined {
    if (this.#known.has(field)) return this.#known.get(field)
    let found: (Raw & { of: string }) | undefined
    for (const { pattern, column } of this.#columns) {
      const match = pattern.exec(field)
      if (!match) continue
      const groups = match.groups ?? {}
      const filled = (text: string) =>
        text.replace(/\{(\w+)(\|key)?\}/g, (_, name, key) =>
          key ? metafieldKey(groups[name] ?? '') : (groups[name] ?? ''),
        )
      found = {
        of: column.of ?? 'product',
        namespace: filled(column.namespace),
        key: filled(column.key),
        ...(groups.label && column.of !== 'variant' ? { name: groups.label.trim() } : {}),
      }
      break
    }
    if (this.#known.size < 5000) this.#known.set(field, found)
    return found
  }
}
