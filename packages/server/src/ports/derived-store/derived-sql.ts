/** Operations in which SQLite and PostgreSQL differ. `sql-*.ts` contain the rest. */
import type { Sql } from '../postgres/database.ts'
import type { ExposureFact, Subject } from './derived-facts.ts'
import type { ExperimentOutcomes, ExperimentQuery, RollupQuery, RollupRow, StoredServe } from './derived-records.ts'
import type { LinkWalk } from './link-walk.ts'
import type { ShopDays } from './shop-days.ts'

export type Columns = Readonly<Record<string, 'text' | 'int' | 'bigint'>>

/** How a value is combined with the stored one of the same key, and with other given ones. */
export interface Value {
  type: Columns[string]
  /** Absent if the stored value must not change. */
  stored?: (old: string, given: string) => string
  /** An aggregate; absent if a batch never contains a key twice. */
  given?: (column: string) => string
}

export interface Table {
  name: string
  /** First column of the key: the shop's number, or the day in a table of all shops. */
  of: string
  key: Columns
  values: Readonly<Record<string, Value>>
  /** A column of PostgreSQL that gets a new value whenever the row is put. */
  renewed?: string
}

/** Runs for each asked row, whose columns are `asked.column`. `$1` is the shop's number. */
export interface EachQuery {
  asked: Columns
  /** A SELECT, a DELETE with `USING asked`, or an UPDATE with `FROM asked`. */
  text: string
  /** Only for a SELECT: columns to order by, and the maximum number of rows per asked row. */
  order?: readonly string[]
  limit?: number
}

export interface CountedShop {
  no: number
  days: ShopDays
}

export interface DerivedSql extends Sql {
  readonly names: Readonly<Record<'shops' | 'no' | 'reached' | 'serve' | 'mark' | 'total', string>>
  readonly ownTables: readonly string[]
  /** PostgreSQL shortens long texts, which it cannot index. */
  keyText(text: string): string

  /** A row whose key exists is combined with the stored one, as defined by the table. */
  put(table: Table, of: number, rows: readonly object[]): Promise<void>
  /** Returns the rows for each of `asked`, in order. */
  runForEach<Row extends object>(query: EachQuery, shop: number, asked: readonly object[]): Promise<Row[][]>

  /** Returns the links that are new. */
  addLinks(shop: number, links: readonly [Subject, Subject][]): Promise<readonly [Subject, Subject][]>
  walkLinks<T>(shop: number, walk: (links: LinkWalk) => T): Promise<T>
  /** Must be called after links were removed from the tables. */
  forgetLinks(): void

  addServes(shop: number, serves: readonly StoredServe[]): Promise<void>

  addExposures(shop: CountedShop, facts: readonly ExposureFact[]): Promise<void>
  eraseExposures(shop: CountedShop, subjects: readonly Subject[]): Promise<void>
  /** Must be called after the shop's zone has changed. */
  recountExposures(shop: CountedShop): Promise<void>
  experiment(shop: CountedShop, experience: string, query?: ExperimentQuery): Promise<ExperimentOutcomes>

  largestRollups(shop: number, query: RollupQuery, largest: NonNullable<RollupQuery['largest']>): Promise<RollupRow[]>
}
