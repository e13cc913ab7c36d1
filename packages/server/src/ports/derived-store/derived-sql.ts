/** The operations of the derived store that differ between SQLite and PostgreSQL. `sql-*.ts` contain the rest. */
import type { Sql } from '../postgres/database.ts'
import type { ExposureFact, Subject } from './derived-facts.ts'
import type { ExperimentOutcomes, ExperimentQuery, RollupQuery, RollupRow, StoredServe } from './derived-records.ts'
import type { LinkWalk } from './link-walk.ts'
import type { ShopDays } from './shop-days.ts'

export type Columns = Readonly<Record<string, 'text' | 'int' | 'bigint'>>

/** Combines a given value with the stored one of the same key, and several given values of one key with each other. */
export interface Value {
  type: Columns[string]
  /** Absent if the stored value stays. */
  stored?: (old: string, given: string) => string
  /** An aggregate. Absent if a batch never contains a key twice. */
  given?: (column: string) => string
}

export interface Table {
  name: string
  /** The first column of the key: the shop's number, or in a table of all shops the day. */
  of: string
  key: Columns
  values: Readonly<Record<string, Value>>
  /** A column that only PostgreSQL has, and that gets a new value whenever the row is put. */
  renewed?: string
}

/** A statement run for each asked row, whose columns are `asked.column` in the text. `$1` is the shop's number. */
export interface EachQuery {
  asked: Columns
  /** A SELECT, or a DELETE with `USING asked`, or an UPDATE with `FROM asked`. */
  text: string
  /** Only for a SELECT: selected columns to order by, and the maximum number of rows per asked row. */
  order?: readonly string[]
  limit?: number
}

export interface CountedShop {
  no: number
  days: ShopDays
}

export interface DerivedSql extends Sql {
  /** Names and expressions that differ between the two schemas. */
  readonly names: Readonly<Record<'shops' | 'no' | 'reached' | 'serve' | 'mark' | 'total', string>>
  /** Tables of a shop that the other store does not have. */
  readonly ownTables: readonly string[]
  /** Returns a text as it is stored in a key. PostgreSQL shortens long ones, which it cannot index. */
  keyText(text: string): string

  /** Stores rows. A row whose key exists is combined with the stored one, as defined by the table. */
  put(table: Table, of: number, rows: readonly object[]): Promise<void>
  /** Returns the rows found for each asked row, in the order of `asked`. */
  runForEach<Row extends object>(query: EachQuery, shop: number, asked: readonly object[]): Promise<Row[][]>

  /** Returns the links that are new. */
  addLinks(shop: number, links: readonly [Subject, Subject][]): Promise<readonly [Subject, Subject][]>
  walkLinks<T>(shop: number, walk: (links: LinkWalk) => T): Promise<T>
  /** Clears cached links. Call this after links were removed. */
  forgetLinks(): void

  addServes(shop: number, serves: readonly StoredServe[]): Promise<void>

  addExposures(shop: CountedShop, facts: readonly ExposureFact[]): Promise<void>
  eraseExposures(shop: CountedShop, subjects: readonly Subject[]): Promise<void>
  /** Counts visitors by day again, after the shop's zone has changed. */
  recountExposures(shop: CountedShop): Promise<void>
  experiment(shop: CountedShop, experience: string, query?: ExperimentQuery): Promise<ExperimentOutcomes>

  largestRollups(shop: number, query: RollupQuery, largest: NonNullable<RollupQuery['largest']>): Promise<RollupRow[]>
}
