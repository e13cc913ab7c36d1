/** Rows of spells (see spells.ts) in one table: spells close to given ones are removed, and the joined ones are stored instead. */
import type { Sql } from '../postgres/database.ts'
import { jsonRows } from '../postgres/json-rows.ts'
import { GAP_MS, type Spell } from './spells.ts'

interface SpellTable<T> {
  table: string
  /** Key columns with their types: whose spells they are. */
  keys: Record<string, string>
  columns: Record<string, string>
  // biome-ignore lint/suspicious/noExplicitAny: a row of this table
  toSpell: (row: any) => T
  toRow: (spell: T) => object
}

const typed = (columns: Record<string, string>) => Object.entries(columns).map(([name, type]) => `"${name}" ${type}`)

export class PostgresSpells<T extends Spell> {
  readonly #given: SpellTable<T>

  constructor(given: SpellTable<T>) {
    this.#given = given
  }

  /** Removes and returns the spells close to any of these. */
  async take(sql: Sql, shop: number, spells: readonly T[]): Promise<T[]> {
    const { table, keys, columns, toSpell, toRow } = this.#given
    const names = Object.keys(keys)
    const all = [...names, ...Object.keys(columns)].map((name) => `t."${name}"`).join(', ')
    const rows = await sql.rows<object>(
      `DELETE FROM ${table} AS t USING json_to_recordset($2) AS asked(${typed(keys).join(', ')}, "firstAtMs" bigint, "lastAtMs" bigint)
       WHERE t.shop = $1 AND ${names.map((name) => `t."${name}" = asked."${name}"`).join(' AND ')}
         AND t.first_at <= asked."lastAtMs" + ${GAP_MS} AND t.last_at >= asked."firstAtMs" - ${GAP_MS}
       RETURNING ${all}, t.first_at AS "firstAtMs", t.last_at AS "lastAtMs"`,
      [shop, jsonRows(spells.map(toRow))],
    )
    return rows.map(toSpell)
  }

  async put(sql: Sql, shop: number, spells: readonly T[]): Promise<void> {
    const { table, keys, columns, toRow } = this.#given
    const names = [...Object.keys(keys), ...Object.keys(columns)].map((name) => `"${name}"`).join(', ')
    await sql.run(
      `INSERT INTO ${table} (shop, ${names}, first_at, last_at) SELECT $1, ${names}, "firstAtMs", "lastAtMs"
       FROM json_to_recordset($2) AS new(${typed({ ...keys, ...columns }).join(', ')}, "firstAtMs" bigint, "lastAtMs" bigint)`,
      [shop, jsonRows(spells.map(toRow))],
    )
  }
}
