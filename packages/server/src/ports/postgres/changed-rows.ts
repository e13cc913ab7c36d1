/**
 * Finds rows that changed since the last read by the transaction that changed them (`changed`, indexed). Transactions
 * do not commit in the order in which they began, so a read starts at the oldest one that was open at the last read:
 * some rows are returned twice, none is missed.
 */
import type { Sql } from './database.ts'

export interface ChangedTable {
  table: string
  key: string
  columns: string
}

/** The planner uses the index for so few rows, with any statistics. */
const PAGE = 100

export class ChangedRows<Row extends object> {
  readonly table: string
  readonly #sql: Sql
  readonly #page: string
  #horizon: string

  /** `from` is a `horizon` of an earlier reader; by default every row counts as changed. */
  constructor(sql: Sql, { table, key, columns }: ChangedTable, from = '0') {
    this.table = table
    this.#sql = sql
    this.#horizon = from
    this.#page = `SELECT now.horizon, found.* FROM (SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS horizon) AS now
      LEFT JOIN LATERAL (
        SELECT ${columns}, ${key} AS changed_key, changed::text AS changed_in FROM ${table}
        WHERE (changed, ${key}) >= ($1::text::xid8, $2::text COLLATE "C") ORDER BY changed, ${key} LIMIT ${PAGE}) AS found ON true`
  }

  get horizon(): string {
    return this.#horizon
  }

  /** Until `confirm` is called, every call returns the rows again. */
  async read(): Promise<{ rows: Row[]; confirm: () => void }> {
    const rows: Row[] = []
    let [from, key] = [this.#horizon, '']
    let horizon: string | undefined
    for (;;) {
      const page = await this.#sql.rows<Row & { horizon: string; changed_key: string | null; changed_in: string }>(
        this.#page,
        [from, key],
      )
      // The first page's horizon is kept, so that rows that change between pages are read again next time.
      horizon ??= page[0]?.horizon
      const found = page.filter(({ changed_key }) => changed_key !== null)
      rows.push(...found)
      const last = found.at(-1)
      if (!last || found.length < PAGE) break
      from = last.changed_in
      key = last.changed_key as string
    }
    const reached = horizon ?? this.#horizon
    const confirm = () => {
      // A server that was restored to an earlier time reuses transaction numbers.
      this.#horizon = BigInt(reached) < BigInt(this.#horizon) ? '0' : reached
    }
    return { rows, confirm }
  }
}

/** Reads only the last index entry of each table. After a failover, transaction numbers may go back. */
export async function findChanged<Name extends string>(
  sql: Sql,
  tables: Record<Name, Pick<ChangedRows<object>, 'table' | 'horizon'>>,
): Promise<Record<Name, boolean>> {
  const readers = Object.entries(tables) as [Name, ChangedRows<object>][]
  const columns = readers.map(
    ([name, { table }], i) => `
      coalesce((SELECT changed FROM ${table} ORDER BY changed DESC LIMIT 1) >= $${i + 1}::text::xid8, false)
      OR pg_snapshot_xmin(pg_current_snapshot()) < $${i + 1}::text::xid8 AS ${name}`,
  )
  const horizons = readers.map(([, { horizon }]) => horizon)
  const [row] = await sql.rows<Record<Name, boolean>>(`SELECT ${columns.join(', ')}`, horizons)
  return row as Record<Name, boolean>
}

/** SQL for a trigger that stores the transaction of every change, even by a version that does not know the column. */
export function notingChanges(table: string, key: string): string {
  return `
    ALTER TABLE ${table} ADD COLUMN changed xid8 NOT NULL DEFAULT '0';
    CREATE INDEX ${table}_by_change ON ${table} (changed, ${key});
    CREATE FUNCTION note_change_of_${table}() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN NEW.changed := pg_current_xact_id(); RETURN NEW; END';
    CREATE TRIGGER ${table}_changed BEFORE INSERT OR UPDATE ON ${table} FOR EACH ROW EXECUTE FUNCTION note_change_of_${table}();`
}
