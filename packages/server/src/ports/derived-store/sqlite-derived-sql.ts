import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { inSqlite, sqliteSqlStore } from '../sqlite/sqlite-sql-store.ts'
import type { SqlStore } from '../sql/sql-store.ts'
import { type ExposureFact, type Subject, boundedSum } from './derived-facts.ts'
import type { ExperimentQuery, RollupQuery, StoredServe, RollupRow } from './derived-records.ts'
import type { CountedShop, DerivedSql, EachQuery, Table } from './derived-sql.ts'
import { SERVE_IDS, SERVE_SUBJECTS } from './derived-tables.ts'
import type { LinkWalk } from './link-walk.ts'
import { exposureTables } from './sqlite-exposures.ts'
import { linkTables } from './sqlite-links.ts'
import { idsOf } from './sql-serves.ts'
import { compareTexts } from './activity-spans.ts'

/** `shared` is true if another thread writes to the file. */
export class SqliteDerivedSql implements DerivedSql {
  readonly names = { shops: 'shops', no: 'number', reached: 'offset', serve: 'row', mark: '0', total: 'total' }
  readonly ownTables = ['exposure_days']
  readonly #db: DatabaseSync
  readonly #sql: SqlStore
  readonly #links: ReturnType<typeof linkTables>
  readonly #exposures: ReturnType<typeof exposureTables>
  readonly #prepared = new Map<Table | EachQuery, Prepared>()
  readonly #insertServe: StatementSync

  constructor(db: DatabaseSync, shared: boolean) {
    this.#db = db
    this.#sql = sqliteSqlStore(db)
    this.#links = linkTables(db, shared)
    this.#exposures = exposureTables(db)
    this.#insertServe = db.prepare('INSERT INTO serves (shop, at, body) VALUES (?, ?, ?)')
  }

  keyText(text: string): string {
    return text
  }

