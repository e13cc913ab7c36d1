/** Rows of spans (see activity-spans.ts) in one table: spans close to given ones are removed, and the joined ones are stored instead. */
import type { Sql } from '../postgres/database.ts'
import { jsonRows } from '../postgres/json-rows.ts'
import { GAP_MS, type ActivitySpan } from './activity-spans.ts'

interface ActivitySpanTable<T> {
  table: string
  /** Key columns with their types: whose spans they are. */
  keys: Record<string, string>
  columns: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: a row of this table
  toSpan: (row: any) => T
  toRow: (span: T) => object
}

const typed = (columns: Record<string, string>) => Object.entries(columns).map(([name, type]) => `"${name}" ${type}`)

export class PostgresActivitySpans<T extends ActivitySpan> {
  readonly #given: ActivitySpanTable<T>

  constructor(given: ActivitySpanTable<T>) {
    this.#given = given
  }

  /** Removes and returns the spans close to any of these. */
  async take(sql: Sql, shop: number, spans: readonly T[]): Promise<T[]> {
    const { table, keys, columns, toSpan, toRow } = this.#given
    const names = Object.keys(keys)
    const all = [...names, ...Object.keys(columns)].map((name) => `t."${name}"`).join(', ')
    const rows = await sql.rows<object>(
      `DELETE FROM ${table} AS t USING json_to_recordset($2) AS asked(${typed(keys).join(', ')}, "firstAtMs" bigint, "lastAtMs" bigint)
       WHERE t.shop = $1 AND ${names.map((name) => `t."${name}" = asked."${name}"`).join(' AND ')}
         AND t.first_at <= asked."lastAtMs" + ${GAP_MS} AND t.last_at >= asked."firstAtMs" - ${GAP_MS}
       RETURNING ${all}, t.first_at AS "firstAtMs", t.last_at AS "lastAtMs"`,
      [shop, jsonRows(spans.map(toRow))],
    )
    return rows.map(toSpan)
  }

  async put(sql: Sql, shop: number, spans: readonly T[]): Promise<void> {
    const { table, keys, columns, toRow } = this.#given
    const names = [...Object.keys(keys), ...Object.keys(columns)].map((name) => `"${name}"`).join(', ')
    await sql.run(
      `INSERT INTO ${table} (shop, ${names}, first_at, last_at) SELECT $1, ${names}, "firstAtMs", "lastAtMs"
       FROM json_to_recordset($2) AS new(${typed({ ...keys, ...columns }).join(', ')}, "firstAtMs" bigint, "lastAtMs" bigint)`,
      [shop, jsonRows(spans.map(toRow))],
    )
  }
}
