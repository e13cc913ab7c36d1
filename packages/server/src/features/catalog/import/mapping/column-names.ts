import type { SourceRecord } from '../readers/record-reader.ts'
import type { Mapping } from './mapping.ts'
import { namePattern } from './unknown-fields.ts'

interface Table {
  columns: ReadonlySet<string>
  /** The mapping's name of each column. */
  names: ReadonlyMap<string, string>
}

/** Gives the columns of a table the names that the mapping uses, if the platform writes them in the merchant's language. */
export class ColumnNames {
  readonly #patterns: readonly { pattern: RegExp; name: string }[]
  readonly #tables = new WeakMap<ReadonlySet<string>, Table>()

  constructor({ column_names: others = {} }: Mapping) {
    this.#patterns = Object.entries(others).flatMap(([name, list]) =>
      list.map((other) => ({ pattern: namePattern(other), name })),
    )
  }

  rename(record: SourceRecord): SourceRecord {
    if (!record.columns || this.#patterns.length === 0) return record
    const { columns, names } = this.#tableOf(record.columns)
    if (names.size === 0) return record
    const entries = Object.entries(record.value).map(([column, value]) => [names.get(column) ?? column, value] as const)
    return { ...record, columns, value: Object.assign(Object.create(null), Object.fromEntries(entries)) }
  }

  #tableOf(columns: ReadonlySet<string>): Table {
    const known = this.#tables.get(columns)
    if (known) return known
    const names = new Map([...columns].flatMap((column) => this.#nameOf(column, columns) ?? []))
    const table = { columns: new Set([...columns].map((column) => names.get(column) ?? column)), names }
    this.#tables.set(columns, table)
    return table
  }

  #nameOf(column: string, columns: ReadonlySet<string>): [[string, string]] | undefined {
    for (const { pattern, name } of this.#patterns) {
      const groups = pattern.exec(column)?.groups
      if (!pattern.test(column)) continue
      const own = name
        .replace('#', groups?.number ?? '#')
        .replace(/\{(\w+)\}/g, (_, part: string) => groups?.[part] ?? '')
      // A column that has the mapping's own name comes first.
      return columns.has(own) ? undefined : [[column, own]]
    }
    return undefined
  }
}
