/** Stores spans (see activity-spans.ts). Spans close to given ones are replaced by the joined ones. */
import { type ActivitySpan, GAP_MS } from './activity-spans.ts'
import type { DerivedSql, EachQuery, Table } from './derived-sql.ts'

interface SpanTable<T> {
  table: Table
  /** Columns that identify the owner. A span has properties of the same names. */
  owner: readonly string[]
  keyOf: (span: T) => string
  toSpan: (row: never) => T
  toRow: (span: T) => object
}

export class SqlActivitySpans<T extends ActivitySpan> {
  readonly #given: SpanTable<T>
  readonly #near: EachQuery
  readonly #remove: EachQuery

  constructor(given: SpanTable<T>) {
    this.#given = given
    const { name, key, values } = given.table
    const owner = Object.fromEntries(given.owner.map((column) => [column, 'text' as const]))
    const isOwn = given.owner.map((column) => `t.${column} = asked.${column}`).join(' AND ')
    const columns = [...Object.keys(key), ...Object.keys(values)].map((column) => `t.${column}`).join(', ')
    this.#near = {
      asked: { ...owner, earliest: 'bigint', latest: 'bigint' },
      text: `SELECT ${columns} FROM ${name} AS t
        WHERE t.shop = $1 AND ${isOwn} AND t.first_at <= asked.latest AND t.last_at >= asked.earliest`,
    }
    this.#remove = {
      asked: { ...owner, first_at: 'bigint' },
      text: `DELETE FROM ${name} AS t USING asked WHERE t.shop = $1 AND ${isOwn} AND t.first_at = asked.first_at`,
    }
  }

  /** Removes and returns the spans that are close to any of the given ones. */
  async take(sql: DerivedSql, shop: number, spans: readonly T[]): Promise<T[]> {
    const { keyOf, toSpan } = this.#given
    const asked = spans.map((span) => ({
      ...span,
      ...{ earliest: span.firstAtMs - GAP_MS, latest: span.lastAtMs + GAP_MS },
    }))
    const rows = (await sql.runForEach<object>(this.#near, shop, asked)).flat()
    await sql.runForEach(this.#remove, shop, rows)
    // A span may be close to several of the given ones.
    const found = rows.map((row) => toSpan(row as never))
    return [...new Map(found.map((span) => [`${keyOf(span)}\n${span.firstAtMs}`, span])).values()]
  }

  put(sql: DerivedSql, shop: number, spans: readonly T[]): Promise<void> {
    return sql.put(this.#given.table, shop, spans.map(this.#given.toRow))
  }
}
