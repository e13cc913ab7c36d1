import type { Sql } from '../postgres/database.ts'
import { jsonRows } from '../postgres/json-rows.ts'
import type { ExposureFact, Subject } from './derived-facts.ts'
import type { ExperimentQuery, RollupQuery, RollupRow, StoredServe } from './derived-records.ts'
import type { Columns, CountedShop, DerivedSql, EachQuery, Table } from './derived-sql.ts'
import { boundedSql } from './derived-tables.ts'
import type { LinkWalk } from './link-walk.ts'
import { addExposures, readExperiment } from './postgres-exposures.ts'
import { bounded } from './postgres-keys.ts'
import { addLinks, walkLinks } from './postgres-links.ts'
import { addServes } from './postgres-serves.ts'

/** On a pool, or in a transaction. */
export class PostgresDerivedSql implements DerivedSql {
  readonly #sql: Sql
  readonly names = { shops: 'derived_shops', no: 'no', reached: 'reached', serve: 'no', mark: 'mark', total: 'sum' }
  readonly ownTables = ['erasures']
  readonly keyText = bounded

  constructor(sql: Sql) {
    this.#sql = sql
  }

  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.#sql.rows<Row>(text, values)
  }

  run(text: string, values?: readonly unknown[]): Promise<number> {
    return this.#sql.run(text, values)
  }

  async put(table: Table, of: number, rows: readonly object[]): Promise<void> {
    if (rows.length > 0) await this.#sql.run(putText(table), [of, jsonRows(rows)])
  }

  async runForEach<Row extends object>(query: EachQuery, shop: number, asked: readonly object[]): Promise<Row[][]> {
    if (asked.length === 0) return []
    const columns = Object.keys(query.asked)
    const rows = (asked as readonly Record<string, unknown>[]).map((row, ask) =>
      Object.fromEntries([['ask', ask], ...columns.map((column) => [column, row[column]])]),
    )
    const found = asked.map((): Row[] => [])
    for (const { ask, ...row } of await this.#sql.rows<Row & { ask: number }>(eachText(query), [shop, jsonRows(rows)]))
      found[ask]?.push(row as unknown as Row)
    return found
  }

  addLinks(shop: number, links: readonly [Subject, Subject][]) {
    return addLinks(this.#sql, shop, links)
  }

  walkLinks<T>(shop: number, walk: (links: LinkWalk) => T): Promise<T> {
    return walkLinks(this.#sql, shop, walk)
  }

  forgetLinks(): void {}

  addServes(shop: number, serves: readonly StoredServe[]): Promise<void> {
    return addServes(this.#sql, shop, serves)
  }

  addExposures({ no }: CountedShop, facts: readonly ExposureFact[]): Promise<void> {
    return addExposures(this, no, facts)
  }

  async eraseExposures({ no }: CountedShop, subjects: readonly Subject[]): Promise<void> {
    await this.#sql.run('DELETE FROM exposures WHERE shop = $1 AND visitor = ANY($2)', [no, subjects])
  }

  /** Days are counted when they are read. */
  async recountExposures(): Promise<void> {}

  experiment({ no, days }: CountedShop, experience: string, query: ExperimentQuery = {}) {
    return readExperiment(this.#sql, no, experience, { ...query, days })
  }

  largestRollups(
    shop: number,
    { dimension, fromDay, toDay, key }: RollupQuery,
    { metrics, limit }: NonNullable<RollupQuery['largest']>,
  ): Promise<RollupRow[]> {
    return this.#sql.rows<RollupRow>(
      `WITH sums AS MATERIALIZED (
       SELECT key, metric, ${boundedSql('sum(value)')} AS value FROM rollups
       WHERE shop = $1 AND dimension = $2 AND day BETWEEN $3 AND $4 AND ($5::text IS NULL OR key = $5)
       GROUP BY key, metric HAVING sum(value) <> 0),
     ranked AS (
       SELECT key, row_number() OVER (PARTITION BY metric ORDER BY value DESC, key) AS place FROM sums
       WHERE EXISTS (SELECT 1 FROM unnest($6::text[]) AS asked WHERE starts_with(metric, asked)))
     SELECT key, metric, value FROM sums WHERE key IN (SELECT key FROM ranked WHERE place <= $7) ORDER BY key, metric`,
      [shop, dimension, fromDay, toDay, key === undefined ? null : bounded(key), metrics, limit],
    )
  }
}

const typed = (columns: Columns) => Object.entries(columns).map(([name, type]) => `${name} ${type}`)

/** Sorts rows, because nodes that write them in different orders could deadlock. */
function putText({ name, of, key, values, renewed }: Table): string {
  const keys = Object.keys(key).join(', ')
  const columns = [...Object.keys(key), ...Object.keys(values)].join(', ')
  const isGrouped = Object.values(values).some(({ given }) => given !== undefined)
  const given = Object.entries(values).map(([column, value]) => value.given?.(column) ?? column)
  const changes = Object.entries(values).flatMap(([column, { stored }]) =>
    stored ? [`${column} = ${stored(`${name}.${column}`, `excluded.${column}`)}`] : [],
  )
  if (renewed) changes.push(`${renewed} = excluded.${renewed}`)
  const types = Object.fromEntries(Object.entries(values).map(([column, { type }]) => [column, type]))
  return `INSERT INTO ${name} (${of}, ${columns})
    SELECT $1::bigint, ${[keys, ...given].join(', ')} FROM json_to_recordset($2) AS given(${typed({ ...key, ...types })})
    ${isGrouped ? `GROUP BY ${keys}` : ''} ORDER BY ${keys}
    ON CONFLICT (${of}, ${keys}) DO ${changes.length > 0 ? `UPDATE SET ${changes.join(', ')}` : 'NOTHING'}`
}

function eachText({ asked, text, order = [], limit }: EachQuery): string {
  const given = `json_to_recordset($2) AS asked(${typed(asked)}, ask int)`
  if (!text.startsWith('SELECT')) return text.replace(/\b(USING|FROM) asked\b/, `$1 ${given}`)
  const within = `${order.length > 0 ? `ORDER BY ${order.join(', ')}` : ''} ${limit === undefined ? '' : `LIMIT ${limit}`}`
  const outer = ['asked.ask', ...order.map((column) => `found.${column}`)]
  return `SELECT asked.ask, found.* FROM ${given} CROSS JOIN LATERAL (${text} ${within}) AS found ORDER BY ${outer.join(', ')}`
}