  rows<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    return this.#sql.rows<Row>(text, values)
  }

  run(text: string, values?: readonly unknown[]): Promise<number> {
    return this.#sql.run(text, values)
  }

  async put(table: Table, of: number, rows: readonly object[]): Promise<void> {
    if (rows.length === 0) return
    const { statement, columns } = this.#prepare(table)
    const values = [of]
    for (const row of rows) statement.run(...parameters(values, row, columns))
  }

  async runForEach<Row extends object>(query: EachQuery, shop: number, asked: readonly object[]): Promise<Row[][]> {
    if (asked.length === 0) return []
    const { statement, columns } = this.#prepare(query)
    const values = [shop]
    return asked.map((row) => statement.all(...parameters(values, row, columns)) as unknown as Row[])
  }

  async addLinks(shop: number, links: readonly [Subject, Subject][]) {
    return links.filter(([a, b]) => this.#links.add(shop, a, b))
  }

  async walkLinks<T>(shop: number, walk: (links: LinkWalk) => T): Promise<T> {
    return walk(this.#links.walk(shop))
  }

  forgetLinks(): void {
    this.#links.forget()
  }

  async addServes(shop: number, serves: readonly StoredServe[]): Promise<void> {
    for (const serve of serves) {
      const row = Number(this.#insertServe.run(shop, serve.atMs, JSON.stringify(serve)).lastInsertRowid)
      const entries = serve.subjects.map((subject) => ({ subject, at: serve.atMs, serve: row }))
      await this.put(SERVE_SUBJECTS, shop, entries)
      await this.put(
        SERVE_IDS,
        shop,
        idsOf(serve).map((id) => ({ id, serve: row })),
      )
    }
  }

  async addExposures(shop: CountedShop, facts: readonly ExposureFact[]): Promise<void> {
    this.#exposures.add(shop, facts)
  }

  async eraseExposures(shop: CountedShop, subjects: readonly Subject[]): Promise<void> {
    for (const subject of subjects) this.#exposures.erase(shop, subject)
  }

  async recountExposures(shop: CountedShop): Promise<void> {
    this.recountExposuresNow(shop)
  }

  recountExposuresNow(shop: CountedShop): void {
    this.#exposures.recount(shop)
  }

  async experiment(shop: CountedShop, experience: string, query?: ExperimentQuery) {
    return this.#exposures.read(shop, experience, query)
  }

  async largestRollups(shop: number, query: RollupQuery, largest: NonNullable<RollupQuery['largest']>) {
    return largestRollups(this.#db, shop, query, largest)
  }

  /** Also returns the columns of its parameters after the first. */
  #prepare(of: Table | EachQuery): Prepared {
    const known = this.#prepared.get(of)
    if (known) return known
    const isTable = 'key' in of
    const columns = Object.keys(isTable ? { ...of.key, ...of.values } : of.asked)
    const prepared = { statement: this.#db.prepare(isTable ? putText(of, columns) : eachText(of, columns)), columns }
    this.#prepared.set(of, prepared)
    return prepared
  }
}

interface Prepared {
  statement: StatementSync
  columns: readonly string[]
}

/** A new array per row would cost a tenth of a derivation's time. */
function parameters(values: SQLInputValue[], row: object, columns: readonly string[]): SQLInputValue[] {
  for (let i = 0; i < columns.length; i++)
    values[i + 1] = (row as Record<string, SQLInputValue>)[columns[i] as string] as SQLInputValue
  return values
}

function putText({ name, of, values }: Table, columns: readonly string[]): string {
  const changes = Object.entries(values).flatMap(([column, { stored }]) =>
    stored ? [`${column} = ${stored(`${name}.${column}`, `excluded.${column}`)}`] : [],
  )
  return inSqlite(`INSERT INTO ${name} (${[of, ...columns].join(', ')}) VALUES (?${', ?'.repeat(columns.length)})
    ON CONFLICT DO ${changes.length > 0 ? `UPDATE SET ${changes.join(', ')}` : 'NOTHING'}`)
}

function eachText({ text, order = [], limit }: EachQuery, columns: readonly string[]): string {
  const ordered = `${text} ${order.length > 0 ? `ORDER BY ${order.join(', ')}` : ''} ${limit === undefined ? '' : `LIMIT ${limit}`}`
  return inSqlite(ordered)
    .replace(/\b(USING|FROM) asked\b/, '')
    .replaceAll(/\basked\.(\w+)/g, (_, column: string) => `?${columns.indexOf(column) + 2}`)
}

/** SQLite would sort all rows of a year by their texts, so the keys are summed in memory. */
function largestRollups(
  db: DatabaseSync,
  shop: number,
  { dimension, fromDay, toDay, key }: RollupQuery,
  { metrics, limit }: NonNullable<RollupQuery['largest']>,
): RollupRow[] {
  const lists = db
    .prepare(
      `SELECT json_group_array(key) AS keys, json_group_array(metric) AS metrics, json_group_array(value) AS "values" FROM rollups
       WHERE shop = ?1 AND dimension = ?2 AND day BETWEEN ?3 AND ?4 AND (?5 IS NULL OR key = ?5)`,
    )
    .get(shop, dimension, fromDay, toDay, key ?? null) as { keys: string; metrics: string; values: string }
  const sums = sumByMetric(JSON.parse(lists.keys), JSON.parse(lists.metrics), JSON.parse(lists.values))
  const shown = new Set<string>()
  for (const [metric, byKey] of sums)
    if (metrics.some((asked) => metric.startsWith(asked))) for (const name of topKeys(byKey, limit)) shown.add(name)
  return [...sums]
    .flatMap(([metric, byKey]) =>
      [...shown].flatMap((name) => (byKey.get(name) ? [{ key: name, metric, value: byKey.get(name)! }] : [])),
    )
    .sort((a, b) => compareTexts(a.key, b.key) || compareTexts(a.metric, b.metric))
}

function sumByMetric(
  keys: readonly string[],
  metrics: readonly string[],
  values: readonly number[],
): Map<string, Map<string, number>> {
  const sums = new Map<string, Map<string, number>>()
  for (const [i, key] of keys.entries()) {
    const byKey = sums.get(metrics[i]!) ?? new Map<string, number>()
    if (byKey.size === 0) sums.set(metrics[i]!, byKey)
    byKey.set(key, boundedSum((byKey.get(key) ?? 0) + values[i]!))
  }
  return sums
}

/** Needs a single pass and a short sorted list: nearly all keys are below its last one. */
function topKeys(byKey: ReadonlyMap<string, number>, limit: number): string[] {
  const top: [key: string, value: number][] = []
  for (const [key, value] of byKey) {
    if (value === 0) continue
    const isBehind = ([name, other]: [string, number]) => other < value || (other === value && name > key)
    if (top.length === limit && !isBehind(top[limit - 1]!)) continue
    const place = top.findIndex(isBehind)
    top.splice(place < 0 ? top.length : place, 0, [key, value])
    if (top.length > limit) top.pop()
  }
  return top.map(([key]) => key)
}
